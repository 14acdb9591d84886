"""Holding claims to the record: which call a claim speaks of, and whether that call allows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from veraz.outcomes import Call, Outcome, Record, Stance, allows
from veraz.reading import Aspect, Claim, UnitReading
from veraz.replies.carried import Carried
from veraz.replies.elided import other_call
from veraz.replies.settings import ValueSource
from veraz.replies.stating import Stating
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.text.units import UnitKind
from veraz.tools import Tool
from veraz.values import Amount, Moment, Support, Value, names_money
from veraz.vocabulary import RUN, Vocabulary

_HELD = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)
_NOT_DONE = (Outcome.FAILED, Outcome.REFUSED, Outcome.PENDING, Outcome.UNKNOWN)
_SEVERAL = 2
_MADE = (Outcome.DONE, Outcome.PENDING, Outcome.UNKNOWN, Outcome.UNDONE)
_ALLOWED_BY_ASPECT = {
    Aspect.PROGRESS: (Outcome.DONE, Outcome.PENDING),
    Aspect.EFFECT: (Outcome.DONE, Outcome.UNDONE),
    Aspect.REQUEST: _MADE,
    Aspect.STATE: (Outcome.DONE,),
    Aspect.OTHERS: (Outcome.DONE,),
    Aspect.STANDING: (Outcome.DONE,),
    Aspect.RESULT: (Outcome.DONE,),
}
"""Where a stance alone does not tell what an outcome allows."""


class Held(NamedTuple):
    """A claim held to a call, or to there being none.

    :ivar call: the call it speaks of; one that was never attempted stands in where there is none.
    :ivar cause: why it may not stand; ``None`` where it may.
    """

    claim: Claim
    tool: Tool
    call: Call
    cause: Cause | None = None

    @property
    def tells(self) -> bool:
        """Whether it tells what became of its call: a question tells of one that waits, doubt of one in doubt."""
        stance, outcome = self.claim.stance, self.call.outcome
        if stance is Stance.ASK:
            return outcome is Outcome.PENDING
        return stance in _HELD or (stance is Stance.UNKNOWN and outcome is Outcome.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Policy:
    """What a checker holds claims to.

    :ivar source: where a value that a claim states may come from.
    :ivar lookups: whether a look-up said to have been made is held too.
    """

    source: ValueSource
    lookups: bool


class Holder:
    """Holds the claims of one reply to one record, in the order of the text."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        record: Record,
        carried: Carried,
        policy: Policy,
        *,
        asking: bool,
        inquiring: bool = False,
    ) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._carried = carried
        self._policy = policy
        self._stating = Stating(record, carried, policy.source)
        self._asking = asking
        self._inquiring = inquiring
        self._turn = vocabulary.bitset([call.tool for call in record.turn])
        self._session = vocabulary.bitset([call.tool for call in record.calls])
        self._last: Tool | None = None
        self._told: Held | None = None
        self._label: Tool | None = None
        self._is_item = False

    def concerns(self, unit: UnitReading) -> bool:
        """Tell whether there is anything in a unit to hold: a claim, or numbers beside what the turn ran."""
        return bool(unit.claims or unit.tries) or (unit.asserts and (unit.refers or bool(unit.named & self._turn)))

    def hold(self, unit: UnitReading, values: Sequence[Value]) -> list[Held]:
        """Return the unit's claims, each held to its call; claims that nothing can be held to are left out."""
        alone = not values or (len({claim.tools for claim in unit.claims}) == 1 and not self._ended_apart(unit))
        self._is_item = unit.unit.kind is UnitKind.ITEM
        held: list[Held] = []
        for claim in unit.claims:
            found = self._hold(claim, unit.folded, self._stated(claim, values, alone=alone))
            if found:
                self._last, self._told = found[-1].tool, found[-1]
                held += found
        self._label = None if unit.claims else self._label
        if any(each.cause for each in held):
            return held
        stray = self._stray(unit, values) or (self._overstated(unit, held) if unit.tries else None)
        return [*held, stray] if stray else held

    def _overstated(self, unit: UnitReading, held: Sequence[Held]) -> Held | None:
        """Return a unit held for telling of more tries than there were calls: "I tried eight times"."""
        spoken = reduce(or_, (self._vocabulary.bitset([each.tool.name]) for each in held), 0) or unit.named
        calls = [call for call in self._record if spoken & self._vocabulary.bitset([call.tool])]
        if not calls or unit.tries <= len(calls) or any(str(unit.tries) in f"{c.reason} {c.result}" for c in calls):
            return None
        start, end = unit.unit.start, unit.unit.end
        claim = Claim(start, end, start, end, 0, Stance.MENTION, Aspect.PLAIN, "tries", word="")
        return Held(claim, self._vocabulary.tool(calls[-1].tool), calls[-1], Cause.VALUE)

    def _stated(self, claim: Claim, values: Sequence[Value], *, alone: bool) -> Sequence[Value]:
        """Return the values that a claim states: those of its clause, and, where it is ``alone``, its unit's.

        What another call carries, another clause may tell: "the room is cancelled, but the €80 is still with us".
        """
        within = _within(values, claim)
        if not alone or len(within) == len(values):
            return within
        elsewhere = self._carried.by_any
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
        if self._carried.has_looked:
            return []
        return [call for call in self._record.turn if call.outcome in _NOT_DONE and self._is_write(call)]

    def _is_write(self, call: Call) -> bool:
        return self._vocabulary.tool(call.tool).write

    def hold_outright(self, unit: UnitReading, told: Callable[[UnitReading], tuple[int, bool] | None]) -> list[Held]:
        """Return a unit without a claim held for telling outright how the thing of a call stands that was not done.

        :param told: tells where the subject ends of what a unit tells outright, and whether that is an act.
        """
        calls = [call for call in self._ungrounded if self._carried.is_named(call, unit.folded, by_code=False)]
        found = told(unit) if calls and unit.unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM) else None
        if found is None:
            return []
        (stop, acts), end = found, len(unit.folded)
        for call in calls:
            if acts or self._carried.is_named(call, unit.folded[:stop], by_code=True):
                claim = Claim(0, end, 0, end, 0, Stance.DONE, Aspect.PLAIN, "outright", word="")
                return [Held(claim, self._vocabulary.tool(call.tool), call, Cause.DISAGREES)]
        return []

    def _stray(self, unit: UnitReading, values: Sequence[Value]) -> Held | None:
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

    def _hold(self, claim: Claim, text: str, values: Sequence[Value]) -> list[Held]:
        """Hold a claim to the calls it speaks of; one that covers several tools of this turn, to those of each."""
        if claim.elided:
            return self._hold_elided(claim, text, values)
        meant = claim.tools & self._turn & self._vocabulary.writes
        if claim.covers and claim.firm and meant & meant - 1:
            tools = self._vocabulary.members(meant)
            return [held for tool in tools for held in self._hold_of(tool, claim, text, values)]
        tool = self._tool_of(claim, text, values)
        return self._hold_of(tool, claim, text, values) if tool else []

    def _hold_of(self, tool: Tool, claim: Claim, text: str, values: Sequence[Value]) -> list[Held]:
        calls = self._calls_of(tool, claim, text, values)
        if not calls:
            return [self._without_call(claim, tool, values)]
        return [held for call in calls if (held := self._hold_to(claim, tool, call, calls, text, values))]

    def _hold_elided(self, claim: Claim, text: str, values: Sequence[Value]) -> list[Held]:
        """Return what is told of another of several calls, in the stance of the claim before where it has none."""
        told = self._told
        call = other_call(self._record.turn, told.call if told else None, self._carried, text, values)
        if call is None:
            return []
        stance = told.claim.stance if told and claim.stance is Stance.MENTION else claim.stance
        claim, tool = claim._replace(stance=stance), self._vocabulary.tool(call.tool)
        return [Held(claim, tool, call, None if _allowed(claim, tool, call) else Cause.DISAGREES)]

    def _hold_to(
        self,
        claim: Claim,
        tool: Tool,
        call: Call,
        calls: Sequence[Call],
        text: str,
        values: Sequence[Value],
    ) -> Held | None:
        """Hold a claim to one of the ``calls`` it speaks of."""
        if not claim.named and not self._carried.names(call, text, values):
            return None
        if self._waits_for_word(claim, call):
            return Held(claim, tool, call)
        if claim.stance in _HELD and not _allowed(claim, tool, call):
            return Held(claim, tool, call, Cause.DISAGREES)
        offers = claim.aspect is Aspect.OFFER and (claim.stance is Stance.ASK or call.outcome is Outcome.PENDING)
        stated = values if claim.stance in _HELD or offers else ()
        if not self._stating.supported(claim, call, calls, text, stated):
            return Held(claim, tool, call, Cause.VALUE)
        return Held(claim, tool, call)

    def _waits_for_word(self, claim: Claim, call: Call) -> bool:
        """Tell whether a promise to try again hangs on the reply's question: "I'll make it 7. All right?"."""
        failed = call.outcome in (Outcome.FAILED, Outcome.REFUSED)
        return self._asking and failed and claim.stance is Stance.PROMISE

    # Which tool, which call.

    def _tool_of(self, claim: Claim, text: str, values: Sequence[Value]) -> Tool | None:
        """Return the tool a claim speaks of; among several, one that this turn called, that allows what it says.

        A claim that names none speaks of the one whose call its unit says most of.
        """
        if claim.pointing:
            return self._pointed_at(claim, values)
        among = claim.tools & self._turn or self._called_alike(claim) or claim.tools
        if among & self._turn and (before := self._done_before(claim)):
            among = before
        if claim.stance is Stance.PROMISE and not claim.tools & self._turn:
            among = claim.tools & ~self._session & self._vocabulary.writes or among  # what is not done yet
        if claim.noticed and among & ~self._turn & self._session and self._turn & self._vocabulary.writes:
            return None
        if claim.broad and not among & claim.tools and not self._allows(claim, among):
            if not claim.active:
                return None  # "you're all set for Friday", beside a cancelling that was refused
            among = claim.tools
        if not among & among - 1:
            return self._vocabulary.only_member(among)
        tools = list(self._vocabulary.members(among))
        if not claim.named and among & self._session:
            return max(tools, key=lambda tool: self._carried.names(self._record.of(tool.name)[-1], text, values))
        if not among & self._session:
            return next((tool for tool in tools if tool.write), tools[0])
        agreeing = [tool for tool in tools if _agrees(claim, tool, self._record.of(tool.name)[-1])]
        writes = [tool for tool in agreeing or tools if tool.write]
        return max(reversed(writes or agreeing or tools), key=lambda tool: self._carries(tool, values))

    def _allows(self, claim: Claim, among: int) -> bool:
        """Tell whether the latest call of one of some tools allows what a claim says."""
        tools = self._vocabulary.members(among & self._session)
        return any(_allowed(claim, tool, self._record.of(tool.name)[-1]) for tool in tools)

    def _called_alike(self, claim: Claim) -> int:
        """Return the tools of a claim that were called before; one alike of this turn, where they were not done."""
        earlier, alike = claim.tools & self._session, claim.alike & self._turn
        done = any(self._record.of(tool.name)[-1].outcome is Outcome.DONE for tool in self._vocabulary.members(earlier))
        return earlier if done or not alike else alike

    def _done_before(self, claim: Claim) -> int:
        """Return the writes of the session, and not of this turn, that a claim of a while ago may tell of."""
        if not claim.past or claim.active or claim.stance is not Stance.DONE:
            return 0
        allowed = [
            tool.name
            for tool in self._vocabulary.members(claim.tools & self._session & self._vocabulary.writes)
            if _allowed(claim, tool, self._record.of(tool.name)[-1])
        ]
        before = self._vocabulary.bitset(allowed)
        return 0 if before & self._turn else before

    def _carries(self, tool: Tool, values: Sequence[Value]) -> int:
        """Count the values that the calls of ``tool`` carry."""
        calls = self._record.of(tool.name)
        return sum(any(self._carried.by(call).holds(value) is Support.CARRIED for call in calls) for value in values)

    def _pointed_at(self, claim: Claim, values: Sequence[Value]) -> Tool | None:
        """Return the write that its label or the reply named last, if of this turn, else the turn's or session's last.

        One that carries an identifier the claim names comes first. A look-up alone answers for a "Done!".
        """
        turn = self._record.turn
        if self._label and self._is_item and any(call.tool == self._label.name for call in turn):
            return self._label
        if self._last and self._last.write and any(call.tool == self._last.name for call in turn) and not claim.whole:
            return self._last
        named = [
            call for call in turn if any(self._carried.by(call).holds(value) is Support.CARRIED for value in values)
        ]
        turn = named or turn
        for calls in (turn, [] if self._last or not claim.firm else list(self._record)):
            tools = [self._vocabulary.tool(call.tool) for call in calls]
            writes = [tool for tool in tools if tool.write]
            if writes:
                return writes[-1]
            if calls and claim.whole and turn:
                return None
        if not claim.firm:
            return None  # what is to be had changes from turn to turn
        return self._last or (self._counterpart(claim) if claim.stance is Stance.DONE else None)

    def _counterpart(self, claim: Claim) -> Tool | None:
        """Return the write that was to follow: the one that shares a word with the latest look-up's name.

        A whole answer after look-ups tells of some write, whichever it is: "Alright, it's done".
        """
        writes = list(self._vocabulary.members(self._vocabulary.writes))
        for call in reversed(self._record.calls):
            words = _stems(self._vocabulary.tool(call.tool))
            found = next((tool for tool in writes if words & _stems(tool)), None)
            if found:
                return found
        return writes[0] if writes and claim.whole and self._session else None

    def _calls_of(self, tool: Tool, claim: Claim, text: str, values: Sequence[Value]) -> Sequence[Call]:
        """Return the call of ``tool`` whose identifying values are named, else the latest; none without a call.

        It is several that a clause names, each by what only it carries, or that a word like "both" covers.
        """
        calls = self._record.of(tool.name)
        if len(calls) < _SEVERAL:
            return calls
        others = _last_of_each(calls)
        if not claim.noticed:  # "approved" names no call for its result's saying so
            text = text[: claim.start] + " " * (claim.end - claim.start) + text[claim.end :]
        clause = text[claim.clause_start : claim.clause_end]
        named = [call for call in others if self._carried.alone_names(call, clause, others)]
        if len(named) > 1 or (claim.covers and not named):
            return named or others
        near, rest = clause if named else text, text[claim.clause_end :]
        meant = [call for call in calls if named or not self._carried.alone_names(call, rest, others)] or calls
        return [max(reversed(meant), key=lambda call: self._carried.likeness(call, calls, near, values))]

    def _without_call(self, claim: Claim, tool: Tool, values: Sequence[Value]) -> Held:
        call = Call(tool.name, {}, Outcome.NOT_ATTEMPTED)
        wrong = claim.firm and (
            self._untrue_write(claim, tool, values) if tool.write else self._untrue_lookup(claim, values)
        )
        return Held(claim, tool, call, Cause.NO_CALL if wrong else None)

    def _untrue_write(self, claim: Claim, tool: Tool, values: Sequence[Value]) -> bool:
        if self._follows(tool, values):
            return False
        if claim.stance is Stance.PROMISE:
            return not (self._asking or (self._inquiring and claim.aspect is Aspect.PLAIN))
        told = claim.stance is Stance.DONE and claim.aspect is not Aspect.STANDING
        return told and not self._was_read(claim, values)

    def _follows(self, tool: Tool, values: Sequence[Value]) -> bool:
        """Tell whether money is told of that a write moved: "$20 has been returned to your card", of a cancellation.

        So may any write that was done, where the tool that the words name moves no money itself.
        """
        if not any(isinstance(value, Amount) for value in values) or _moves_money(tool):
            return False
        writes = [call for call in self._record.turn if self._is_write(call)]
        writes = writes or [call for call in self._record if self._is_write(call)]
        return bool(writes) and writes[-1].outcome is Outcome.DONE

    def _untrue_lookup(self, claim: Claim, values: Sequence[Value]) -> bool:
        """A look-up said to have been made is untrue where none was: any may be meant, or any call of the turn.

        No other call answers for an amount that none carries, "I checked: $412 is left", nor for what was run.
        """
        stands = claim.stance is Stance.DONE and (claim.active or claim.noticed)
        if not self._policy.lookups or not stands:
            return False
        if any(not self._vocabulary.tool(call.tool).write for call in self._record):
            return False
        if claim.noticed or any(self._is_made_up(value) for value in values):
            return True
        return not (self._turn & self._running if claim.runs else self._turn)

    @cached_property
    def _running(self) -> int:
        """The tools that may have run what is said to have been run: those that run things, or do nobody knows what."""
        actions = self._vocabulary.actions
        known = reduce(or_, actions.values(), 0)
        return actions.get(RUN, 0) | ~known

    def _is_made_up(self, value: Value) -> bool:
        return isinstance(value, Amount) and self._carried.by_any.holds(value) is not Support.CARRIED

    def _was_read(self, claim: Claim, values: Sequence[Value]) -> bool:
        """Tell whether a passive reports what a look-up returned: a state («cancelled»), or a thing done long since."""
        if claim.active and not claim.headless:
            return False
        if claim.seen and self._carried.has_looked:
            return True
        if claim.aspect is Aspect.STATE and any(_gives(call, claim.word) for call in self._record.turn):
            return True  # "EXP-12 is locked", which is why it was not approved
        looked_up = self._carried.by_lookups
        dated = any(isinstance(value, Moment) and looked_up.holds(value) is Support.CARRIED for value in values)
        shown = not claim.noticed and self._carried.was_read(claim.word, values)
        return claim.past or dated or shown


def _gives(call: Call, word: str) -> bool:
    """Tell whether ``word`` is in the reason of a call."""
    return call.reason is not None and word in tokenize(fold(call.reason)).words


def _allowed(claim: Claim, tool: Tool, call: Call) -> bool:
    """Tell whether the outcome of ``call`` allows what a claim about ``tool`` says."""
    if claim.stance not in _HELD or (not tool.write and claim.stance is not Stance.DONE):
        return True
    if claim.hedged and call.outcome is Outcome.UNKNOWN:
        return True
    if claim.aspect is Aspect.FAILURE and claim.stance is Stance.NOT_DONE:
        return call.outcome is not Outcome.PENDING and allows(call.outcome, claim.stance)
    told_ahead = claim.aspect is Aspect.REQUEST and claim.stance is Stance.PROMISE
    if claim.aspect in _ALLOWED_BY_ASPECT and claim.stance is not Stance.NOT_DONE and not told_ahead:
        return call.outcome in _ALLOWED_BY_ASPECT[claim.aspect]
    return allows(call.outcome, claim.stance)


def _stems(tool: Tool) -> set[str]:
    return {word.rstrip("s") for word in tool.words.split()}


def _moves_money(tool: Tool) -> bool:
    return any(names_money(name) for name in (*tool.words.split(), *tool.input_schema.get("properties", ())))


def _agrees(claim: Claim, tool: Tool, call: Call) -> bool:
    """Tell whether a claim may well speak of ``call``: what asks, of one that waits."""
    return call.outcome is Outcome.PENDING if claim.stance is Stance.ASK else _allowed(claim, tool, call)


def _last_of_each(calls: Sequence[Call]) -> list[Call]:
    """Return the calls without those that were made again: the same, or, not done, for the same thing."""
    return [call for index, call in enumerate(calls) if not any(_is_again(later, call) for later in calls[index + 1 :])]


def _is_again(later: Call, call: Call) -> bool:
    if later.arguments == call.arguments:
        return True
    thing, other = next(iter(call.arguments.items()), None), next(iter(later.arguments.items()), None)
    return call.outcome in (Outcome.FAILED, Outcome.REFUSED) and thing == other


def _within(values: Sequence[Value], claim: Claim) -> list[Value]:
    return [value for value in values if claim.clause_start <= value.start < claim.clause_end]


def excused(held: list[list[Held]]) -> list[list[Held]]:
    """Return the claims of a reply's units with denials let stand that the reply itself puts right.

    "Roaming was not enabled. I have now enabled it." tells how things stood; "no other items were changed", beside the
    change told rightly, tells of other things.
    """
    if not any(each.cause is Cause.DISAGREES for unit in held for each in unit):
        return held
    told = {id(each.call): index for index, unit in enumerate(held) for each in unit if _told_rightly(each)}
    return [[_excused(each, told.get(id(each.call)), index) for each in unit] for index, unit in enumerate(held)]


def _told_rightly(held: Held) -> bool:
    return held.cause is None and held.claim.stance is Stance.DONE


def _excused(held: Held, told: int | None, index: int) -> Held:
    if told is None or held.cause is not Cause.DISAGREES or held.claim.stance is not Stance.NOT_DONE:
        return held
    of_other_things = held.claim.pointing or held.claim.aspect in (Aspect.OTHERS, Aspect.PROGRESS)
    before = told >= index and not held.claim.active
    return held._replace(cause=None) if of_other_things or before or told == index else held
