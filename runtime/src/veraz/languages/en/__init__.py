"""English."""

from veraz.languages.en.inflect import inflect
from veraz.languages.en.nouns import plurals

__all__ = ["inflect", "plurals"]
