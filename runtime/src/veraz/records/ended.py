"""What became of a call, from what its tool returned. One pure function over a table.

A call whose tool returned something is ``done`` unless the result plainly says otherwise. The exception is a text that
is not understood, of a tool that declares it returns no text: whether that call took effect is ``unknown``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from veraz.outcomes import Outcome
from veraz.records.declared import meets
from veraz.records.objects import json_in, reason_in, told_by
from veraz.records.plain import attempted, plain
from veraz.records.raised import error_name, in_doubt
from veraz.records.redacting import without_secrets
from veraz.records.result_shapes import shapes
from veraz.records.told import Act, Told
from veraz.tools import Tool


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended: its outcome, a short reason where it did not run well, and what it returned."""

    outcome: Outcome
    reason: str | None = None
    result: Any = None


Named = Tool | Callable[..., Any] | Mapping[str, Any]
"""A tool, as :meth:`Tool.of` takes it."""


def outcome_of(result: Any, is_error: bool | None = None, tool: Named | None = None) -> Outcome:
    """Return what became of a call that returned ``result``.

    :param is_error: what the protocol or the framework says of it, where it does: an error never comes out as done.
    :param tool: whose call it was; what it declares, and whether it only looks up, tell what its results mean.
    :raises ToolError: for a ``tool`` that :meth:`Tool.of` does not take.
    """
    return ended(result, is_error, None if tool is None else Tool.of(tool)).outcome


def reason_of(result: Any, is_error: bool | None = None, tool: Named | None = None) -> str | None:
    """Return the short reason that ``result`` gives for a call that did not run well, or ``None``.

    The parameters are those of :func:`outcome_of`.
    """
    return ended(result, is_error, None if tool is None else Tool.of(tool)).reason


def ended(result: Any, is_error: bool | None = None, tool: Tool | None = None) -> Ended:
    """Return how a call ended that returned ``result``; the parameters are those of :func:`outcome_of`."""
    if isinstance(result, BaseException):
        return raised(result)
    told = plain(result)
    found = _judged(_seen(result, told), told, is_error, tool)
    return Ended(found.outcome, found.reason, without_secrets(told) if found.outcome is not Outcome.DONE else told)


def raised(error: BaseException) -> Ended:
    """Return how a call ended that raised ``error``: ``unknown`` where it may have taken effect, else ``failed``."""
    return Ended(Outcome.UNKNOWN if in_doubt(error) else Outcome.FAILED, error_name(error))


def _judged(seen: Any, told: Any, is_error: bool | None, tool: Tool | None) -> Told:
    act = Act.of(tool)
    found = told_by(seen, act)
    if is_error:
        return found if found and found.outcome is not Outcome.DONE else Told(Outcome.FAILED, reason_in(seen))
    ruled = _ruled(told, tool)
    if ruled is not None:  # what the tool says of itself comes before all but a failure told outright
        outright = told_by(seen, act.looking_up)
        if outright and outright.outcome is not Outcome.DONE:
            return outright
        return found if ruled is Outcome.UNKNOWN and found and found.outcome is Outcome.FAILED else Told(ruled)
    if found is not None:
        return found
    return Told(Outcome.DONE if _is_understood(told, act) else Outcome.UNKNOWN)


def _ruled(told: Any, tool: Tool | None) -> Outcome | None:
    """Return what the tool's own conditions make of a result; ``None`` where it has none that tell."""
    if tool is None:
        return None
    where = f"tool {tool.name!r}"
    if tool.pending_when is not None and meets(tool.pending_when, told, f"{where}: pending_when") is not False:
        return Outcome.UNKNOWN
    if tool.done_when is None:
        return None
    return Outcome.DONE if meets(tool.done_when, told, f"{where}: done_when") else Outcome.UNKNOWN


def _is_understood(told: Any, act: Act) -> bool:
    """Tell whether a result that says nothing of its call is one that the tool may return: no text for an object."""
    if not isinstance(told, str) or act.returns_text:
        return True
    return json_in(told.strip()) is not None or act.may_return(attempted(json.loads, told))


def _seen(result: Any, told: Any) -> Any:
    """Return what is read of a result: of an object, also what its class computes, such as ``ok`` of a response."""
    if isinstance(told, list | str) or isinstance(result, Mapping) or result is None:
        return told
    shown = {name: attempted(attrgetter(name), result) for name in shapes().attributes}
    kept = {name: value for name, value in shown.items() if isinstance(value, bool | int | str)}
    return {**told, **kept} if isinstance(told, Mapping) else kept or told
