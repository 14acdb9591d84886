"""Noun phrases that name what tools do, or do it to, met in a unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from veraz.reading.analysis.word_entries import Entry
from veraz.vocabulary import Noun


class FoundNoun(NamedTuple):
    """A noun phrase met in a unit, at token ``at``.

    :ivar tools: the tools whose act or object it names, as a bitset.
    """

    at: int
    noun: Noun
    tools: int


def find_nouns(words: tuple[str, ...], entries: Sequence[Entry]) -> list[FoundNoun]:
    """Return the noun phrases of a unit, the longest at each place."""
    found = []
    for at, entry in enumerate(entries):
        for noun in entry.nouns:
            if not noun.rest or words[at + 1 : at + 1 + len(noun.rest)] == noun.rest:
                found.append(FoundNoun(at, noun, noun.act | noun.thing))
                break
    return found
