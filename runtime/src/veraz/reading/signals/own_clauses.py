"""A clause of which the agent is the subject, as what it is tied to tools by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.analysis.word_entries import Entry


class OwnClause(NamedTuple):
    """A clause of which the agent is the subject.

    :ivar start: where its verb starts in the unit, ``end`` where the clause ends.
    :ivar verb: what is known of the verb; ``nouns`` those of its clause, ``named`` their first words.
    :ivar words: its words after the verb, folded.
    """

    start: int
    end: int
    verb: Entry
    nouns: Sequence[FoundNoun]
    named: frozenset[str]
    words: tuple[str, ...]


class OwnClauses(NamedTuple):
    """Those of a unit in which the agent says outright that it looked at something, or will do something."""

    looks: tuple[OwnClause, ...] = ()
    promises: tuple[OwnClause, ...] = ()


NONE = OwnClauses()


def clause_of(analysis: UnitAnalysis, at: int, stop: int) -> OwnClause:
    """Return the clause of the verb at a token, which ends at the character ``stop``."""
    words, spans, token_of = analysis.tokens.words, analysis.tokens.spans, analysis.sketch.token_of
    until = token_of[stop] if stop < len(token_of) else len(words)
    nouns = [noun for noun in analysis.nouns if at < noun.at < until]
    named = frozenset(words[noun.at] for noun in nouns)
    return OwnClause(spans[at][0], spans[until - 1][1], analysis.entries[at], nouns, named, words[at + 1 : until])
