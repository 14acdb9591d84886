"""A unit taken apart: its words, what each may be, and the scopes they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from veraz.reading.classes import Sketch
from veraz.reading.scopes import Scopes
from veraz.reading.ties import FoundNoun
from veraz.reading.wordbook import Entry
from veraz.text.tokens import Tokens


class Parsed(NamedTuple):
    """A unit taken apart."""

    tokens: Tokens
    entries: Sequence[Entry]
    sketch: Sketch
    scopes: Scopes
    nouns: list[FoundNoun]
