"""A run: the calls of one turn, and what becomes of each.

Reads run at once, refused calls never do, and the writes of a round wait together for the person. Where a write fails,
the run has failed: the rest of the writes are not attempted, and those it made are undone, newest first, by the tools
that can. Where nobody knows what became of a write, nothing more is attempted and nothing is undone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from veraz.agent.answers import AskedCall
from veraz.agent.attempt import attempt, reverse
from veraz.agent.journal import Journal
from veraz.agent.session import Asked, Session
from veraz.agent.steps import Step
from veraz.outcomes import Call, Outcome
from veraz.records.ended import Ended
from veraz.tools import ARGUMENT_SCHEMA, Tool, Toolset


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

    def take(self, calls: Sequence[AskedCall]) -> None:
        """Take a round of calls on; it stays open while a write of it waits."""
        self._session.say("assistant", "", tool_calls=[call.message() for call in calls])
        self._session.batch = [self._admit(number, call) for number, call in enumerate(calls, start=1)]
        if not self._session.pending:
            self._close()

    def approve(self) -> None:
        """Run the writes that wait, in order, as long as each is done."""
        going = True
        for place in self._waiting_places():
            if going:
                going = self._run_write(place) is Outcome.DONE
            else:
                self._leave(place)
        self._close()

    def skip(self) -> None:
        """Leave the writes that wait."""
        for place in self._waiting_places():
            self._leave(place)
        self._close()

    @property
    def withheld(self) -> bool:
        """Whether a call of this turn returned what a model may not read."""
        return any(self._is_withheld(call) for call in self._session.turn)

    def conversation(self) -> list[dict[str, Any]]:
        """Return what the model reads. A result that it could read once is withheld when it may not any more."""
        messages = self._session.conversation()
        return messages if self._reads_personal else [self._without_result(message) for message in messages]

    def _admit(self, number: int, asked: AskedCall) -> Asked:
        name = f"call {self._session.rounds}.{number}"
        tool = self._tools.get(asked.name)
        if tool is None:  # told to the model alone: the record holds calls of tools there are
            self._steps.append(Step(name, Outcome.REFUSED, "unknown_tool"))
            return Asked(asked.name, None, asked.given_id)
        reason = ARGUMENT_SCHEMA if asked.arguments is None else tool.refusal(asked.arguments)
        outcome = Outcome.REFUSED if reason else Outcome.PENDING if tool.write else Outcome.NOT_ATTEMPTED
        place = self._session.record(Call(tool.name, asked.arguments or {}, outcome, reason))
        if outcome is Outcome.NOT_ATTEMPTED:
            self._run(place)
        self._note(f"{name} {tool.name}", place)
        return Asked(tool.name, place, asked.given_id)

    def _waiting_places(self) -> list[int]:
        places = [asked.place for asked in self._session.batch if asked.place is not None]
        return [place for place in places if self._session.calls[place].outcome is Outcome.PENDING]

    def _run_write(self, place: int) -> Outcome:
        outcome = self._run(place)
        self._note(f"call {self._session.calls[place].tool}", place)
        if outcome is Outcome.FAILED:
            self._undo()
        return outcome

    def _leave(self, place: int) -> None:
        self._session.settle(place, Ended(Outcome.NOT_ATTEMPTED))
        self._note(f"call {self._session.calls[place].tool}", place)

    def _run(self, place: int) -> Outcome:
        """Run the call at ``place``; until it has ended, the record and the journal hold it as ``unknown``."""
        call = self._session.calls[place]
        try:
            self._session.journal_ids[place] = self._journal.begin(self._session.user, call.tool, call.arguments)
        except OSError:  # what cannot be written down is not run
            self._session.settle(place, Ended(Outcome.NOT_ATTEMPTED, "journal"))
            return Outcome.NOT_ATTEMPTED
        self._session.settle(place, Ended(Outcome.UNKNOWN))
        return self._settle(place, attempt(self._tools[call.tool], call.arguments))

    def _undo(self) -> None:
        """Undo the writes this turn made, newest first."""
        for place in sorted(self._session.journal_ids, reverse=True):
            call = self._session.calls[place]
            tool = self._tools[call.tool]
            if call.outcome is Outcome.DONE and tool.undo is not None:
                self._reverse(place, tool)
                self._note(f"undo {call.tool}", place)

    def _reverse(self, place: int, tool: Tool) -> None:
        """Undo the call at ``place``; until that has ended, the record and the journal hold it as ``unknown``."""
        call = self._session.calls[place]
        try:
            self._journal.begin_undo(self._session.journal_ids[place], call.result)
        except OSError:  # what cannot be written down is not undone
            self._session.settle(place, Ended(Outcome.DONE, "journal", call.result))
            return
        self._session.settle(place, Ended(Outcome.UNKNOWN, None, call.result))
        self._settle(place, reverse(tool, call.arguments, call.result))

    def _settle(self, place: int, ended: Ended) -> Outcome:
        self._session.settle(place, ended)
        try:
            self._journal.end(self._session.journal_ids[place], ended)
        except OSError:  # it ran all the same; the journal writes it once it can
            self._steps.append(Step("journal", note="not written"))
        return ended.outcome

    def _close(self) -> None:
        """Tell the model what became of each call of the round."""
        for asked in self._session.batch:
            more = {} if asked.given_id is None else {"tool_call_id": asked.given_id}
            self._session.say("tool", json.dumps(self._told(asked), ensure_ascii=False), name=asked.tool, **more)
        self._session.batch = ()

    def _told(self, asked: Asked) -> dict[str, Any]:
        """Return what the model reads of a call: nothing that a tool returned, where that may hold personal data."""
        if asked.place is None:
            return {"outcome": Outcome.REFUSED, "reason": "unknown_tool"}
        call = self._session.calls[asked.place]
        if self._is_withheld(call):
            return {"outcome": call.outcome}
        undone = [other.tool for other in self._session.turn if other.outcome is Outcome.UNDONE]
        told = {"outcome": call.outcome, "reason": call.reason, "result": call.result}
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
