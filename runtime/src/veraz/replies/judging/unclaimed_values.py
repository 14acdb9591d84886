"""Units held for what they state beside no claim of an act: a value misquoted, tries that were not made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Claim, UnitReading
from veraz.replies.evidence.arguments import text_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.judgement import Judgement
from veraz.replies.judging.value_support import ValueSupport
from veraz.replies.verdict import Cause
from veraz.values import Moment, Support, Value
from veraz.vocabulary import Vocabulary

VALUE = NamedRule("value", "a value that the calls carry otherwise", "mentions")
TRIES = NamedRule("tries", "more tries than there were calls", "mentions")


class UnclaimedValues:
    """Finds in units what no claim of theirs states, and no call bears out."""

    def __init__(self, vocabulary: Vocabulary, record: Record, evidence: CallEvidence, support: ValueSupport) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self._support = support

    def find(self, unit: UnitReading, judgements: Sequence[Judgement], values: Sequence[Value]) -> Judgement | None:
        """Return what a unit states beside the claims ``judgements`` that no call bears out, if anything."""
        if unit.tries and (overstated := self._overstated(unit, judgements)):
            return overstated
        return self._misquoted(unit, values) or self._misdated(unit, values)

    def may_date(self, unit: UnitReading) -> bool:
        """Tell whether a unit may say outright what a date is of."""
        return unit.asserts and self._evidence.slots.may_stand_in(unit.folded)

    def _misquoted(self, unit: UnitReading, values: Sequence[Value]) -> Judgement | None:
        """Return the judgement of a value that misquotes what the calls carry, in a unit that names what was run."""
        done = self._done_of(unit) if values and unit.asserts else None
        if done is None:
            return None
        by_name = bool(unit.named & self._vocabulary.bitset([done.tool]) & self._vocabulary.writes)
        quoted = (value for value in values if self._support.is_quoted(value, unit.folded))
        misquoted = next((value for value in quoted if self._misquotes(done, value, by_name)), None)
        return self._of_value(misquoted, done) if misquoted else None

    def _done_of(self, unit: UnitReading) -> Call | None:
        """Return the latest call of this turn that was done, of a tool that a unit names, or of any it refers to."""
        named = -1 if unit.refers else unit.named
        for call in reversed(self._record.turn):
            if call.outcome is Outcome.DONE and named & self._vocabulary.bitset([call.tool]):
                return call
        return None

    def _misdated(self, unit: UnitReading, values: Sequence[Value]) -> Judgement | None:
        """Return the judgement of a date that no call has for what it is said to be of: "it falls due on the 5th"."""
        if not self.may_date(unit):
            return None
        dates = [value for value in values if isinstance(value, Moment)]
        wrong = [date for date in dates if self._evidence.by_any.holds(date) is Support.CONTRADICTED]
        dated = ((date, self._dated(unit.folded, date)) for date in wrong)
        return next((self._of_value(date, call) for date, call in dated if call), None)

    def _dated(self, text: str, date: Moment) -> Call | None:
        """Return the latest call of this turn with a date of what a text says that ``date`` is of."""
        slots, subject = self._evidence.slots.told_before(text, date.start)
        done = [call for call in self._record.turn if call.outcome is Outcome.DONE and self._may_hold(call)]
        call = next((call for call in reversed(done) if slots & self._evidence.slots_of(call)), None)
        is_its = call and (self._evidence.slots.points(subject) or self._evidence.names(call, subject, ()))
        return call if is_its else None

    def _may_hold(self, call: Call) -> bool:
        """Tell whether what a call returned is so still: a look-up's, while nothing was changed since."""
        return self._evidence.is_write(call) or any(call is each for each in self._evidence.untouched)

    def _of_value(self, value: Value, call: Call) -> Judgement:
        claim = Claim.of_stretch(value.start, value.end, Stance.MENTION, VALUE.name)
        return Judgement(claim, self._vocabulary.tool(call.tool), call, Cause.VALUE)

    def _misquotes(self, call: Call, value: Value, by_name: bool) -> bool:
        if self._evidence.by(call).holds(value) is Support.CARRIED:
            return False
        return self._evidence.by_any.misquotes(value, named=by_name)

    def _overstated(self, unit: UnitReading, judgements: Sequence[Judgement]) -> Judgement | None:
        """Return a unit held for telling of more tries than there were calls: "I tried eight times"."""
        spoken = reduce(or_, (self._vocabulary.bitset([each.tool.name]) for each in judgements), 0) or unit.named
        calls = [call for call in self._record if spoken & self._vocabulary.bitset([call.tool])]
        told = (f"{call.reason} {text_of(call.result)}" for call in calls)
        if not calls or unit.tries <= len(calls) or any(str(unit.tries) in each for each in told):
            return None
        claim = Claim.of_stretch(0, len(unit.folded), Stance.MENTION, TRIES.name)
        return Judgement(claim, self._vocabulary.tool(calls[-1].tool), calls[-1], Cause.VALUE)
