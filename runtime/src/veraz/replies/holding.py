"""Holding claims to the record: which call a claim speaks of, and whether that call allows it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from veraz.outcomes import Call, Outcome, Record, Stance, When, allows
from veraz.reading import Aspect, Claim, UnitReading
from veraz.replies.settings import ValueSource
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import Tool, Toolset
from veraz.values import Amount, Evidence, Identifier, Moment, Support, Value, ValueWords

_HELD = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)
_UNDER_WAY = (Outcome.DONE, Outcome.PENDING)
_MADE = (Outcome.DONE, Outcome.FAILED, Outcome.PENDING, Outcome.UNKNOWN, Outcome.UNDONE)
_ALLOWED_BY_ASPECT = {
    Aspect.PROGRESS: _UNDER_WAY,
    Aspect.EFFECT: (Outcome.DONE, Outcome.UNDONE),
    Aspect.REQUEST: _MADE,
    Aspect.STATE: (Outcome.DONE,),
}


@dataclass(frozen=True, slots=True)
class Held:
    """A claim held to a call, or to there being none.

    :ivar call: the call it speaks of; one that was never attempted stands in where there is none.
    :ivar cause: why it may not stand; ``None`` where it may.
    """

    claim: Claim
    tool: Tool
    call: Call
    cause: Cause | None = None


class Holder:
    """The record of one check, indexed: which calls there are, what they carry, what was last named."""

    def __init__(
        self,
        toolset: Toolset,
        record: Record,
        words: ValueWords,
        source: ValueSource,
        lookups: bool,
        now: datetime | None,
        asking: bool,
    ) -> None:
        self.tools = tuple(toolset.values())
        self.record = record
        self._words = words
        self._source = source
        self._lookups = lookups
        self._now = now
        self._evidence: dict[int, Evidence] = {}
        self._bits = {tool.name: 1 << index for index, tool in enumerate(self.tools)}
        self._turn = self._bitset(call.tool for call in record if call.when is When.TURN)
        self._session = self._bitset(call.tool for call in record)
        self._last: Tool | None = None
        self._asking = asking

    def hold(self, unit: UnitReading, text: str, values: Sequence[Value]) -> list[Held]:
        """Return the unit's claims, each held to its call; claims that nothing can be held to are left out.

        :param text: the unit's folded text.
        """
        alone = len({claim.tools for claim in unit.claims}) == 1
        found = (self._hold(claim, text, values if alone else _within(values, claim)) for claim in unit.claims)
        held = [each for each in found if each is not None]
        held = [each for each in held if not _overtaken(each, held)]
        for each in held:
            self._last = each.tool
        return held

    def _hold(self, claim: Claim, text: str, values: Sequence[Value]) -> Held | None:
        tool = self._tool_of(claim)
        if tool is None:
            return None
        call = self._call_of(tool, text, values)
        if call is None:
            return self._without_call(claim, tool, values)
        if claim.stance in _HELD and not self._allowed(claim, tool, call):
            return Held(claim, tool, call, Cause.DISAGREES)
        if (claim.stance in _HELD or claim.aspect is Aspect.OFFER) and not self._supported(claim, call, text, values):
            return Held(claim, tool, call, Cause.VALUE)
        return Held(claim, tool, call)

    # Which tool, which call.

    def _tool_of(self, claim: Claim) -> Tool | None:
        """Return the tool a claim speaks of; among several, one that this turn called, that allows what it says."""
        if claim.pointing:
            return self._pointed_at(claim)
        among = claim.tools & self._turn or claim.tools & self._session or claim.tools
        tools = list(self._members(among))
        if among & self._session:
            agreeing = [tool for tool in tools if self._allowed(claim, tool, self.record.of(tool.name)[-1])]
            writes = [tool for tool in agreeing or tools if tool.write]
            return (writes or agreeing or tools)[-1]
        return next((tool for tool in tools if tool.write), tools[0])

    def _pointed_at(self, claim: Claim) -> Tool | None:
        """Return the tool of this turn's latest write, else the last one named; a look-up alone answers for "Done!"."""
        for calls in (self.record.turn, [] if self._last else list(self.record)):
            writes = [call.tool for call in calls if self._tool(call.tool).write]
            if writes:
                return self._tool(writes[-1])
            if calls and claim.rule.endswith("completion"):
                return None
        if self._last or self.record.calls:
            return self._last
        return None

    def _call_of(self, tool: Tool, text: str, values: Sequence[Value]) -> Call | None:
        """Return the call of ``tool`` whose identifying values are named, else the latest; ``None`` without a call."""
        calls = self.record.of(tool.name)
        if len(calls) < 2:
            return calls[-1] if calls else None
        named = [self._named(call, text, values) for call in calls]
        most = max(named)
        return next(call for call, count in zip(reversed(calls), reversed(named), strict=True) if count == most)

    def _named(self, call: Call, text: str, values: Sequence[Value]) -> int:
        carried = sum(self._evidence_of(call).holds(value) is Support.CARRIED for value in values)
        return carried + sum(_stands_in(part, text) for part in self._texts(call))

    def _without_call(self, claim: Claim, tool: Tool, values: Sequence[Value]) -> Held | None:
        call = Call(tool.name, {}, Outcome.NOT_ATTEMPTED)
        wrong = claim.firm and (self._untrue_write(claim, values) if tool.write else self._untrue_lookup(claim))
        return Held(claim, tool, call, Cause.NO_CALL if wrong else None)

    def _untrue_write(self, claim: Claim, values: Sequence[Value]) -> bool:
        if claim.stance is Stance.PROMISE:
            return not self._asking
        return claim.stance is Stance.DONE and not self._was_read(claim, values)

    def _untrue_lookup(self, claim: Claim) -> bool:
        """A look-up said to have been made is untrue where none was: any may be meant, or any call of the turn."""
        looked = any(call.when is When.TURN or not self._tool(call.tool).write for call in self.record)
        return self._lookups and claim.active and claim.stance is Stance.DONE and not looked

    # Whether it may stand.

    def _allowed(self, claim: Claim, tool: Tool, call: Call) -> bool:
        if claim.stance not in _HELD:
            return True
        if not tool.write and claim.stance is not Stance.DONE:
            return True
        if claim.hedged and call.outcome is Outcome.UNKNOWN:
            return True
        if claim.aspect is Aspect.REQUEST and claim.stance is Stance.PROMISE:
            return allows(call.outcome, claim.stance)
        if claim.aspect in _ALLOWED_BY_ASPECT and claim.stance is not Stance.NOT_DONE:
            return call.outcome in _ALLOWED_BY_ASPECT[claim.aspect]
        return allows(call.outcome, claim.stance)

    def _supported(self, claim: Claim, call: Call, text: str, values: Sequence[Value]) -> bool:
        if claim.stance is Stance.NOT_DONE or not values:
            return True
        if not self._tool(call.tool).write:
            return all(self._everything.holds(value) is not Support.CONTRADICTED for value in values)
        alike = self._alike(call, text)
        return all(self._carried(alike, value) for value in values)

    def _alike(self, call: Call, text: str) -> list[Call]:
        """Return the calls whose values a sentence may tell together: "both orders were cancelled".

        They are those of the tool that ended alike; where some are named by what only they carry, only those.
        """
        alike = [other for other in self.record.of(call.tool) if other.outcome is call.outcome]
        if len(alike) < 2:
            return alike
        texts = [self._texts(other) for other in alike]
        own = [part - set().union(*(other for other in texts if other is not part)) for part in texts]
        named = [each for each, part in zip(alike, own, strict=True) if any(_stands_in(one, text) for one in part)]
        return named or alike

    def _carried(self, alike: Sequence[Call], value: Value) -> bool:
        found = {self._evidence_of(call).holds(value) for call in alike}
        if Support.CARRIED in found or Support.CONTRADICTED not in found:
            return True
        if self._source is ValueSource.CALL:
            return False
        return self._everything.holds(value) is Support.CARRIED or (
            self._source is ValueSource.DERIVED and isinstance(value, Amount) and self._everything.derives(value)
        )

    def _was_read(self, claim: Claim, values: Sequence[Value]) -> bool:
        """Tell whether a passive reports what a look-up returned: a state («cancelled»), or something done long since."""
        if claim.active:
            return False
        dated = any(isinstance(value, Moment) and self._looked_up.holds(value) is Support.CARRIED for value in values)
        return claim.past or dated or claim.word in self._words_read

    # What the record carries.

    @cached_property
    def _looked_up(self) -> Evidence:
        results = [call.result for call in self.record if not self._tool(call.tool).write]
        return Evidence.of(results, self._words, self._now)

    @cached_property
    def _words_read(self) -> frozenset[str]:
        results = [call.result for call in self.record if call.result is not None and not self._tool(call.tool).write]
        return frozenset(tokenize(fold(json.dumps(results, ensure_ascii=False, default=str).replace("_", " "))).words)

    @cached_property
    def _everything(self) -> Evidence:
        return Evidence.of(
            [part for call in self.record for part in (call.arguments, call.result)], self._words, self._now
        )

    def _evidence_of(self, call: Call) -> Evidence:
        if id(call) not in self._evidence:
            self._evidence[id(call)] = Evidence.of([call.arguments, call.result], self._words, self._now)
        return self._evidence[id(call)]

    def tells(self, call: Call, unit: UnitReading, text: str, values: Iterable[Value]) -> bool:
        """Tell whether a unit tells of ``call`` by what only that call carries.

        A value that only it returned does; so do two of its texts, or one beside a word that speaks of its tool.
        """
        others = [other for other in self.record if other is not call]
        if any(self._returned_only_by(call, value, others) for value in values):
            return True
        texts = self._texts(call) - set().union(*(self._texts(other) for other in others))
        found = sum(_stands_in(part, text) for part in texts)
        return found > 1 or (found == 1 and bool(unit.named & self._bits[call.tool]))

    def _returned_only_by(self, call: Call, value: Value, others: Sequence[Call]) -> bool:
        if not isinstance(value, Identifier | Amount) or self._evidence_of(call).holds(value) is not Support.CARRIED:
            return False
        sent = Evidence.of([call.arguments], self._words, self._now)
        return sent.holds(value) is not Support.CARRIED and not any(
            self._evidence_of(other).holds(value) is Support.CARRIED for other in others
        )

    def _texts(self, call: Call) -> set[str]:
        return {fold(text) for text in _strings([call.arguments, call.result]) if len(text) > 2}

    def _tool(self, name: str) -> Tool:
        return self.tools[self._bits[name].bit_length() - 1]

    def _bitset(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self._bits[name]
        return found

    def _members(self, tools: int) -> Iterator[Tool]:
        while tools:
            lowest = tools & -tools
            yield self.tools[lowest.bit_length() - 1]
            tools ^= lowest


def _within(values: Sequence[Value], claim: Claim) -> list[Value]:
    return [value for value in values if claim.clause_start <= value.start < claim.clause_end]


def _overtaken(held: Held, others: Sequence[Held]) -> bool:
    """Tell whether its own unit overtakes a denial: "I couldn't close it before; with the currency it closed"."""
    return held.claim.stance is Stance.NOT_DONE and any(
        other.claim.stance is Stance.DONE
        and other.call is held.call
        and not other.cause
        and other.claim.start > held.claim.start
        for other in others
    )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


def _stands_in(part: str, text: str) -> bool:
    at = text.find(part)
    end = at + len(part)
    return at >= 0 and not text[max(0, at - 1) : at].isalnum() and not text[end : end + 1].isalnum()
