"""What the agent remembers of one person: the conversation, the record of calls, and what waits for their word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from veraz.agent.gate import Gate
from veraz.outcomes import Call, Outcome, When
from veraz.records.ended import Ended
from veraz.replies.check import Checker


@dataclass(frozen=True, slots=True)
class Waiting:
    """A write that waits for the person, and the question to put to them («Run refund_card?»).

    :ivar arguments: a copy; what runs is what was checked.
    :ivar id: names it among the writes that wait, so that it can be answered by itself.
    """

    tool: str
    arguments: Mapping[str, Any]
    wording: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's word on a write that waits: run it, or leave it and why."""

    approved: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of a batch.

    :ivar place: where it stands in the record; ``None`` for one of no tool.
    :ivar number: which it is, by round and call: ``2.1``.
    :ivar id: names it, and nothing else ever.
    """

    tool: str
    place: int | None
    number: str
    id: str
    given_id: str | None = None


@dataclass(slots=True)
class Session:
    """One person's memory. The agent holds its lock while a turn of theirs runs.

    :ivar checker: what this turn began with, and is held with to its end, waiting for the person's word included.
    :ivar messages: the conversation as models read it: role and content, nothing the person did not read or say.
    :ivar calls: the record, oldest first; this turn's calls are its tail.
    :ivar batch: the calls of the batch that waits; empty where none does.
    :ivar decisions: the person's word on calls of the batch, by their place in the record.
    :ivar asked: whether the person was asked to say it again since the last turn that was read.
    :ivar rounds: how often the model was called this turn.
    :ivar journal_ids: by its place in the record, the id of each call that this turn ran.
    :ivar is_broken_off: whether the last turn ended without a reply.
    :ivar gate: one turn at a time.
    """

    user: str
    checker: Checker
    calls: list[Call] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)
    batch: Sequence[Asked] = ()
    decisions: dict[int, Decision] = field(default_factory=dict)
    asked: bool = False
    rounds: int = 0
    journal_ids: dict[int, str] = field(default_factory=dict)
    is_broken_off: bool = False
    gate: Gate = field(default_factory=Gate)

    @property
    def turn(self) -> list[Call]:
        """This turn's calls, in order."""
        return [call for call in self.calls if call.when is When.TURN]

    @property
    def pending(self) -> list[tuple[Asked, Call]]:
        """The writes that wait for a word."""
        asked = [each for each in self.batch if each.place is not None and each.place not in self.decisions]
        calls = [(each, self.calls[each.place]) for each in asked if each.place is not None]
        return [(each, call) for each, call in calls if call.outcome is Outcome.PENDING]

    def record(self, call: Call) -> int:
        """Add a call to the record, and return its place there."""
        self.calls.append(call)
        return len(self.calls) - 1

    def settle(self, place: int, ended: Ended) -> None:
        """Write what became of the call at ``place``."""
        call = self.calls[place]
        self.calls[place] = replace(call, outcome=ended.outcome, reason=ended.reason, result=ended.result)

    def close(self, calls: Sequence[Call]) -> None:
        """Take calls of this turn that the person has been told of for calls of earlier ones."""
        told = {id(call) for call in calls}
        self.calls = [replace(call, when=When.SESSION) if id(call) in told else call for call in self.calls]

    def say(self, role: str, content: str, **more: Any) -> None:
        """Add a message to the conversation."""
        self.messages.append({"role": role, "content": content, **more})

    def conversation(self) -> list[dict[str, Any]]:
        """Return a copy of the messages: a model may keep or change it without harm."""
        return deepcopy(self.messages)

    @property
    def said(self) -> str:
        """What was said so far, by the person and to them: what a reply may repeat though no call bears it."""
        texts = (message.get("content") for message in self.messages)
        return "\n".join(text for text in texts if isinstance(text, str))

    def begin_turn(self, text: str, left: Sequence[Call] = ()) -> None:
        """Begin a turn: the calls so far become the session's, and the person's words stand as they said them.

        :param left: calls of the record that this turn leaves, by going on to something else: they are of this turn.
        """
        of_this = {id(call) for call in left}
        self.close([call for call in self.turn if id(call) not in of_this])
        self.calls = [call for call in self.calls if id(call) not in of_this] + list(left)
        self.journal_ids.clear()
        self.rounds = 0
        self.say("user", text)
