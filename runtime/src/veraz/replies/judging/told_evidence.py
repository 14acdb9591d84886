"""Whether a unit that claims nothing of a call yet tells what became of it, by weighed evidence.

What speaks for it are words that speak of the tool, words and values that only this call carries, and words of its
reason; what speaks against it is another call of which the unit says as much. A call that was not done is told only by
what denies, doubts or asks, as its outcome has it: a bare mention tells nothing of it.

:data:`BARS` are set where no write that a labelled reply leaves out goes untold.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from veraz.outcomes import Call, Outcome
from veraz.reading import UnitReading
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.judging.call_weights import MADE, MOST_SENT, WEIGHTS, CallWeights
from veraz.values import Support, Value


class Bar(NamedTuple):
    """How much evidence tells a call: where no other tool's call has nearly as much, and ``beside`` one that has."""

    alone: float
    beside: float = 2.0


MARGIN = 0.5
"""By how much the evidence for one call must be more than that for another tool's, for :attr:`Bar.alone` to do."""
BARS: Mapping[Outcome, Bar] = {
    Outcome.DONE: Bar(1.0),
    Outcome.UNDONE: Bar(1.0),
    Outcome.FAILED: Bar(1.5),
    Outcome.REFUSED: Bar(1.5),
    Outcome.NOT_ATTEMPTED: Bar(1.5),
    Outcome.PENDING: Bar(1.5),
    Outcome.UNKNOWN: Bar(1.5),
}
"""Stricter for what was not done or is not known: left out, it does more harm than what is told twice."""

_NOT_MADE = (Outcome.FAILED, Outcome.REFUSED, Outcome.NOT_ATTEMPTED)
_OPEN_ENDED = (Outcome.PENDING, Outcome.UNKNOWN)


class ToldEvidence:
    """Tells by the weight of what units say which of the writes owed they tell.

    :param strictness: what the bars are multiplied by.
    """

    def __init__(self, weights: CallWeights, strictness: float = 1.0) -> None:
        self._weights = weights
        self._strictness = strictness

    def told(self, reading: UnitReading, clauses: Clauses, values: Sequence[Value]) -> list[Call]:
        """Return the calls owed of which a unit tells what became of them."""
        strange = [value for value in values if self._weights.evidence.by_any.holds(value) is not Support.CARRIED]
        scores = [
            0.0 if self._is_of_another(call, strange) else self._score(call, reading, clauses, values)
            for call in self._weights.owed
        ]
        most: dict[str, float] = {}
        for call, score in zip(self._weights.owed, scores, strict=True):
            most[call.tool] = max(score, most.get(call.tool, 0.0))
        second, best = sorted((0.0, 0.0, *most.values()))[-2:]
        rivals = {tool: second if score == best else best for tool, score in most.items()}
        scored = zip(self._weights.owed, scores, strict=True)
        return [call for call, score in scored if self._is_enough(call, score, rivals[call.tool])]

    def _is_enough(self, call: Call, score: float, rival: float) -> bool:
        """Tell whether a score tells ``call``, where another tool's call has ``rival`` at most."""
        bar = BARS[call.outcome]
        return score >= self._strictness * (bar.alone if score >= rival + MARGIN else bar.beside)

    def _score(self, call: Call, reading: UnitReading, clauses: Clauses, values: Sequence[Value]) -> float:
        """Return how much a unit tells of what became of ``call``; 0 where it can tell nothing of it."""
        said = clauses.analysis.tokens.words
        standing = enumerate(clauses.polarity)
        tokens = [at for at, each in standing if _may_tell(call.outcome, each) and said[at][0].isalnum()]
        words = {said[at] for at in tokens}
        reason = self._weights.of_reason(call, words)
        if not tokens or not self._is_apt(call, reading, clauses, words):
            return 0.0
        alone, shared = self._weights.alone(call, reading.folded, words, values), self._weights.of_sent(call, words)[1]
        if not self._is_meant(call, clauses, alone, shared + reason):
            return 0.0
        score = self._weights.ties(call, clauses, tokens) + min(MOST_SENT, alone + shared) + reason
        if call.outcome in MADE:
            return score + self._weights.of_returned(call, words)
        only_one = call.outcome in _OPEN_ENDED and self._weights.ends[call.outcome] == 1
        return score + WEIGHTS.only_one * only_one

    def _is_apt(self, call: Call, reading: UnitReading, clauses: Clauses, words: Collection[str]) -> bool:
        """Tell whether a unit may tell what became of ``call``: by what it denies, doubts or asks."""
        if call.outcome in MADE:
            return not reading.asks
        if call.outcome is Outcome.PENDING:
            return reading.asks or reading.waits or Polarity.OPEN in clauses.polarity
        if call.outcome is Outcome.UNKNOWN:
            return reading.doubts or clauses.analysis.scopes.unsure
        return Polarity.DENIED in clauses.polarity or self._weights.gives_reason(call, words)

    def _is_of_another(self, call: Call, strange: Sequence[Value]) -> bool:
        """Tell whether one of the values that no call has is of a kind that ``call`` has others of."""
        return any(self._weights.evidence.by(call).holds(value) is Support.CONTRADICTED for value in strange)

    def _is_meant(self, call: Call, clauses: Clauses, alone: float, shared: float) -> bool:
        """Tell whether a unit speaks of ``call``, and not of others of its tool, or of what its tool does at all."""
        if call.outcome in _NOT_MADE and not alone + shared:
            return False  # "what was refunded in May stays refunded"
        return alone > 0 or self._covers_siblings(call, clauses)

    def _covers_siblings(self, call: Call, clauses: Clauses) -> bool:
        """Tell whether a unit that names no call of a tool speaks of all its calls, which ended alike: "all three"."""
        siblings = self._weights.siblings[call.tool]
        if len(siblings) == 1:
            return True
        counted = {str(len(siblings)), *self._weights.numbers.get(len(siblings), ())}
        covers = clauses.covers or not counted.isdisjoint(clauses.analysis.tokens.words)
        return covers and len(set(siblings)) == 1


def _may_tell(outcome: Outcome, polarity: Polarity) -> bool:
    if outcome in MADE:
        return polarity is Polarity.TOLD
    return outcome in _OPEN_ENDED or polarity is not Polarity.OPEN
