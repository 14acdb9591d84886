"""Which tool a claim speaks of, and which of its calls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from veraz.languages.ordered_rules import OrderedRule, decided, otherwise
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Claim, Reach, Source
from veraz.replies.evidence.arguments import key_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.made_good import NOT_MADE
from veraz.replies.judging.judgement import agrees, allowed
from veraz.tools import Tool
from veraz.values import Support, Value
from veraz.vocabulary import Vocabulary

_SEVERAL = 2


class CallResolution:
    """Finds what the claims of one reply speak of, in the order of the text.

    :ivar turn: the tools that this turn called, as a bitset; ``session`` those that any turn called.
    :ivar last: the tool that the reply spoke of last.
    :ivar label: the write that a label over the unit names, where the unit is an item under it.
    """

    def __init__(self, vocabulary: Vocabulary, record: Record, evidence: CallEvidence) -> None:
        self.vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self.session = vocabulary.bitset([call.tool for call in record.calls])
        self.turn = vocabulary.bitset([call.tool for call in record.turn])
        self.calls_of_turn = record.turn
        self.calls_of_session = record.calls
        self.last: Tool | None = None
        self.label: Tool | None = None
        self._last: dict[str, list[Call]] = {}

    def tool_of(self, claim: Claim, text: str, values: Sequence[Value]) -> Tool | None:
        """Return the tool a claim speaks of; among several, one that this turn called, that allows what it says.

        A claim that names none speaks of the one whose call its unit says most of.

        :param text: the unit's folded text; ``values`` those that the claim states.
        """
        if claim.pointing:
            pointing = _Pointing(self, claim, values)
            found = decided(POINTED_AT, pointing)
            return found(pointing) if found else None
        candidates = _Candidates(self, claim)
        meant = decided(SPOKEN_OF, candidates)
        among = meant(candidates) if meant else 0
        if among & among - 1:
            return self._likeliest(claim, among, text, values)
        return self.vocabulary.only_member(among) if among else None

    def _likeliest(self, claim: Claim, among: int, text: str, values: Sequence[Value]) -> Tool:
        """Return the tool of several, as a bitset, that a claim most likely speaks of."""
        tools = list(self.vocabulary.members(among & self.session))
        if not tools:
            never_called = list(self.vocabulary.members(among))
            return next((tool for tool in never_called if tool.may_write), never_called[0])
        if not claim.named:
            return max(tools, key=lambda tool: self._evidence.names(self.latest(tool), text, values))
        agreeing = [tool for tool in tools if agrees(claim, tool, self.latest(tool))]
        writes = [tool for tool in agreeing or tools if self.wrote([self.latest(tool)], tool)]
        return max(reversed(writes or agreeing or tools), key=lambda tool: self._carries(tool, values))

    def latest(self, tool: Tool) -> Call:
        """Return the latest call of a tool that was called."""
        return self._record.of(tool.name)[-1]

    def wrote(self, calls: Iterable[Call], tool: Tool) -> bool:
        """Tell whether one of some calls is a write of ``tool``."""
        return any(call.tool == tool.name and self._evidence.is_write(call) for call in calls)

    def last_write(self, calls: Iterable[Call]) -> Tool | None:
        """Return the tool of the last of some calls that is a write."""
        writes = [call for call in calls if self._evidence.is_write(call)]
        return self.vocabulary.tool(writes[-1].tool) if writes else None

    def carrying(self, calls: Iterable[Call], values: Sequence[Value]) -> list[Call]:
        """Return those of some calls that carry one of some values."""
        return [
            call for call in calls if any(self._evidence.by(call).holds(value) is Support.CARRIED for value in values)
        ]

    def counterpart(self, claim: Claim) -> Tool | None:
        """Return the write that was to follow: the one that shares a word with the latest look-up's name.

        A whole answer after look-ups tells of some write, whichever it is: "Alright, it's done".
        """
        writes = list(self.vocabulary.members(self.vocabulary.writes))
        for call in reversed(self._record.calls):
            words = _stems(self.vocabulary.tool(call.tool))
            found = next((tool for tool in writes if words & _stems(tool)), None)
            if found:
                return found
        return writes[0] if writes and claim.source is Source.ANSWER and self.session else None

    def _carries(self, tool: Tool, values: Sequence[Value]) -> int:
        """Count the values that the calls of ``tool`` carry."""
        calls = self._record.of(tool.name)
        return sum(any(self._evidence.by(call).holds(value) is Support.CARRIED for call in calls) for value in values)

    def calls_of(self, tool: Tool, claim: Claim, text: str, values: Sequence[Value]) -> Sequence[Call]:
        """Return the call of ``tool`` whose identifying values are named, else the latest; none without a call.

        It is several that a clause names, each by what only it carries, or that a word like "both" covers;
        of "the first two", which names none, any that it may be said of.
        """
        calls = self._record.of(tool.name)
        if len(calls) < _SEVERAL:
            return calls
        others = self._last_of_each(tool.name)
        among = self._evidence.among(others)
        if not claim.is_result:  # "approved" names no call for its result's saying so
            text = text[: claim.start] + " " * (claim.end - claim.start) + text[claim.end :]
        clause = text[claim.clause_start : claim.clause_end]
        several = _SeveralCalls(claim, tool, others, among.named(clause))
        told = decided(SEVERAL_CALLS, several)
        if told:
            return told(several)
        near, rest = clause if several.named else text, text[claim.clause_end :]
        meant = [call for call in calls if several.named or not among.alone_names(call, rest)] or calls
        return [self._evidence.likest(meant, self._evidence.among(calls), near, values)]

    def _last_of_each(self, name: str) -> list[Call]:
        if name not in self._last:
            self._last[name] = _last_of_each(self._record.of(name))
        return self._last[name]


class _Candidates(NamedTuple):
    """A claim whose tools are looked for; each of its methods gives a bitset over the tool set."""

    by: CallResolution
    claim: Claim

    def all(self) -> int:
        return self.claim.tools

    def none(self) -> int:
        return 0

    def called(self) -> int:
        """Those that this turn called."""
        return self.claim.tools & self.by.turn

    def earlier(self) -> int:
        """Those that the session called."""
        return self.claim.tools & self.by.session

    def to_come(self) -> int:
        """The writes that a promise tells of and nothing called yet, where this turn called none of its tools."""
        if self.claim.stance is not Stance.PROMISE or self.called():
            return 0
        return self.claim.tools & ~self.by.session & self.by.vocabulary.writes

    def alike(self) -> int:
        """Those of a like action that this turn called, where it called none of its own, and none of them was done."""
        alike = self.claim.alike & self.by.turn
        if not alike or self.called():
            return 0
        latest = map(self.by.latest, self.by.vocabulary.members(self.earlier()))
        return 0 if any(call.outcome is Outcome.DONE for call in latest) else alike

    def before(self) -> int:
        """The writes before this turn that what is told of some while ago may be, where this turn has others."""
        claim = self.claim
        if not claim.past or claim.active or claim.stance is not Stance.DONE or not (self.called() or self.alike()):
            return 0
        writes = self.earlier() & self.by.vocabulary.writes
        before = self.by.vocabulary.bitset([tool.name for tool in self._allowing(writes)])
        return 0 if before & self.by.turn else before

    def is_result_of_before(self) -> bool:
        """Whether it is a result of calls before this turn, which has writes of its own to tell the results of."""
        if not self.claim.is_result or not self.by.turn & self.by.vocabulary.writes:
            return False
        return bool(self.before() if self.called() or self.alike() else self.earlier())

    def is_refuted_alike(self) -> bool:
        """Whether those alike came to an end that says nothing of it."""
        alike = self.claim.broad and self.alike()
        return bool(alike) and not any(self._allowing(alike))

    def is_refuted_alike_of_no_agent(self) -> bool:
        return not self.claim.active and self.is_refuted_alike()

    def _allowing(self, tools: int) -> Iterator[Tool]:
        """Yield those tools whose latest calls allow what is claimed."""
        members = self.by.vocabulary.members(tools)
        return (tool for tool in members if allowed(self.claim, tool, self.by.latest(tool)))


SPOKEN_OF: tuple[OrderedRule[_Candidates, Callable[[_Candidates], int]], ...] = (
    OrderedRule(
        "promised-anew",
        "I'll send the invoice. | sent in an earlier turn, of another tool that may send it",
        _Candidates.to_come,
        _Candidates.to_come,
    ),
    OrderedRule(
        "result-of-before",
        "Your table is booked. | what the words alone tell of an earlier turn, where this one wrote something else",
        _Candidates.is_result_of_before,
        _Candidates.none,
    ),
    OrderedRule(
        "done-before",
        "Your refund was issued last week. | by another tool before, where this turn's refund failed",
        _Candidates.before,
        _Candidates.before,
    ),
    OrderedRule("called", "I've refunded your card. | refunded in this turn", _Candidates.called, _Candidates.called),
    OrderedRule(
        "refuted-alike",
        "Your claim is now with our repairs team. | where opening the ticket failed, of a tool that hands over",
        _Candidates.is_refuted_alike_of_no_agent,
        _Candidates.none,
    ),
    OrderedRule(
        "refuted-alike-of-agent",
        "I've flagged this to our repairs team. | where opening the ticket failed, of handing it over",
        _Candidates.is_refuted_alike,
        _Candidates.all,
    ),
    OrderedRule(
        "alike",
        "The refund is on its way back to your card. | by a cancelling, where no tool that returns was called",
        _Candidates.alike,
        _Candidates.alike,
    ),
    OrderedRule(
        "called-before",
        "Your card was refunded. | refunded in an earlier turn",
        _Candidates.earlier,
        _Candidates.earlier,
    ),
    OrderedRule("never-called", "I've refunded your card. | with no call", otherwise, _Candidates.all),
)
"""Which tools a claim that names any speaks of, as a bitset; of several one is chosen after."""


class _Pointing:
    """A claim that only points back: "That's done."."""

    def __init__(self, by: CallResolution, claim: Claim, values: Sequence[Value]) -> None:
        self._by = by
        self._claim = claim
        self._turn = by.calls_of_turn
        self._values = values

    def is_labelled(self) -> bool:
        label = self._by.label
        return label is not None and any(call.tool == label.name for call in self._turn)

    def label(self) -> Tool | None:
        return self._by.label

    def goes_on(self) -> bool:
        """Whether the tool that the reply spoke of last is a write of this turn; a whole answer speaks for itself."""
        last = self._by.last
        return last is not None and self._by.wrote(self._turn, last) and self._claim.source is not Source.ANSWER

    def last(self) -> Tool | None:
        return self._by.last

    @cached_property
    def _written(self) -> Tool | None:
        return self._by.last_write(self._by.carrying(self._turn, self._values) or self._turn)

    def written(self) -> Tool | None:
        """The turn's last write, of the calls that carry a value of the claim, where any does."""
        return self._written

    def answers_look_up(self) -> bool:
        return self._claim.source is Source.ANSWER and bool(self._turn)

    def written_before(self) -> Tool | None:
        """The session's last write, for a firm claim of a reply that spoke of none yet."""
        return None if self._by.last or not self._claim.firm else self._by.last_write(self._by.calls_of_session)

    def is_loose(self) -> bool:
        return not self._claim.firm

    def is_done(self) -> bool:
        return self._claim.stance is Stance.DONE

    def counterpart(self) -> Tool | None:
        return self._by.counterpart(self._claim)

    def nothing(self) -> None:
        return None


POINTED_AT: tuple[OrderedRule[_Pointing, Callable[[_Pointing], Tool | None]], ...] = (
    OrderedRule("label", "Done. | as an item under “Refund:”", _Pointing.is_labelled, _Pointing.label),
    OrderedRule(
        "last-told", "I've refunded it. That went through. | and cancelled since", _Pointing.goes_on, _Pointing.last
    ),
    OrderedRule("write", "That's done. | after a refund", _Pointing.written, _Pointing.written),
    OrderedRule("look-up", "Done! | after a look-up alone", _Pointing.answers_look_up, _Pointing.nothing),
    OrderedRule(
        "write-before",
        "That's done. | after a refund in an earlier turn",
        _Pointing.written_before,
        _Pointing.written_before,
    ),
    OrderedRule(
        "to-be-had", "None is available. | which changes from turn to turn", _Pointing.is_loose, _Pointing.nothing
    ),
    OrderedRule(
        "told-without-call", "I've refunded it. That went through. | with no call", _Pointing.last, _Pointing.last
    ),
    OrderedRule(
        "counterpart",
        "It went through. | after a look-up of the order, of cancelling it",
        _Pointing.is_done,
        _Pointing.counterpart,
    ),
)
"""Which tool a claim that only points back speaks of, if any."""


class _SeveralCalls(NamedTuple):
    """A claim about a tool of several calls: those that stand, and those of them that its clause names."""

    claim: Claim
    tool: Tool
    calls: Sequence[Call]
    named: Sequence[Call]

    def names_several(self) -> bool:
        return len(self.named) > 1

    def those_named(self) -> Sequence[Call]:
        return self.named

    def covers_all(self) -> bool:
        return self.claim.reach is Reach.SEVERAL and not self.named

    def all(self) -> Sequence[Call]:
        return self.calls

    def one_told(self) -> Sequence[Call]:
        """The last that may be told so, of "the first two", which names none."""
        if self.claim.reach is not Reach.SOME or self.named:
            return ()
        return [call for call in self.calls if allowed(self.claim, self.tool, call)][-1:]


SEVERAL_CALLS: tuple[OrderedRule[_SeveralCalls, Callable[[_SeveralCalls], Sequence[Call]]], ...] = (
    OrderedRule("named", "Orders 4412 and 5521 are cancelled.", _SeveralCalls.names_several, _SeveralCalls.those_named),
    OrderedRule("covered", "Both orders are cancelled.", _SeveralCalls.covers_all, _SeveralCalls.all),
    OrderedRule("some", "The first two are cancelled. | of three", _SeveralCalls.one_told, _SeveralCalls.one_told),
)
"""Of which calls of its tool a claim tells, where it is not the one that its unit says most of."""


def _stems(tool: Tool) -> set[str]:
    return {word.rstrip("s") for word in tool.words.split()}


def _last_of_each(calls: Sequence[Call]) -> list[Call]:
    """Return the calls without those that were made again: the same, or, not done, for the same thing."""
    last: list[Call] = []
    sent: set[Hashable] = set()
    things: set[Hashable] = set()
    for call in reversed(calls):
        arguments, thing = key_of(call.arguments), key_of(next(iter(call.arguments.items()), None))
        if arguments not in sent and not (call.outcome in NOT_MADE and thing in things):
            last.append(call)
        sent.add(arguments)
        things.add(thing)
    return last[::-1]
