"""Holding claims to the record: each to the calls it speaks of, or to there being none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Aspect, Claim, Reach, Source, UnitReading
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.call_counts import CallCounts
from veraz.replies.judging.call_resolution import CallResolution
from veraz.replies.judging.ellipsis_calls import other_call
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.judgement import JUDGED, Judgement, allowed, already
from veraz.replies.judging.no_call import NoCall
from veraz.replies.judging.unclaimed_values import UnclaimedValues
from veraz.replies.judging.value_support import ValueSupport
from veraz.replies.settings import ValueSource
from veraz.replies.verdict import Cause
from veraz.text.units import UnitKind
from veraz.tools import Tool
from veraz.values import Support, Value
from veraz.vocabulary import Vocabulary

OUTRIGHT = NamedRule("outright", "how the thing of a call stands that was not done, told outright", "says_done")
_NOT_DONE = (Outcome.FAILED, Outcome.REFUSED, Outcome.PENDING, Outcome.UNKNOWN)


class Policy(NamedTuple):
    """What a checker holds claims to.

    :ivar source: where a value that a claim states may come from.
    :ivar lookups: whether a look-up said to have been made is held too.
    :ivar loose_acts: whether an act of the agent's own is held though only a verb of a like action links it to a tool.
    """

    source: ValueSource
    lookups: bool
    loose_acts: bool = False


class ClaimJudge:
    """Holds the claims of one reply to one record, in the order of the text."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        record: Record,
        evidence: CallEvidence,
        policy: Policy,
        plurals: Callable[[str], tuple[str, ...]],
        gist: Gist,
    ) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self._gist = gist
        self._support = ValueSupport(record, evidence, policy.source)
        self._unclaimed = UnclaimedValues(vocabulary, record, evidence, self._support)
        self._call_counts = CallCounts(record, evidence, plurals)
        self._resolution = CallResolution(vocabulary, record, evidence)
        self._no_call = NoCall(vocabulary, record, evidence, gist, lookups=policy.lookups, loose_acts=policy.loose_acts)
        self._turn = self._resolution.turn
        self._told: Judgement | None = None
        self._label: Tool | None = None

    def concerns(self, unit: UnitReading) -> bool:
        """Tell whether there is anything in a unit to hold: a claim, or numbers beside what the turn ran."""
        if unit.claims or unit.tries or (unit.asserts and (unit.refers or unit.named & self._turn)):
            return True
        return self._unclaimed.may_date(unit)

    def judge(self, unit: UnitReading, values: Sequence[Value]) -> list[Judgement]:
        """Return the unit's claims, each held to its call; claims that nothing can be held to are left out."""
        alone = not values or (len({claim.tools for claim in unit.claims}) == 1 and not self._ended_apart(unit))
        self._resolution.label = self._label if unit.unit.kind is UnitKind.ITEM else None
        judgements: list[Judgement] = []
        for claim in unit.claims:
            found = self._judge_claim(claim, unit.folded, self._stated(claim, values, alone=alone))
            if found:
                self._resolution.last, self._told = found[-1].tool, found[-1]
                judgements += found
        self._label = None if unit.claims else self._label
        judgements = self._call_counts.recount(unit.folded, judgements)
        if any(each.cause for each in judgements):
            return judgements
        unclaimed = self._unclaimed.find(unit, judgements, values)
        return [*judgements, unclaimed] if unclaimed else judgements

    def _stated(self, claim: Claim, values: Sequence[Value], *, alone: bool) -> Sequence[Value]:
        """Return the values that a claim states: those of its clause, and, where it is ``alone``, its unit's.

        What another call carries, another clause may tell: "the room is cancelled, but the €80 is still with us".
        """
        within = _within(values, claim)
        if not alone or len(within) == len(values):
            return within
        elsewhere = self._evidence.by_any
        return [value for value in values if value in within or elsewhere.holds(value) is not Support.CARRIED]

    def _ended_apart(self, unit: UnitReading) -> bool:
        """Tell whether the calls of this turn that a unit may tell of came to different ends."""
        tools = reduce(or_, (claim.tools or self._turn for claim in unit.claims))
        ends = {(call.tool, call.outcome) for call in self._record.turn if tools & self._vocabulary.bitset([call.tool])}
        return len(ends) > len({tool for tool, _ in ends})

    def hear(self, unit: UnitReading) -> None:
        """Take the one write that a label without claims names: "Step 1: reserve a slot"."""
        named = unit.named & self._vocabulary.writes & self._turn
        is_label = unit.unit.kind in (UnitKind.ITEM, UnitKind.HEADING) or ":" in unit.folded
        single = is_label and named and not named & named - 1
        self._label = self._vocabulary.only_member(named) if single else None

    @property
    def is_ungrounded(self) -> bool:
        """Whether a write of this turn was not done, and no look-up shows how its things stand."""
        return bool(self._ungrounded)

    @cached_property
    def _ungrounded(self) -> list[Call]:
        if self._evidence.has_looked:
            return []
        turn, is_write = self._record.turn, self._evidence.is_write
        return [call for call in turn if call.outcome in _NOT_DONE and is_write(call)]

    def judge_statement(
        self, unit: UnitReading, told: Callable[[UnitReading], tuple[int, bool] | None]
    ) -> list[Judgement]:
        """Return a unit without a claim held for telling outright how the thing of a call stands that was not done.

        :param told: of a unit that tells something outright, gives where its subject ends, as an offset into its folded
            text, and whether it is an act; ``None`` of any other.
        """
        calls = [call for call in self._ungrounded if self._evidence.is_named(call, unit.folded, by_code=False)]
        found = told(unit) if calls and unit.unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM) else None
        if found is None:
            return []
        stop, acts = found
        for call in calls:
            if acts or self._evidence.is_named(call, unit.folded[:stop], by_code=True):
                claim = Claim.of_stretch(0, len(unit.folded), Stance.DONE, OUTRIGHT.name)
                return [Judgement(claim, self._vocabulary.tool(call.tool), call, Cause.DISAGREES)]
        return []

    def _judge_claim(self, claim: Claim, text: str, values: Sequence[Value]) -> list[Judgement]:
        """Hold a claim to the calls it speaks of; one that covers several tools of this turn, to those of each."""
        if claim.source is Source.ELLIPSIS:
            return self._judge_ellipsis(claim, text, values)
        meant = claim.tools & self._turn & self._vocabulary.writes
        if claim.reach is Reach.SEVERAL and claim.firm and meant & meant - 1:
            tools = self._vocabulary.members(meant)
            return [judgement for tool in tools for judgement in self._judge_of(tool, claim, text, values)]
        tool = self._resolution.tool_of(claim, text, values)
        return self._judge_of(tool, claim, text, values) if tool else []

    def _judge_of(self, tool: Tool, claim: Claim, text: str, values: Sequence[Value]) -> list[Judgement]:
        calls = self._resolution.calls_of(tool, claim, text, values)
        if not calls:
            return [self._no_call.judge(claim, tool, values)]
        judged = (self._judge_beside(claim, tool, call, calls, text, values) for call in calls)
        return [judgement for judgement in judged if judgement]

    def _judge_ellipsis(self, claim: Claim, text: str, values: Sequence[Value]) -> list[Judgement]:
        """Return what is told of another of several calls, in the stance of the claim before where it has none."""
        told = self._told
        call = other_call(self._record.turn, told.call if told else None, self._evidence, text, values)
        if call is None:
            return []
        stance = told.claim.stance if told and claim.stance is Stance.MENTION else claim.stance
        claim, tool = claim._replace(stance=stance), self._vocabulary.tool(call.tool)
        return [Judgement(claim, tool, call, None if allowed(claim, tool, call) else Cause.DISAGREES)]

    def _judge_beside(
        self,
        claim: Claim,
        tool: Tool,
        call: Call,
        calls: Sequence[Call],
        text: str,
        values: Sequence[Value],
    ) -> Judgement | None:
        """Hold a claim to one of the ``calls`` it speaks of."""
        if not claim.named and not self._evidence.names(call, text, values):
            return None
        if self._waits_for_word(claim, call):
            return Judgement(claim, tool, call)
        if claim.stance in JUDGED and not allowed(claim, tool, call):
            if self._is_shown(claim, call, values):
                return None
            return Judgement(claim, tool, call, Cause.DISAGREES)
        offers = claim.aspect is Aspect.OFFER and call.outcome is Outcome.PENDING
        stated = values if claim.stance in JUDGED or offers else ()
        if not self._support.supported(claim, call, calls, text, stated):
            return Judgement(claim, tool, call, Cause.VALUE)
        return Judgement(claim, tool, call)

    def _is_shown(self, claim: Claim, call: Call, values: Sequence[Value]) -> bool:
        """Tell whether the record shows what is told to have been so: "it was already refunded", so I couldn't.

        Either the reason of ``call`` says that it was already so, or a look-up shows that state.
        """
        if claim.stance is not Stance.DONE or claim.active or claim.is_result:
            return False
        if already(call.reason, claim.word):
            return True
        state = claim.aspect in (Aspect.STATE, Aspect.STANDING)
        return state and self._evidence.was_read(claim.word, values)

    def _waits_for_word(self, claim: Claim, call: Call) -> bool:
        """Tell whether a promise to try again hangs on the reply's question: "I'll make it 7. All right?"."""
        failed = call.outcome in (Outcome.FAILED, Outcome.REFUSED)
        return self._gist.asks and failed and claim.stance is Stance.PROMISE


def _within(values: Sequence[Value], claim: Claim) -> list[Value]:
    return [value for value in values if claim.clause_start <= value.start < claim.clause_end]
