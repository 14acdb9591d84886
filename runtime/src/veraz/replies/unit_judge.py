"""One unit after another held to a record: its claims, and what it says beside them that the record has otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property

from veraz.outcomes import Outcome, Stance
from veraz.reading import Claim, UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.signals.polarity import Clauses
from veraz.replies.compiled import Compiled
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.judging.call_weights import CallWeights
from veraz.replies.judging.claim_judge import ClaimJudge
from veraz.replies.judging.figure_words import FigureWords
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.judgement import Judgement
from veraz.replies.judging.lookup_figures import LookupFigures
from veraz.replies.judging.margins import NEVER
from veraz.replies.judging.sibling_calls import SiblingCalls
from veraz.replies.judging.spoken_of import EFFECT, YIELDS, SpokenOf
from veraz.replies.judging.unborne_values import UnborneValues
from veraz.replies.judging.unmade_acts import UnmadeActs
from veraz.replies.verdict import Cause
from veraz.text.units import UnitKind
from veraz.values import Value

_STATING = (UnitKind.SENTENCE, UnitKind.ITEM, UnitKind.ROW)


class UnitJudge:
    """Holds the units of one reply to one record, each for itself, in the order of the text.

    :param gist: what the reply says as a whole, as far as that is known.
    :param turn: what the person said, where that is known.
    :ivar undecided: by where a unit starts, the rule that spoke against it by too little.
    """

    def __init__(
        self,
        checker: Compiled,
        recorded: GivenRecord,
        evidence: CallEvidence,
        weights: CallWeights,
        gist: Gist,
        now: datetime | None,
        turn: str | None,
    ) -> None:
        self._checker = checker
        self._is_whole = recorded.whole
        self._weights = weights
        self._gist = gist
        self._now = now
        self.undecided: dict[int, str] = {}
        grammar, record, vocabulary = checker.grammar, recorded.record, checker.reader.vocabulary
        classes, words = FunctionWords.of(grammar), FigureWords.of(grammar)
        self._judge = ClaimJudge(vocabulary, record, evidence, checker.policy, grammar.plurals, gist)
        self._figures = LookupFigures(checker.toolset, words, record, evidence, gist, now)
        self._unborne = UnborneValues(vocabulary, record, evidence, words, classes.is_function, turn)
        self._unmade = UnmadeActs(vocabulary, record, evidence, classes)
        self._siblings = SiblingCalls(vocabulary, record, evidence)
        self._spoken_of = SpokenOf(weights)

    def judge(self, unit: UnitReading, text: str) -> list[Judgement]:
        """Return what a unit claims, and what it says beside its claims that the record has otherwise.

        :param text: the unit's own text.
        """
        judgements = self._judge_all(unit, text)
        return judgements if self._is_whole else [_for_outcome(each) for each in judgements]

    def clauses(self, unit: UnitReading, text: str) -> Clauses | None:
        """Return how the words of a unit stand; ``None`` for one in another language."""
        return self._checker.reader.clauses(unit, text)

    def values(self, unit: UnitReading, text: str) -> tuple[Value, ...]:
        """Return the values that a unit states."""
        if not unit.stated or unit.unread:
            return ()
        body, relative = unit.unit.body - unit.unit.start, self._now is not None
        return self._checker.values(text, body, relative, unit.language)

    def _judge_all(self, unit: UnitReading, text: str) -> list[Judgement]:
        judgements = self._figures.beside(unit, self._judge_alone(unit, text), lambda unit: self.values(unit, text))
        judgements = self._beside_siblings(unit, text, judgements)
        if any(each.cause for each in judgements):
            return judgements
        untrue = self._unmade_in(unit, text, judgements)
        return [*judgements, untrue] if untrue else judgements

    def _judge_alone(self, unit: UnitReading, text: str) -> list[Judgement]:
        judgements = [self._yielded(each, unit) for each in self._judge_claims(unit, text)]
        if unit.unread or any(each.cause for each in judgements):
            return judgements
        may_stand = self._unborne.may_stand(unit)
        may_tell = self._not_done and not any(each.tells for each in judgements) and unit.unit.kind in _STATING
        clauses = self.clauses(unit, text) if may_stand or may_tell else None
        if clauses is None:
            return judgements
        found = self._unborne.find(unit, clauses, self.values(unit, text), judgements) if may_stand else None
        found = found or (self._effect(unit, text, clauses) if may_tell else None)
        return [*judgements, found] if found else judgements

    def _judge_claims(self, unit: UnitReading, text: str) -> list[Judgement]:
        judge = self._judge
        if unit.unread:
            return []
        if not unit.claims:
            judge.hear(unit)
        if judge.concerns(unit):
            judgements = judge.judge(unit, self.values(unit, text))
            if unit.switched:
                judgements = self._checker.switches.rejudged(judgements, unit.folded)
            if judgements or unit.claims:
                return judgements
        if unit.asks or not judge.is_ungrounded:
            return []
        return judge.judge_statement(unit, self._checker.reader.outright)

    def _yielded(self, judgement: Judgement, unit: UnitReading) -> Judgement:
        """Return a false claim as it is held to the call that it speaks of in truth, if there is one."""
        if judgement.cause not in self._checker.margins.yields:
            return judgement
        if judgement.cause is Cause.NO_CALL and judgement.claim.active:
            return judgement
        call = self._spoken_of.yielding(judgement, unit.folded)
        if call is None:
            return judgement
        return judgement._replace(tool=self._checker.toolset[call.tool], call=call, cause=None, undecided=YIELDS.name)

    def _effect(self, unit: UnitReading, text: str, clauses: Clauses) -> Judgement | None:
        """Return a unit held for telling that what a call does is so, which was not done; by too little, undecided."""
        found = self._spoken_of.effect(unit, clauses, self.values(unit, text))
        if found is None:
            return None
        call, score = found
        if score < self._checker.margins.effect.get(call.outcome, NEVER):
            self.undecided[unit.unit.start] = EFFECT.name
            return None
        claim = Claim.of_stretch(0, len(unit.folded), Stance.DONE, EFFECT.name)
        return Judgement(claim, self._checker.toolset[call.tool], call, Cause.DISAGREES)

    def _beside_siblings(self, unit: UnitReading, text: str, judgements: list[Judgement]) -> list[Judgement]:
        """Return what a unit claims, with what it tells wrongly of one of several calls of a tool."""
        if unit.unread or not self._siblings.are_any or any(each.cause for each in judgements):
            return judgements
        clauses = self.clauses(unit, text)
        held = clauses and self._siblings.find(unit, clauses)
        return [*judgements, held] if held else judgements

    def _unmade_in(self, unit: UnitReading, text: str, judgements: Sequence[Judgement]) -> Judgement | None:
        """Return the judgement of what a unit says that the agent looked at, or will do, and no call bears out."""
        if not unit.own:
            return None
        promises = not (judgements or self._gist.asks or self._gist.inquires)
        own = self._checker.reader.own_clauses(unit, text)
        return self._unmade.find(own, looks=self._checker.policy.lookups, promises=promises)

    @cached_property
    def _not_done(self) -> bool:
        return any(call.outcome not in (Outcome.DONE, Outcome.UNDONE) for call in self._weights.owed)


def _for_outcome(judgement: Judgement) -> Judgement:
    """Return a judgement that no value counts in: what its calls carry is not all read."""
    return judgement._replace(cause=None) if judgement.cause is Cause.VALUE else judgement
