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

    Its words are *tokens*, by place; its *characters* are those of its sketch, one a word or phrase.

    :ivar entries: what each token may be; ``bits`` what any of them may be.
    :ivar nouns: the noun phrases that name what tools do, by token.
    """

    tokens: Tokens
    entries: Sequence[Entry]
    bits: int
    sketch: Sketch
    scopes: Scopes
    nouns: list[FoundNoun]
