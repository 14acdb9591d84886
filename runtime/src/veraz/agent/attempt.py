"""What became of a call: from the call itself and what it returned, never from what a model says."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import replace
from inspect import signature
from typing import Any

from veraz.outcomes import Outcome
from veraz.records.ended import Ended, ended, raised
from veraz.tools import Tool

_HERE = {Outcome.REFUSED: Outcome.FAILED, Outcome.PENDING: Outcome.NOT_ATTEMPTED}
"""What a tool's own refusal, or its own wait for an approval, is to the agent that ran it."""


def attempt(tool: Tool, arguments: Mapping[str, Any]) -> Ended:
    """Run ``tool`` once and tell what became of it.

    An error is ``failed``; a time-out, the tool's own or that of ``tool.timeout`` (seconds), and ``OutcomeUnknown``
    are ``unknown``; a result that plainly says it failed is ``failed`` with the reason it gives.
    """
    run = tool.run
    if run is None:
        return Ended(Outcome.FAILED, "nothing_to_run")
    got = _ended(lambda: run(**arguments), tool.timeout, tool)
    return replace(got, outcome=_HERE.get(got.outcome, got.outcome))


def reverse(tool: Tool, arguments: Mapping[str, Any], result: Any) -> Ended:
    """Undo a call that ran: ``undone``; still ``done`` where undoing fails; ``unknown`` where nobody can tell.

    ``tool.undo`` is called with the arguments by name, and with what the call returned where it takes a ``result``.
    """
    undo = tool.undo
    if undo is None:
        return Ended(Outcome.DONE, result=result)
    more = {"result": result} if "result" in signature(undo).parameters and "result" not in arguments else {}
    got = _ended(lambda: undo(**arguments, **more), tool.timeout)
    outcome = {Outcome.DONE: Outcome.UNDONE, Outcome.UNKNOWN: Outcome.UNKNOWN}.get(got.outcome, Outcome.DONE)
    return Ended(outcome, None if outcome is Outcome.UNDONE else got.reason, result)


def _ended(run: Callable[[], Any], timeout: float | None, tool: Tool | None = None) -> Ended:
    try:
        result = run() if timeout is None else _within(timeout, run)
    except Exception as error:  # a tool is someone else's code: whatever it raises, the turn goes on
        return raised(error)
    return ended(result, tool=tool)


def _within(seconds: float, run: Callable[[], Any]) -> Any:
    """Run in a thread of its own, so that a call that hangs does not hold the person up; a late result is dropped."""
    got: list[Any] = []
    raised: list[Exception] = []

    def body() -> None:
        try:
            got.append(run())
        except Exception as error:  # carried over to the caller's thread, which judges it
            raised.append(error)

    thread = threading.Thread(target=copy_context().run, args=(body,), daemon=True)
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if not got:
        raise TimeoutError
    return got[0]
