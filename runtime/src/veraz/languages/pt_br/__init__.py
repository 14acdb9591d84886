"""Brazilian Portuguese."""

from veraz.languages.pt_br.inflect import inflect
from veraz.languages.pt_br.nouns import plurals

__all__ = ["inflect", "plurals"]
