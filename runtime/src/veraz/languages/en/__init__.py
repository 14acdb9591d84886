"""English."""

from veraz.languages.en.inflect import inflect
from veraz.languages.en.nouns import plain, plurals

__all__ = ["inflect", "plain", "plurals"]
