"""Chat completions: ``role``, ``content``, ``tool_calls``; a tool's answer is a message of role ``tool``."""

from __future__ import annotations

from typing import Any

from veraz.records.forms.events import (
    Answered,
    Asked,
    Event,
    Said,
    arguments_of,
    each,
    field,
    id_of,
    name_of,
    result_of,
    wrote,
)


def read(message: Any) -> list[Event] | None:
    """Return what a chat message tells; ``None`` for what is none."""
    role = field(message, "role")
    if role == "user":
        return [Said()]
    if role == "assistant":
        old = field(message, "function_call")
        calls = [*each(field(message, "tool_calls")), *([old] if old else [])]
        return [*wrote(field(message, "content")), *map(_asked, calls)]
    if role in ("tool", "function"):
        given_id, name = field(message, "tool_call_id", "id"), field(message, "name")
        return [Answered(result_of(field(message, "content")), id_of(given_id), name_of(name) or None)]
    return [] if isinstance(role, str) else None  # system, developer


def _asked(call: Any) -> Event:
    inner = field(call, "function", "custom") or call
    own_input = field(inner, "input")
    arguments = {"input": own_input} if isinstance(own_input, str) else arguments_of(field(inner, "arguments", "args"))
    return Asked(name_of(field(inner, "name")), arguments, id_of(field(call, "id")))
