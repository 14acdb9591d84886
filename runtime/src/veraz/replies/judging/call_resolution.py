"""Which tool a claim speaks of, and which of its calls."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Claim
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

    :ivar turn: the tools that this turn called, as a bitset.
    :ivar last: the tool that the reply spoke of last.
    :ivar label: the write that a label over the unit names, where the unit is an item under it.
    """

    def __init__(self, vocabulary: Vocabulary, record: Record, evidence: CallEvidence) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self._session = vocabulary.bitset([call.tool for call in record.calls])
        self.turn = vocabulary.bitset([call.tool for call in record.turn])
        self.last: Tool | None = None
        self.label: Tool | None = None
        self._last: dict[str, list[Call]] = {}

    def tool_of(self, claim: Claim, text: str, values: Sequence[Value]) -> Tool | None:
        """Return the tool a claim speaks of; among several, one that this turn called, that allows what it says.

        A claim that names none speaks of the one whose call its unit says most of.
        """
        if claim.pointing:
            return self._pointed_at(claim, values)
        among = claim.tools & self.turn or self._called_alike(claim) or claim.tools
        if among & self.turn and (before := self._done_before(claim)):
            among = before
        if claim.stance is Stance.PROMISE and not claim.tools & self.turn:
            among = claim.tools & ~self._session & self._vocabulary.writes or among  # what is not done yet
        if claim.noticed and among & ~self.turn & self._session and self.turn & self._vocabulary.writes:
            return None
        if claim.broad and not among & claim.tools and not self._allows(claim, among):
            if not claim.active:
                return None  # "you're all set for Friday", beside a cancelling that was refused
            among = claim.tools
        if not among & among - 1:
            return self._vocabulary.only_member(among)
        tools = list(self._vocabulary.members(among))
        if not claim.named and among & self._session:
            return max(tools, key=lambda tool: self._evidence.names(self._record.of(tool.name)[-1], text, values))
        if not among & self._session:
            return next((tool for tool in tools if tool.may_write), tools[0])
        agreeing = [tool for tool in tools if agrees(claim, tool, self._record.of(tool.name)[-1])]
        writes = [tool for tool in agreeing or tools if self._wrote(self._record.of(tool.name)[-1:], tool)]
        return max(reversed(writes or agreeing or tools), key=lambda tool: self._carries(tool, values))

    def _allows(self, claim: Claim, among: int) -> bool:
        """Tell whether the latest call of one of some tools allows what a claim says."""
        tools = self._vocabulary.members(among & self._session)
        return any(allowed(claim, tool, self._record.of(tool.name)[-1]) for tool in tools)

    def _called_alike(self, claim: Claim) -> int:
        """Return the tools of a claim that were called before; one alike of this turn, where they were not done."""
        earlier, alike = claim.tools & self._session, claim.alike & self.turn
        done = any(self._record.of(tool.name)[-1].outcome is Outcome.DONE for tool in self._vocabulary.members(earlier))
        return earlier if done or not alike else alike

    def _done_before(self, claim: Claim) -> int:
        """Return the writes of the session, and not of this turn, that a claim of a while ago may tell of."""
        if not claim.past or claim.active or claim.stance is not Stance.DONE:
            return 0
        telling = [
            tool.name
            for tool in self._vocabulary.members(claim.tools & self._session & self._vocabulary.writes)
            if allowed(claim, tool, self._record.of(tool.name)[-1])
        ]
        before = self._vocabulary.bitset(telling)
        return 0 if before & self.turn else before

    def _carries(self, tool: Tool, values: Sequence[Value]) -> int:
        """Count the values that the calls of ``tool`` carry."""
        calls = self._record.of(tool.name)
        return sum(any(self._evidence.by(call).holds(value) is Support.CARRIED for call in calls) for value in values)

    def _pointed_at(self, claim: Claim, values: Sequence[Value]) -> Tool | None:
        """Return the write that its label or the reply named last, if of this turn, else the turn's or session's last.

        One that carries an identifier the claim names comes first. A look-up alone answers for a "Done!".
        """
        turn = self._record.turn
        if self.label and any(call.tool == self.label.name for call in turn):
            return self.label
        if self.last and self._wrote(turn, self.last) and not claim.whole:
            return self.last
        named = [
            call for call in turn if any(self._evidence.by(call).holds(value) is Support.CARRIED for value in values)
        ]
        turn = named or turn
        for calls in (turn, [] if self.last or not claim.firm else list(self._record)):
            writes = [call for call in calls if self._evidence.is_write(call)]
            if writes:
                return self._vocabulary.tool(writes[-1].tool)
            if calls and claim.whole and turn:
                return None
        if not claim.firm:
            return None  # what is to be had changes from turn to turn
        return self.last or (self._counterpart(claim) if claim.stance is Stance.DONE else None)

    def _wrote(self, calls: Sequence[Call], tool: Tool) -> bool:
        """Tell whether one of some calls is a write of ``tool``."""
        return any(call.tool == tool.name and self._evidence.is_write(call) for call in calls)

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
        if not claim.noticed:  # "approved" names no call for its result's saying so
            text = text[: claim.start] + " " * (claim.end - claim.start) + text[claim.end :]
        clause = text[claim.clause_start : claim.clause_end]
        named = among.named(clause)
        if len(named) > 1 or (claim.covers and not named):
            return named or others
        if claim.some and not named and (told := [call for call in others if allowed(claim, tool, call)]):
            return told[-1:]
        near, rest = clause if named else text, text[claim.clause_end :]
        meant = [call for call in calls if named or not among.alone_names(call, rest)] or calls
        return [self._evidence.likest(meant, self._evidence.among(calls), near, values)]

    def _last_of_each(self, name: str) -> list[Call]:
        if name not in self._last:
            self._last[name] = _last_of_each(self._record.of(name))
        return self._last[name]


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
