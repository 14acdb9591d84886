"""LangChain's messages: of type ``human``, ``ai`` or ``tool``; a call has ``args``, an answer a status."""

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

_PERSON, _AGENT, _TOOL, _OTHERS = (
    ("human", "HumanMessage"),
    ("ai", "AIMessage"),
    ("tool",),
    ("system", "remove", "chat"),
)
_CHUNK = "MessageChunk"


def read(message: Any) -> list[Event] | None:
    """Return what such a message tells; ``None`` for any other."""
    kind = field(message, "type")
    kind = kind.removesuffix("Chunk") if isinstance(kind, str) and kind.endswith(_CHUNK) else kind
    message = field(message, "data") or message  # as they are stored
    if kind in _PERSON:
        return [Said()]
    if kind in _AGENT:
        asked = [_asked(call) for call in each(field(message, "tool_calls"))]
        malformed = [_asked(call, malformed=True) for call in each(field(message, "invalid_tool_calls"))]
        return [*wrote(field(message, "content")), *asked, *malformed]
    if kind in _TOOL and field(message, "tool_call_id") is not None:
        name, is_error = name_of(field(message, "name")), field(message, "status") == "error"
        return [Answered(result_of(field(message, "content")), id_of(field(message, "tool_call_id")), name, is_error)]
    return [] if kind in _OTHERS else None


def _asked(call: Any, *, malformed: bool = False) -> Event:
    arguments = None if malformed else arguments_of(field(call, "args"))
    return Asked(name_of(field(call, "name")), arguments, id_of(field(call, "id")))
