"""Rules that code states and no table: each a constant beside that code, so that its id stands in one place."""

from __future__ import annotations

from typing import NamedTuple

from veraz.languages import Grammar


class NamedRule(NamedTuple):
    """A rule of code.

    :ivar name: its id, or, where each language has one of its own, what follows the language in it (``en.act``).
    :ivar reads: what it reads, in one line; ``says`` the stance it gives.
    """

    name: str
    reads: str
    says: str

    def of(self, grammar: Grammar) -> str:
        """Return its id in a language."""
        return f"{grammar.prefix}.{self.name}"
