"""A unit taken apart: its words, what each may be, and the scopes they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from veraz.reading.analysis.function_words import Sketch
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.scopes import Scopes
from veraz.reading.analysis.word_entries import Entry
from veraz.text.tokens import Tokens


class UnitAnalysis(NamedTuple):
    """A unit taken apart.

    :ivar bits: what any of its words may be.
    """

    tokens: Tokens
    entries: Sequence[Entry]
    bits: int
    sketch: Sketch
    scopes: Scopes
    nouns: list[FoundNoun]
