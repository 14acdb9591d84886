"""Which call a unit speaks of in truth, by what only one has: a state in which no claim is read, and a false claim."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Stance
from veraz.reading import Claim, Reach, UnitReading
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.judging.call_weights import MADE, MOST_SENT, WEIGHTS, CallWeights
from veraz.replies.judging.judgement import Judgement, allowed
from veraz.text.tokens import tokenize
from veraz.values import Value

EFFECT = NamedRule("effect", "that what a call does is so, which was not done", "says_done")
YIELDS = NamedRule("yields", "a claim that speaks in truth of another call, which bears it out", "as that call has it")
SURELY = 0.75
"""By how much the evidence for one call must be more than that for any other, for a state to speak of it."""
MOST_SHOWN = 0.5
"""The share of a unit's words that a look-up may have returned where the unit is to tell of a write."""


class Effect(NamedTuple):
    """A call that was not done, and how surely a unit tells that what it does is so."""

    call: Call
    evidence: float


class SpokenOf:
    """Finds the call that units speak of."""

    def __init__(self, weights: CallWeights) -> None:
        self._weights = weights

    def effect(self, reading: UnitReading, clauses: Clauses, values: Sequence[Value]) -> Effect | None:
        """Return the call that was not done of which a unit tells outright that what it does is so.

        Something must be said that no other call has, and nothing of why it was not done; and no look-up may show
        most of what is said.
        """
        said = clauses.analysis.tokens.words
        tokens = [at for at, word in enumerate(said) if word[0].isalnum()]
        words = {said[at] for at in tokens}
        outright = all(clauses.polarity[at] is Polarity.TOLD for at in tokens) and not _is_open(reading)
        if not outright or self._is_shown(words):
            return None
        alone = [self._weights.alone(call, reading.folded, words, values) for call in self._weights.owed]
        return self._surest(clauses, tokens, words, alone)

    def _surest(
        self, clauses: Clauses, tokens: Sequence[int], words: Collection[str], alone: Sequence[float]
    ) -> Effect | None:
        """Return the call that was not done with the most evidence, where no other has nearly as much."""
        owed, weights = self._weights.owed, self._weights
        scores = [
            weights.ties(call, clauses, tokens) + min(MOST_SENT, own) for call, own in zip(owed, alone, strict=True)
        ]
        wrong = [at for at, own in enumerate(alone) if own >= WEIGHTS.own_word and self._may_be_wrong(owed[at], words)]
        if not wrong:
            return None
        most = max(wrong, key=scores.__getitem__)
        rival = max((*scores[:most], *scores[most + 1 :]), default=0.0)
        return Effect(owed[most], scores[most]) if scores[most] >= rival + SURELY else None

    def _may_be_wrong(self, call: Call, words: Collection[str]) -> bool:
        return call.outcome not in MADE and not self._weights.of_reason(call, words)

    def _is_shown(self, words: Collection[str]) -> bool:
        """Tell whether a look-up returned most of some words, or they say nothing."""
        content = [word for word in words if self._weights.tells(word)]
        shares = (sum(word in returned for word in content) for returned in self._returned())
        return not content or max(shares, default=0) > MOST_SHOWN * len(content)

    def _returned(self) -> Iterator[Collection[str]]:
        return (self._weights.evidence.returned(call).words for call in self._weights.lookups)

    def yielding(self, judgement: Judgement, text: str) -> Call | None:
        """Return the call that a false claim speaks of in truth: its clause has what only that one carries.

        It names nothing of the call it was held to, and the other bears it out: "SPRING15 was rejected", where the plan
        was changed and only the coupon was refused.
        """
        claim = judgement.claim
        clause = text[claim.clause_start : claim.clause_end]
        words = set(tokenize(clause).words)
        if claim.stance not in (Stance.DONE, Stance.NOT_DONE) or claim.reach is Reach.SEVERAL:
            return None
        held_to = judgement.call
        if self._weights.own_of(held_to, text, set(tokenize(text).words)):
            return None
        may = [call for call in self._weights.owed if call is not held_to and self._bears(call, claim, words)]
        own = [self._weights.own_of(call, clause, words) for call in may]
        return may[own.index(max(own))] if any(own) else None

    def _bears(self, call: Call, claim: Claim, words: Collection[str]) -> bool:
        """Tell whether ``call`` allows a claim whose words speak of its tool, or that denies or tells a result."""
        tool, bit = self._weights.vocabulary.tool(call.tool), self._weights.vocabulary.bitset([call.tool])
        forms = (form for word in words for form in self._weights.vocabulary.heads.get(word, ()))
        acts = (noun.act for word in words for noun in self._weights.vocabulary.nouns.get(word, ()))
        tied = claim.stance is Stance.NOT_DONE or claim.is_result
        tied = tied or any((form.head.own | form.head.kin) & bit for form in forms) or any(act & bit for act in acts)
        return tied and allowed(claim, tool, call)


def _is_open(reading: UnitReading) -> bool:
    return reading.asks or reading.waits or reading.doubts or reading.inquires
