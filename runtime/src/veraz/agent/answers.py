"""What a model answered: a reply, a round of calls, or nonsense. The one place its shapes become types.

A model may return text, ``{"content", "tool_calls"}`` in this library's form or in that of chat completions, a message
or a whole response of an SDK, as dicts or objects, or the pieces of any of these.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call a model asks for.

    :ivar arguments: ``None`` where it gave none that JSON can hold.
    :ivar given_id: the model's own id for it.
    :ivar in_function: whether the model spoke of it as chat completions do, and reads of it in that form too.
    """

    name: str
    arguments: Mapping[str, Any] | None
    given_id: str | None = None
    in_function: bool = False

    def message(self) -> dict[str, Any]:
        """Return the call as it stands in the conversation."""
        told: dict[str, Any] = {"name": self.name, "arguments": dict(self.arguments or {})}
        if self.in_function:
            function = {"name": self.name, "arguments": json.dumps(told["arguments"], ensure_ascii=False)}
            told = {"type": "function", "function": function}
        return told if self.given_id is None else {"id": self.given_id, **told}


Answer = str | tuple[AskedCall, ...] | None
"""The reply; or the calls of a round, at least one; or ``None`` for nonsense."""


def read_answer(given: Any) -> Answer:
    """Read what a model returned. A blank reply is nonsense."""
    messages = [_message(piece) for piece in (given if isinstance(given, list) else [given])]
    fragments = [fragment for message in messages for fragment in _listed(_part(message, "tool_calls"))]
    blocks = [block for message in messages for block in _listed(_part(message, "content"))]
    calls = (*map(_asked, _joined(fragments)), *map(_used, filter(_is_use, blocks)))
    text = "".join(map(_content, messages))
    return calls or (text if text.strip() else None)


def text_of(piece: Any) -> str:
    """Return the text in a piece of an answer."""
    return _content(_message(piece))


def _message(piece: Any) -> Any:
    """Return the message in a piece: a response holds it in its first choice, and a chunk of one what it adds."""
    choices = _part(piece, "choices")
    if not isinstance(choices, list) or not choices:
        return piece
    return _part(choices[0], "message") or _part(choices[0], "delta")


def _content(piece: Any) -> str:
    content = piece if isinstance(piece, str) else _part(piece, "content")
    if isinstance(content, list):  # of blocks
        content = "".join(text for block in content if isinstance(text := _part(block, "text"), str))
    return content if isinstance(content, str) else ""


def _joined(fragments: list[Any]) -> Iterable[Any]:
    """Return the calls in ``fragments``, those that a stream gave in parts under one index put together."""
    whole: dict[Any, Any] = {}
    for place, fragment in enumerate(fragments):
        index, function = _part(fragment, "index"), _part(fragment, "function")
        if not isinstance(index, int) or not isinstance(_part(function, "arguments") or "", str):
            whole["whole", place] = fragment
            continue
        call = whole.setdefault(index, {"id": None, "function": {"name": "", "arguments": ""}})
        call["id"] = call["id"] or _id(fragment)
        for part in ("name", "arguments"):
            call["function"][part] += _part(function, part) or ""
    return whole.values()


def _is_use(block: Any) -> bool:
    return bool(_part(block, "type") == "tool_use")


def _used(block: Any) -> AskedCall:
    return AskedCall(_name(block), _arguments(_part(block, "input")), _id(block))


def _asked(call: Any) -> AskedCall:
    function = _part(call, "function")
    if function is None:
        return AskedCall(_name(call), _arguments(_part(call, "arguments")), _id(call))
    return AskedCall(_name(function), _arguments(_part(function, "arguments")), _id(call), in_function=True)


def _name(call: Any) -> str:
    name = _part(call, "name")
    return name if isinstance(name, str) else ""


def _id(call: Any) -> str | None:
    given = _part(call, "id")
    return given if isinstance(given, str) else None


def _arguments(given: Any) -> dict[str, Any] | None:
    """Return a copy of ``given``, an object or the JSON text of one, or ``None`` where it is neither."""
    try:
        copied = json.loads(json.dumps(json.loads(given) if isinstance(given, str) else given, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None
    return copied if isinstance(copied, dict) else None


def _listed(given: Any) -> list[Any]:
    return list(given) if isinstance(given, list | tuple) else []


def _part(given: Any, name: str) -> Any:
    return given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)
