"""Anthropic's messages: calls and results are blocks of the content, a result in a message of the user's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from veraz.records.forms.events import (
    Answered,
    Asked,
    Event,
    arguments_of,
    each,
    field,
    id_of,
    name_of,
    result_of,
    wrote,
)

_ASKS = ("tool_use", "server_tool_use", "mcp_tool_use")
_RESULT = "tool_result"


def read(message: Any) -> list[Event] | None:
    """Return what a message tells that has blocks of calls or results; ``None`` for any other."""
    blocks = list(each(field(message, "content")))
    if field(message, "role") not in ("user", "assistant") or not any(map(_is_of_a_call, blocks)):
        return None
    return [event for block in blocks for event in _read(block, field(message, "role"))]


def _is_of_a_call(block: Any) -> bool:
    kind = field(block, "type")
    return isinstance(kind, str) and (kind in _ASKS or kind.endswith(_RESULT))


def _read(block: Any, role: str) -> Iterator[Event]:
    kind = str(field(block, "type"))
    if kind in _ASKS:
        yield Asked(name_of(field(block, "name")), arguments_of(field(block, "input")), id_of(field(block, "id")))
    elif kind.endswith(_RESULT):
        given_id, is_error = id_of(field(block, "tool_use_id")), field(block, "is_error")
        yield Answered(result_of(field(block, "content")), given_id, is_error=is_error)
    elif role == "assistant":
        yield from wrote([block])
