"""Brazilian Portuguese."""

from veraz.languages.pt_br.inflect import inflect

__all__ = ["inflect"]
