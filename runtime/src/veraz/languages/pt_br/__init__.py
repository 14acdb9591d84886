"""Brazilian Portuguese."""

from veraz.languages.pt_br.inflect import inflect
from veraz.languages.pt_br.nouns import plain, plurals

__all__ = ["inflect", "plain", "plurals"]
