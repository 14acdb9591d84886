"""Calls out of what messages tell: each call that was asked for, with what it came to. Pure; knows no form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from veraz.outcomes import Call, Outcome, When
from veraz.records.ended import Ended, ended
from veraz.records.forms.events import Answered, Asked, Event, Said, Wrote
from veraz.records.reasons import cleaned
from veraz.tools import ARGUMENT_SCHEMA, Tool

ToolNamed = Callable[[str], Tool | None]


@dataclass(slots=True)
class _Attempt:
    """A call on its way.

    :ivar round: in which round of calls it was asked for; the agent's words and the person's end one.
    """

    asked: Asked
    round: int
    when: When = When.TURN
    answer: Answered | None = None


def paired(events: Iterable[Event], tool_named: ToolNamed) -> tuple[list[Call], str | None]:
    """Return the calls that were asked for, in order, and the reply: what the agent wrote last, if nothing came after.

    A call that nothing answered waits for the person where the messages end with its round. Where they went on, nobody
    knows what became of it.
    """
    attempts: list[_Attempt] = []
    number, before, reply = 0, None, None
    for event in events:
        if isinstance(event, Answered):
            _answer(attempts, event, number)
        else:
            number += not (isinstance(event, Asked) and isinstance(before, Asked))
        if isinstance(event, Asked):
            attempts.append(_Attempt(event, number))
        elif isinstance(event, Said):
            for attempt in attempts:
                attempt.when = When.SESSION
        reply = event.text if isinstance(event, Wrote) else None
        before = event
    return [_call(attempt, number, tool_named(attempt.asked.name)) for attempt in attempts], reply


def _answer(attempts: list[_Attempt], answer: Answered, number: int) -> None:
    """Give the answer to its call; one whose asking is not among the messages is a call all the same."""
    found = _asked_for(attempts, answer)
    if found is not None:
        found.answer = answer
    elif answer.name:
        attempts.append(_Attempt(Asked(answer.name, {}, answer.id), number, answer=answer))


def _asked_for(attempts: list[_Attempt], answer: Answered) -> _Attempt | None:
    if answer.id is not None and (same := [each for each in attempts if each.asked.id == answer.id]):
        return next((each for each in same if each.answer is None), same[-1])
    nameless = [each for each in attempts if each.answer is None and (answer.id is None or each.asked.id is None)]
    named = (each for each in nameless if answer.name in (None, each.asked.name))
    return next(named, None)


def _call(attempt: _Attempt, last: int, tool: Tool | None) -> Call:
    asked = attempt.asked
    came_to = _came_to(attempt, last, tool)
    arguments = asked.arguments or {}
    return Call(asked.name, arguments, came_to.outcome, came_to.reason, came_to.result, attempt.when, asked.id)


def _came_to(attempt: _Attempt, last: int, tool: Tool | None) -> Ended:
    answer, malformed = attempt.answer, attempt.asked.arguments is None
    if answer is None:
        if malformed:
            return Ended(Outcome.REFUSED, ARGUMENT_SCHEMA)
        return Ended(Outcome.PENDING if attempt.round == last else Outcome.UNKNOWN)
    got = ended(answer.result, answer.is_error or answer.outcome is Outcome.FAILED, tool)
    if malformed and got.outcome is not Outcome.DONE:
        return Ended(Outcome.REFUSED, ARGUMENT_SCHEMA, got.result)
    if answer.outcome in (None, Outcome.FAILED):
        return got
    refused = ARGUMENT_SCHEMA if answer.outcome is Outcome.REFUSED else None
    return Ended(answer.outcome, refused or got.reason or cleaned(answer.result), got.result)
