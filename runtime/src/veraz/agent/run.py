"""A run: the calls of one turn, and what becomes of each.

Reads run at once, refused calls never do, and the writes of a round wait together for the person. Where a write fails,
the run has failed: the rest of the writes are not attempted, and those it made are undone, newest first, by the tools
that can. Where nobody knows what became of a write, nothing more is attempted and nothing is undone.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from difflib import get_close_matches
from typing import Any
from uuid import uuid4

from veraz.agent import masking
from veraz.agent.answers import AskedCall
from veraz.agent.attempt import attempt, reverse
from veraz.agent.doing import Do, Doing
from veraz.agent.journal import Journal
from veraz.agent.session import Asked, Decision, Session
from veraz.agent.steps import Step
from veraz.outcomes import Call, Outcome
from veraz.records.ended import Ended
from veraz.tools import ARGUMENT_SCHEMA, Tool, Toolset

log = logging.getLogger("veraz.agent")


class Run:
    """Admits, runs, skips and undoes the calls of ``session``'s turn, and writes each step in ``steps``."""

    def __init__(
        self, session: Session, tools: Toolset, journal: Journal, steps: list[Step], *, reads_personal: bool
    ) -> None:
        self._session = session
        self._tools = tools
        self._journal = journal
        self._steps = steps
        self._reads_personal = reads_personal

    def take(self, calls: Sequence[AskedCall], said: str = "") -> Doing[None]:
        """Take a round of calls on; it stays open while a write of it waits.

        :param said: what the person has read of the model's words beside the calls.
        """
        self._session.say("assistant", said, tool_calls=[call.message() for call in calls])
        round_ = self._session.rounds
        self._session.batch = [self._admit(f"{round_}.{number}", call) for number, call in enumerate(calls, start=1)]
        for asked in self._session.batch:
            if asked.place is not None and self._session.calls[asked.place].outcome is Outcome.NOT_ATTEMPTED:
                yield from self._run(asked.place)
            self._note_admitted(asked)
        if not self._session.pending:
            self._close()

    def decide(self, decision: Decision, ids: Collection[str]) -> None:
        """Write the person's word on the writes named ``ids`` down."""
        for asked in self._session.batch:
            if asked.id in ids and asked.place is not None:
                self._session.decisions[asked.place] = decision

    def carry_out(self) -> Doing[None]:
        """Do as the person said of each write: run what they approved, in order, as long as each is done."""
        going = True
        for place in self._waiting_places():
            decision = self._session.decisions[place]
            if going and decision.approved:
                going = (yield from self._run_write(place)) is Outcome.DONE
            else:
                self._leave(place, decision.reason)
        self._close()

    def leave(self) -> list[Call]:
        """Leave the writes that wait, and return them."""
        places = self._waiting_places()
        for place in places:
            self._leave(place)
        self._close()
        return [self._session.calls[place] for place in places]

    def untold(self) -> list[Call]:
        """Leave the writes that wait; return those, and all of a turn that was broken off before its reply."""
        left = self.leave()
        if not self._session.is_broken_off:
            return left
        self._session.is_broken_off = False
        return [call for call in self._session.turn if self._tools[call.tool].writes(call.arguments)]

    @property
    def withheld(self) -> bool:
        """Whether a call of this turn returned what a model may not read."""
        return any(self._is_withheld(call) for call in self._session.turn)

    def conversation(self) -> list[dict[str, Any]]:
        """Return what the model reads. A result that it could read once is withheld when it may not any more."""
        return self.readable(self._session.conversation())

    def readable(self, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return ``messages`` as a model may read them: nothing personal that a tool returned, phrasings included."""
        if self._reads_personal:
            return messages
        values = masking.values_of(self._session.calls, self._tools)
        return [masking.without(values, self._without_result(message)) for message in messages]

    def _admit(self, number: str, asked: AskedCall) -> Asked:
        """Put a call in the record as what it is before anything runs: refused, waiting, or not attempted yet."""
        own = uuid4().hex  # a model's own ids may come again, and a late word must not be taken for another write's
        tool = self._tools.get(asked.name)
        if tool is None:  # told to the model alone: the record holds calls of tools there are
            like = get_close_matches(asked.name, self._tools, 1)
            named = f"; its name is like {like[0]!r}" if like else ""
            log.warning("the model asked for a tool there is none of%s; there are %s", named, self._names())
            return Asked(asked.name, None, number, own, asked.given_id)
        reason = ARGUMENT_SCHEMA if asked.arguments is None else tool.refusal(asked.arguments)
        if reason:
            log.warning("a call of %r is refused: %s", tool.name, "; ".join(map(str, tool.faults(asked.arguments))))
        sent = deepcopy(dict(asked.arguments or {}))
        arguments = sent if reason else tool.completed(sent)
        outcome = Outcome.REFUSED if reason else Outcome.PENDING if tool.writes(arguments) else Outcome.NOT_ATTEMPTED
        place = self._session.record(Call(tool.name, arguments, outcome, reason, id=asked.given_id))
        return Asked(tool.name, place, number, own, asked.given_id)

    def _names(self) -> str:
        return ", ".join(self._tools) or "none"

    def _note_admitted(self, asked: Asked) -> None:
        if asked.place is None:
            self._steps.append(Step(f"call {asked.number}", Outcome.REFUSED, "unknown_tool"))
        else:
            self._note(f"call {asked.number} {asked.tool}", asked.place)

    def _waiting_places(self) -> list[int]:
        places = [asked.place for asked in self._session.batch if asked.place is not None]
        return [place for place in places if self._session.calls[place].outcome is Outcome.PENDING]

    def _run_write(self, place: int) -> Doing[Outcome]:
        outcome = yield from self._run(place)
        self._note(f"call {self._session.calls[place].tool}", place)
        if outcome is Outcome.FAILED:
            yield from self._undo()
        return outcome

    def _leave(self, place: int, reason: str | None = None) -> None:
        self._session.settle(place, Ended(Outcome.NOT_ATTEMPTED, reason))
        self._note(f"call {self._session.calls[place].tool}", place)

    def _run(self, place: int) -> Doing[Outcome]:
        """Run the call at ``place``; until it has ended, the record and the journal hold it as ``unknown``."""
        call = self._session.calls[place]
        try:
            begun = yield from self._journalled(self._journal.begin, self._session.user, call.tool, call.arguments)
        except OSError:  # what cannot be written down is not run
            self._session.settle(place, Ended(Outcome.NOT_ATTEMPTED, "journal"))
            return Outcome.NOT_ATTEMPTED
        self._session.journal_ids[place] = begun
        self._session.settle(place, Ended(Outcome.UNKNOWN))
        ended = yield from attempt(self._tools[call.tool], call.arguments)
        return (yield from self._settle(place, ended))

    def _journalled(self, write: Callable[..., Any], *args: Any) -> Doing[Any]:
        """Write to the journal, which is waited for where it is kept on a disk."""
        return (yield Do(write, args)) if self._journal.is_kept else write(*args)

    def _undo(self) -> Doing[None]:
        """Undo the writes this turn made, newest first."""
        for place in sorted(self._session.journal_ids, reverse=True):
            call = self._session.calls[place]
            tool = self._tools[call.tool]
            if call.outcome is Outcome.DONE and tool.undo is not None:
                yield from self._reverse(place, tool)
                self._note(f"undo {call.tool}", place)

    def _reverse(self, place: int, tool: Tool) -> Doing[None]:
        """Undo the call at ``place``; until that has ended, the record and the journal hold it as ``unknown``."""
        call = self._session.calls[place]
        try:
            yield from self._journalled(self._journal.begin_undo, self._session.journal_ids[place], call.result)
        except OSError:  # what cannot be written down is not undone
            self._session.settle(place, Ended(Outcome.DONE, "journal", call.result))
            return
        self._session.settle(place, Ended(Outcome.UNKNOWN, None, call.result))
        ended = yield from reverse(tool, call.arguments, call.result)
        yield from self._settle(place, ended)

    def _settle(self, place: int, ended: Ended) -> Doing[Outcome]:
        self._session.settle(place, ended)
        try:
            yield from self._journalled(self._journal.end, self._session.journal_ids[place], ended)
        except OSError:  # it ran all the same; the journal writes it once it can
            self._steps.append(Step("journal", note="not written"))
        return ended.outcome

    def _close(self) -> None:
        """Tell the model what became of each call of the round."""
        for asked in self._session.batch:
            more = {} if asked.given_id is None else {"tool_call_id": asked.given_id}
            self._session.say("tool", json.dumps(self._told(asked), ensure_ascii=False), name=asked.tool, **more)
        self._session.batch = ()
        self._session.decisions.clear()

    def _told(self, asked: Asked) -> dict[str, Any]:
        """Return what the model reads of a call: nothing that a tool returned, where that may hold personal data."""
        if asked.place is None:
            return {"outcome": Outcome.REFUSED, "reason": "unknown_tool"}
        call = self._session.calls[asked.place]
        if self._is_withheld(call):
            return {"outcome": call.outcome}
        undone = [other.tool for other in self._session.turn if other.outcome is Outcome.UNDONE]
        told: dict[str, Any] = {"outcome": call.outcome, "reason": call.reason, "result": call.result}
        if call.outcome is Outcome.REFUSED and (faults := self._tools[call.tool].faults(call.arguments)):
            told["faults"] = [str(fault) for fault in faults]
        if call.outcome is Outcome.FAILED and undone:  # of earlier rounds too, whose messages said they were done
            told["undone"] = undone
        return {key: value for key, value in told.items() if value is not None}

    def _without_result(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["role"] != "tool" or not self._returns_personal(message["name"]):
            return message
        told = json.loads(message["content"])
        return {**message, "content": json.dumps({"outcome": told["outcome"]})} if "result" in told else message

    def _is_withheld(self, call: Call) -> bool:
        return call.result is not None and not self._reads_personal and self._returns_personal(call.tool)

    def _returns_personal(self, name: str) -> bool:
        tool = self._tools.get(name)
        return tool is not None and bool(tool.personal_paths("output"))

    def _note(self, name: str, place: int) -> None:
        call = self._session.calls[place]
        self._steps.append(Step(name, call.outcome, call.reason))
