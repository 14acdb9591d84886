"""Units held for what they state beside no claim of an act: a value misquoted, tries that were not made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Aspect, Claim, UnitReading
from veraz.replies.carried import Carried
from veraz.replies.held import Held
from veraz.replies.stating import Stating
from veraz.replies.verdict import Cause
from veraz.values import Support, Value
from veraz.vocabulary import Vocabulary


class Strays:
    """Finds in units what no claim of theirs states, and no call bears out."""

    def __init__(self, vocabulary: Vocabulary, record: Record, carried: Carried, stating: Stating) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._carried = carried
        self._stating = stating

    def find(self, unit: UnitReading, held: Sequence[Held], values: Sequence[Value]) -> Held | None:
        """Return what a unit states beside the claims ``held`` that no call bears out, if anything."""
        return self._misquoted(unit, values) or (self._overstated(unit, held) if unit.tries else None)

    def _misquoted(self, unit: UnitReading, values: Sequence[Value]) -> Held | None:
        """Return a unit that names a tool the turn ran held for a value that misquotes what the calls carry."""
        if not values or not unit.asserts:
            return None
        named = -1 if unit.refers else unit.named
        told = [call for call in self._record.turn if named & self._vocabulary.bitset([call.tool])]
        done = next((call for call in reversed(told) if call.outcome is Outcome.DONE), None)
        quoted = [value for value in values if self._stating.is_quoted(value, unit.folded)]
        by_name = done is not None and bool(unit.named & self._vocabulary.bitset([done.tool]))
        stray = next((value for value in quoted if done and self._misquotes(done, value, by_name)), None)
        if done is None or stray is None:
            return None
        claim = Claim(stray.start, stray.end, stray.start, stray.end, 0, Stance.MENTION, Aspect.PLAIN, "value", word="")
        return Held(claim, self._vocabulary.tool(done.tool), done, Cause.VALUE)

    def _misquotes(self, call: Call, value: Value, by_name: bool) -> bool:
        if self._carried.by(call).holds(value) is Support.CARRIED:
            return False
        return self._carried.by_any.misquotes(value, named=by_name)

    def _overstated(self, unit: UnitReading, held: Sequence[Held]) -> Held | None:
        """Return a unit held for telling of more tries than there were calls: "I tried eight times"."""
        spoken = reduce(or_, (self._vocabulary.bitset([each.tool.name]) for each in held), 0) or unit.named
        calls = [call for call in self._record if spoken & self._vocabulary.bitset([call.tool])]
        if not calls or unit.tries <= len(calls) or any(str(unit.tries) in f"{c.reason} {c.result}" for c in calls):
            return None
        start, end = unit.unit.start, unit.unit.end
        claim = Claim(start, end, start, end, 0, Stance.MENTION, Aspect.PLAIN, "tries", word="")
        return Held(claim, self._vocabulary.tool(calls[-1].tool), calls[-1], Cause.VALUE)
