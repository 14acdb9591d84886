"""What became of a call: from the call itself and what it returned, never from what a model says."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, is_dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from inspect import signature
from pathlib import Path
from traceback import extract_tb
from typing import Any

from veraz.agent.doing import Do, Doing
from veraz.errors import OutcomeUnknown
from veraz.outcomes import Outcome
from veraz.tools import Tool

log = logging.getLogger("veraz.agent")

_REASON_LIMIT = 200  # characters; a reason is read aloud inside a sentence


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended: its outcome, a short reason where it did not run well, and what it returned."""

    outcome: Outcome
    reason: str | None = None
    result: Any = None


def attempt(tool: Tool, arguments: Mapping[str, Any]) -> Doing[Ended]:
    """Run ``tool`` once, on a copy of ``arguments``, and return what became of it.

    An error is ``failed``; a time-out, the tool's own or that of ``tool.timeout`` (seconds), and ``OutcomeUnknown``
    are ``unknown``; a result that plainly says it failed is ``failed`` with the reason it gives.
    """
    if tool.run is None:
        return Ended(Outcome.FAILED, "nothing to run")
    return (yield from _ended(tool, Do(tool.run, kwargs=deepcopy(dict(arguments)), timeout=tool.timeout)))


def reverse(tool: Tool, arguments: Mapping[str, Any], result: Any) -> Doing[Ended]:
    """Undo a call that ran: ``undone``; still ``done`` where undoing fails; ``unknown`` where nobody can tell.

    ``tool.undo`` is called with the arguments by name, and with what the call returned where it takes a ``result``.
    """
    undo = tool.undo
    if undo is None:
        return Ended(Outcome.DONE, result=result)
    more = {"result": result} if "result" in signature(undo).parameters and "result" not in arguments else {}
    given = deepcopy({**arguments, **more})
    ended = yield from _ended(tool, Do(undo, kwargs=given, timeout=tool.timeout))
    outcome = {Outcome.DONE: Outcome.UNDONE, Outcome.FAILED: Outcome.DONE}.get(ended.outcome, ended.outcome)
    return Ended(outcome, None if outcome is Outcome.UNDONE else ended.reason, result)


def error_name(error: BaseException) -> str:
    """Return a short reason with no personal data: the error's own code, else its class in words; never its message.

    ``CardDeclined`` gives "card declined"; a string in the error's ``reason`` or ``code`` attribute comes first.
    """
    for attribute in ("reason", "code"):
        given = getattr(error, attribute, None)
        if isinstance(given, str) and given.strip():
            return _short(given)
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", type(error).__name__)
    return _short(words.replace("_", " ").lower())


def error_and_place(error: BaseException) -> str:
    """Return what was raised and where, for a log line: ``KeyError at shop.py:41``. Its message may hold anything."""
    frames = extract_tb(error.__traceback__)
    return type(error).__name__ + (f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "")


def _ended(tool: Tool, do: Do) -> Doing[Ended]:
    try:
        given = yield do
    except Exception as error:  # a tool is someone else's code: whatever it raises, the turn goes on
        outcome = Outcome.UNKNOWN if _in_doubt(error) else Outcome.FAILED
        log.warning("tool %r raised %s; the call is %s", tool.name, error_and_place(error), outcome)
        return Ended(outcome, error_name(error))
    result = plain(given)
    failure = _told_failure(result)
    return Ended(Outcome.DONE, None, result) if failure is None else Ended(Outcome.FAILED, failure or None, result)


def _in_doubt(error: Exception) -> bool:
    """Tell whether the call may have taken effect. HTTP clients name their time-outs so without subclassing ours."""
    return isinstance(error, OutcomeUnknown) or any("timeout" in kind.__name__.lower() for kind in type(error).__mro__)


def _told_failure(result: Any) -> str | None:
    """Return the reason of a result that plainly says it failed ("" where it gives none), or ``None``."""
    if not isinstance(result, Mapping):
        return None
    error = result.get("error")
    if result.get("ok") is not False and result.get("isError") is not True and not error:
        return None
    return _reason_in(error) or _reason_in(result.get("reason")) or _reason_in(result.get("content")) or ""


def _reason_in(given: Any) -> str:
    """Return the reason in an error text, an error object, or the content blocks of a tool protocol."""
    if isinstance(given, str):
        return _short(given)
    if isinstance(given, list):
        return next((text for item in given if (text := _reason_in(item))), "")
    if isinstance(given, Mapping):
        return next((text for key in ("reason", "message", "text", "code") if (text := _reason_in(given.get(key)))), "")
    return ""


def _short(text: str) -> str:
    return " ".join(text.split())[:_REASON_LIMIT].rstrip(" .")


def plain(value: Any) -> Any:
    """Return ``value`` as plain JSON values; what JSON cannot hold (a cycle, NaN) comes back as ``None``."""
    try:
        return json.loads(json.dumps(value, default=_plain_object, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None  # the call ran all the same; only its result cannot be told


def _plain_object(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    if dump := getattr(value, "model_dump", None):
        return dump(mode="json")
    return str(value)
