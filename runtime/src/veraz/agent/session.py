"""What the agent remembers of one person: the conversation, the record of calls, and what waits for their word."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from veraz.outcomes import Call, Outcome, When
from veraz.records.ended import Ended
from veraz.replies.check import Checker


@dataclass(frozen=True, slots=True)
class Waiting:
    """A write that waits for the person, and the question to put to them («Run refund_card?»)."""

    tool: str
    arguments: Mapping[str, Any]
    wording: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of a batch: where it stands in the record (``None`` for one of no tool), and the model's own id for it."""

    tool: str
    place: int | None
    given_id: str | None = None


@dataclass(slots=True)
class Session:
    """One person's memory. The agent holds its lock while a turn of theirs runs.

    :ivar checker: what this turn began with, and is held with to its end, waiting for the person's word included.
    :ivar messages: the conversation as models read it: role and content, nothing the person did not read or say.
    :ivar calls: the record, oldest first; this turn's calls are its tail.
    :ivar batch: the calls of the batch that waits; empty where none does.
    :ivar asked: whether the person was asked to say it again since the last turn that was read.
    :ivar rounds: how often the model was called this turn.
    :ivar journal_ids: by its place in the record, the id of each call that this turn ran.
    """

    user: str
    checker: Checker
    calls: list[Call] = field(default_factory=list)
    messages: list[dict[str, Any]] = field(default_factory=list)
    batch: Sequence[Asked] = ()
    asked: bool = False
    rounds: int = 0
    journal_ids: dict[int, str] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def turn(self) -> list[Call]:
        """This turn's calls, in order."""
        return [call for call in self.calls if call.when is When.TURN]

    @property
    def pending(self) -> list[Call]:
        """The writes that wait."""
        return [call for call in self.turn if call.outcome is Outcome.PENDING]

    def record(self, call: Call) -> int:
        """Add a call to the record, and return its place there."""
        self.calls.append(call)
        return len(self.calls) - 1

    def settle(self, place: int, ended: Ended) -> None:
        """Write what became of the call at ``place``."""
        call = self.calls[place]
        self.calls[place] = replace(call, outcome=ended.outcome, reason=ended.reason, result=ended.result)

    def say(self, role: str, content: str, **more: Any) -> None:
        """Add a message to the conversation."""
        self.messages.append({"role": role, "content": content, **more})

    def conversation(self) -> list[dict[str, Any]]:
        """Return a copy of the messages: a model may keep or change it without harm."""
        return deepcopy(self.messages)

    def begin_turn(self, text: str) -> None:
        """Begin a turn: the calls so far become the session's, and the person's words stand as they said them."""
        self.calls = [replace(call, when=When.SESSION) for call in self.calls]
        self.journal_ids.clear()
        self.rounds = 0
        self.say("user", text)
