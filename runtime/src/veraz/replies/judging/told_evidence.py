"""Whether a unit that claims nothing of a call yet tells what became of it, by weighed evidence.

What speaks for it are words that speak of the tool, words and values that only this call carries, and words of its
reason; what speaks against it is another call of which the unit says as much. A call that was not done is told only by
what denies, doubts or asks, as its outcome has it: a bare mention tells nothing of it.

:data:`BARS` are set where no write that a labelled reply leaves out goes untold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from veraz.outcomes import Call, Outcome
from veraz.reading import UnitReading
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.evidence.call_contents import STEM
from veraz.replies.evidence.made_good import NOT_MADE
from veraz.replies.judging.call_weights import MADE, MOST_SENT, WEIGHTS, CallWeights
from veraz.text.tokens import tokenize
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

_NOT_RUN = (*NOT_MADE, Outcome.NOT_ATTEMPTED)
_OPEN_ENDED = (Outcome.PENDING, Outcome.UNKNOWN)


class _Weighed(NamedTuple):
    """A unit that is weighed.

    :ivar strange: those of its values that no call has.
    :ivar is_of_earlier: whether it tells of a call of an earlier turn.
    """

    reading: UnitReading
    clauses: Clauses
    values: Sequence[Value]
    strange: Sequence[Value]
    is_of_earlier: bool


class ToldEvidence:
    """Tells by the weight of what units say which of the writes owed they tell.

    :param strictness: what the bars are multiplied by.
    """

    def __init__(self, weights: CallWeights, strictness: float = 1.0) -> None:
        self._weights = weights
        self._strictness = strictness

    def may_tell(self, calls: Sequence[Call], reading: UnitReading, values: Sequence[Value]) -> list[Call]:
        """Return those of ``calls``, all owed, of which a unit says anything: most units say nothing of most calls."""
        if values:
            return list(calls)
        words, bitset = frozenset(tokenize(reading.folded).words) if calls else (), self._weights.vocabulary.bitset
        stems = frozenset(word[:STEM] for word in words if len(word) > STEM)
        says_anything = self._weights.says_anything
        return [call for call in calls if reading.named & bitset([call.tool]) or says_anything(call, words, stems)]

    def told(
        self,
        calls: Sequence[Call],
        reading: UnitReading,
        clauses: Clauses,
        values: Sequence[Value],
        *,
        is_of_earlier: bool = False,
    ) -> Iterator[Call]:
        """Yield those of ``calls``, all owed, of which a unit tells what became of them.

        :param is_of_earlier: whether it tells of a call of an earlier turn; it must then speak of the tool as well.
        """
        weighed = _Weighed(reading, clauses, values, self._strange(values), is_of_earlier)
        for call in calls:
            bar, score = BARS[call.outcome], self._score(call, weighed) / self._strictness
            if score >= bar.beside or (score >= bar.alone and score >= self._rival(call, weighed) + MARGIN):
                yield call

    def _rival(self, call: Call, weighed: _Weighed) -> float:
        """Return the most that a unit says of another tool's call."""
        others = (self._score(other, weighed) for other in self._weights.owed if other.tool != call.tool)
        return max(others, default=0.0) / self._strictness

    def _strange(self, values: Sequence[Value]) -> Sequence[Value]:
        by_any = self._weights.evidence.by_any
        return [value for value in values if by_any.holds(value) is not Support.CARRIED]

    def _score(self, call: Call, weighed: _Weighed) -> float:
        """Return how much a unit tells of what became of ``call``; 0 where it can tell nothing of it."""
        reading, clauses, values, strange, is_of_earlier = weighed
        if self._is_of_another(call, strange):
            return 0.0
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
        ties = self._weights.ties(call, clauses, tokens)
        if is_of_earlier and not ties:
            return 0.0  # "HR has the mail I forwarded", beside a draft to HR
        score = ties + min(MOST_SENT, alone + shared) + reason
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
        if call.outcome in _NOT_RUN and not alone + shared:
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
