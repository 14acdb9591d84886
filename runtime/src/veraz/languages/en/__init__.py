"""English."""

from veraz.languages.en.inflect import inflect

__all__ = ["inflect"]
