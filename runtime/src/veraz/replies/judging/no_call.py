"""Claims with no call behind them: which of them are untrue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from veraz.languages.named_rules import NamedRule
from veraz.languages.ordered_rules import OrderedRule, decided
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Aspect, Claim, Source
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import Tool
from veraz.values import Amount, Moment, Support, Value, names_money
from veraz.vocabulary import RUN, Vocabulary

LOOSE_ACT = NamedRule(
    "loose_act", "an act of the agent's own that a verb of a like action links to a tool nothing called", "says_done"
)


class NoCall:
    """Holds claims to there being no call.

    :param loose_acts: whether an act of the agent's own is held though only a verb of a like action links it to a tool.
    :param lookups: whether a look-up said to have been made is held too.
    :param gist: whether the reply asks for the person's word, or for what an act takes.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        record: Record,
        evidence: CallEvidence,
        gist: Gist,
        *,
        lookups: bool,
        loose_acts: bool = False,
    ) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self._turn = vocabulary.bitset([call.tool for call in record.turn])
        self._lookups = lookups
        self._loose_acts = loose_acts
        self._gist = gist

    def judge(self, claim: Claim, tool: Tool, values: Sequence[Value]) -> Judgement:
        """Return a claim held to its tool not having been called."""
        call = Call(tool.name, {}, Outcome.NOT_ATTEMPTED)
        wrong = self._untrue_write(claim, tool, values) if tool.may_write else self._untrue_lookup(claim, values)
        if claim.firm:
            return Judgement(claim, tool, call, Cause.NO_CALL if wrong else None)
        loose = LOOSE_ACT.name if wrong and claim.active and claim.stance is Stance.DONE and tool.may_write else None
        return Judgement(claim, tool, call, Cause.NO_CALL if loose and self._loose_acts else None, loose)

    def _untrue_write(self, claim: Claim, tool: Tool, values: Sequence[Value]) -> bool:
        if self._follows(tool, values):
            return False
        if claim.stance is Stance.PROMISE:
            return not (self._gist.asks or (self._gist.inquires and claim.aspect is Aspect.PLAIN))
        told = claim.stance is Stance.DONE and claim.aspect is not Aspect.STANDING
        return told and not self._was_read(claim, values)

    def _follows(self, tool: Tool, values: Sequence[Value]) -> bool:
        """Tell whether money is told of that a write moved: "$20 has been returned to your card", of a cancellation.

        So may any write that was done, where the tool that the words name moves no money itself.
        """
        if not any(isinstance(value, Amount) for value in values) or _moves_money(tool):
            return False
        writes = [call for call in self._record.turn if self._evidence.is_write(call)]
        writes = writes or [call for call in self._record if self._evidence.is_write(call)]
        return bool(writes) and writes[-1].outcome is Outcome.DONE

    def _untrue_lookup(self, claim: Claim, values: Sequence[Value]) -> bool:
        """A look-up said to have been made is untrue where none was: any may be meant, or any call of the turn.

        No other call answers for an amount that none carries, "I checked: $412 is left", nor for what was run.
        """
        stands = claim.stance is Stance.DONE and (claim.active or claim.is_result)
        if not self._lookups or not stands:
            return False
        if not all(self._evidence.is_write(call) for call in self._record):
            return False
        if claim.is_result or any(self._is_made_up(value) for value in values):
            return True
        return not (self._turn & self._running if claim.runs else self._turn)

    @cached_property
    def _running(self) -> int:
        """The tools that may have run what is said to have been run: those that run things, or do nobody knows what."""
        actions = self._vocabulary.actions
        known = reduce(or_, actions.values(), 0)
        return actions.get(RUN, 0) | ~known

    def _is_made_up(self, value: Value) -> bool:
        return isinstance(value, Amount) and self._evidence.by_any.holds(value) is not Support.CARRIED

    def _was_read(self, claim: Claim, values: Sequence[Value]) -> bool:
        """Tell whether a passive reports what a look-up returned: a state («cancelled»), or a thing done long since."""
        if claim.active and not claim.headless:
            return False
        return decided(READ, _Passive(claim, values, self._record, self._evidence)) or False


class _Passive(NamedTuple):
    """What is told as done with no word of who did it, of which there is no call."""

    claim: Claim
    values: Sequence[Value]
    record: Record
    evidence: CallEvidence

    def may_be_seen(self) -> bool:
        return self.claim.source is Source.SHOWN and self.evidence.has_looked

    def is_reason(self) -> bool:
        is_state = self.claim.aspect is Aspect.STATE
        return is_state and any(_gives(call, self.claim.word) for call in self.record.turn)

    def is_past(self) -> bool:
        return self.claim.past

    def is_dated(self) -> bool:
        dates = (value for value in self.values if isinstance(value, Moment))
        return any(self.evidence.by_lookups.holds(date) is Support.CARRIED for date in dates)

    def is_shown(self) -> bool:
        return not self.claim.is_result and self.evidence.was_read(self.claim.word, self.values)


READ = (
    OrderedRule("seen", "Your parcel has arrived. | after any look-up", _Passive.may_be_seen, True),
    OrderedRule("reason", "EXP-12 is locked. | which is why it was not approved", _Passive.is_reason, True),
    OrderedRule("past", "It was refunded last month.", _Passive.is_past, True),
    OrderedRule("dated", "It was refunded on March 3. | a date that a look-up returned", _Passive.is_dated, True),
    OrderedRule("shown", "Order 4412 was cancelled. | of which a look-up has that word", _Passive.is_shown, True),
)
"""By what the record may bear out what no call did."""


def _gives(call: Call, word: str) -> bool:
    """Tell whether ``word`` is in the reason of a call."""
    return call.reason is not None and word in tokenize(fold(call.reason)).words


def _moves_money(tool: Tool) -> bool:
    return any(names_money(name) for name in (*tool.words.split(), *tool.input_schema.get("properties", ())))
