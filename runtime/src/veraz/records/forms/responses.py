"""Items of the Responses interface: a call and its output are items of their own, tied by ``call_id``."""

from __future__ import annotations

from typing import Any

from veraz.outcomes import Outcome
from veraz.records.forms.events import (
    Answered,
    Asked,
    Event,
    Said,
    arguments_of,
    field,
    id_of,
    name_of,
    result_of,
    wrote,
)

_ASKS = ("function_call", "custom_tool_call", "mcp_approval_request")
_ANSWERS = ("function_call_output", "custom_tool_call_output")


def read(item: Any) -> list[Event] | None:
    """Return what an item tells; ``None`` for what is none."""
    kind = field(item, "type")
    if kind == "message":
        role = field(item, "role")
        return wrote(field(item, "content")) if role == "assistant" else [Said()] if role == "user" else []
    if kind in _ASKS:
        return [_asked(item)]
    if kind in _ANSWERS:
        return [Answered(result_of(field(item, "output")), id_of(field(item, "call_id")))]
    if kind == "mcp_call":
        return [_asked(item), _answered_there(item)]
    if kind == "mcp_approval_response":
        denied = Answered(None, id_of(field(item, "approval_request_id")), outcome=Outcome.NOT_ATTEMPTED)
        return [] if field(item, "approve") else [denied]
    return (
        [] if isinstance(kind, str) and field(item, "role") is None else None
    )  # reasoning, and the provider's own tools


def _asked(item: Any) -> Event:
    own_input = field(item, "input")
    arguments = {"input": own_input} if isinstance(own_input, str) else arguments_of(field(item, "arguments"))
    return Asked(name_of(field(item, "name")), arguments, id_of(field(item, "call_id", "id")))


def _answered_there(item: Any) -> Event:
    """Return what a call that the provider made itself came to."""
    error = field(item, "error")
    result = result_of(field(item, "output") if error is None else error)
    return Answered(result, id_of(field(item, "id")), is_error=error is not None)
