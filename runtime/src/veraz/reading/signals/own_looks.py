"""Looking that the agent says it did, whatever its tools: "I went through your invoices, and they are all paid"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.signals.own_acts import OwnActs
from veraz.reading.signals.own_clauses import OwnClause, clause_of
from veraz.reading.signals.polarity import clause_stretches

_REACH = 4  # words after a verb within which its particle ends: "gone back through"


class OwnLooks(NamedTuple):
    """A language's table ``own_looks``, compiled."""

    acts: OwnActs

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> OwnLooks:
        """Return those of ``grammar``."""
        return cls(OwnActs.of(grammar, "own_looks"))

    def stand_in(self, words: Sequence[str]) -> bool:
        """Tell whether a verb of the table stands in ``words``."""
        return self.acts.stand_in(words)

    def find(self, analysis: UnitAnalysis) -> Iterator[OwnClause]:
        """Yield the looking that a unit tells outright; what it found may be denied: "I checked, and none is open"."""
        scopes, words = analysis.scopes, analysis.tokens.words
        if scopes.general or scopes.past or scopes.unsure:
            return
        clauses = list(clause_stretches(analysis.sketch.chars))
        for char in self.acts.told_at(analysis):
            at = analysis.sketch.token_of[char]
            is_look = self.acts.verb_at(words[at], words[at + 1 : at + 1 + _REACH]) is not None
            if is_look and not (scopes.over(char) or scopes.hangs(char)):
                yield clause_of(analysis, at, next(stop for start, stop in clauses if start <= char < stop))
