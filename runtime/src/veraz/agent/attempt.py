"""Running a call: what became of it, from the call itself and what it returned, never from what a model says."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from inspect import signature
from pathlib import Path
from traceback import extract_tb
from typing import Any

from veraz.agent.doing import Do, Doing
from veraz.outcomes import Outcome
from veraz.records.ended import Ended, ended, raised
from veraz.tools import Tool

log = logging.getLogger("veraz.agent")

_HERE = {Outcome.REFUSED: Outcome.FAILED, Outcome.PENDING: Outcome.NOT_ATTEMPTED}
"""What a tool's own refusal, or its own wait for an approval, is to the agent that ran it."""


def attempt(tool: Tool, arguments: Mapping[str, Any]) -> Doing[Ended]:
    """Run ``tool`` once, on a copy of ``arguments``, and return what became of it.

    An error is ``failed``; a time-out, the tool's own or that of ``tool.timeout`` (seconds), and ``OutcomeUnknown``
    are ``unknown``; a result that plainly says it failed is ``failed`` with the reason it gives.
    """
    if tool.run is None:
        return Ended(Outcome.FAILED, "nothing_to_run")
    do = Do(tool.run, kwargs=deepcopy(dict(arguments)), timeout=tool.timeout)
    came = yield from _ended(tool.name, do, tool)
    return replace(came, outcome=_HERE.get(came.outcome, came.outcome))


def reverse(tool: Tool, arguments: Mapping[str, Any], result: Any) -> Doing[Ended]:
    """Undo a call that ran: ``undone``; still ``done`` where undoing fails; ``unknown`` where nobody can tell.

    ``tool.undo`` is called with the arguments by name, and with what the call returned where it takes a ``result``.
    """
    undo = tool.undo
    if undo is None:
        return Ended(Outcome.DONE, result=result)
    more = {"result": result} if "result" in signature(undo).parameters and "result" not in arguments else {}
    came = yield from _ended(
        f"{tool.name} undo", Do(undo, kwargs=deepcopy({**arguments, **more}), timeout=tool.timeout)
    )
    outcome = {Outcome.DONE: Outcome.UNDONE, Outcome.UNKNOWN: Outcome.UNKNOWN}.get(came.outcome, Outcome.DONE)
    return Ended(outcome, None if outcome is Outcome.UNDONE else came.reason, result)


def error_and_place(error: BaseException) -> str:
    """Return what was raised and where, for a log line: ``KeyError at shop.py:41``. Its message may hold anything."""
    frames = extract_tb(error.__traceback__)
    return type(error).__name__ + (f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "")


def _ended(name: str, do: Do, tool: Tool | None = None) -> Doing[Ended]:
    try:
        given = yield do
    except Exception as error:  # a tool is someone else's code: whatever it raises, the turn goes on
        came = raised(error)
        log.warning("tool %r raised %s; the call is %s", name, error_and_place(error), came.outcome)
        return came
    return ended(given, tool=tool)
