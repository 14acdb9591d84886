"""What a model answered: a reply, a round of calls, or nonsense. The one place its shapes become types.

A model may return text, ``{"content", "tool_calls"}`` in this library's form or in that of chat completions, a message
or a whole response of an SDK (chat completions, Responses, Anthropic, Gemini, LangChain), as dicts or objects, or the
pieces of any of these.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from veraz.records.forms import gemini, responses
from veraz.records.forms.events import Asked, Event, Wrote, each, field, id_of, name_of


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
    fragments = [fragment for message in messages for fragment in each(field(message, "tool_calls"))]
    blocks = [block for message in messages for block in each(field(message, "content"))]
    events = [event for message in messages for event in _items(message)]
    own = (*map(_asked, _joined(fragments)), *map(_used, filter(_is_use, blocks)))
    others = (AskedCall(each.name, each.arguments, each.id) for each in events if isinstance(each, Asked))
    text = "".join([*map(_content, messages), *(each.text for each in events if isinstance(each, Wrote))])
    return (*own, *others) or (text if text.strip() else None)


def text_of(piece: Any) -> str:
    """Return the text in a piece of an answer, blanks included."""
    return _content(_message(piece))


def _message(piece: Any) -> Any:
    """Return the message in a piece: a response holds it in its first choice, and a chunk of one what it adds."""
    choices = [*each(field(piece, "choices"))]
    return field(choices[0], "message", "delta") if choices else field(piece, "message") or piece


def _items(response: Any) -> list[Event]:
    """Return what a response tells that is a list of items or of candidates, and not one message."""
    candidates = [*each(field(response, "candidates"))]
    items = [event for item in each(field(response, "output")) for event in responses.read(item) or ()]
    return items + (gemini.read(field(candidates[0], "content")) or [] if candidates else [])


def _content(message: Any) -> str:
    content = message if isinstance(message, str) else field(message, "content")
    if isinstance(content, str):
        return content
    texts = (field(block, "text") for block in each(content))
    return "".join(text for text in texts if isinstance(text, str))


def _joined(fragments: list[Any]) -> Iterable[Any]:
    """Return the calls in ``fragments``, those that a stream gave in parts under one index put together."""
    whole: dict[Any, Any] = {}
    for place, fragment in enumerate(fragments):
        index, function = field(fragment, "index"), field(fragment, "function")
        if not isinstance(index, int) or not isinstance(field(function, "arguments") or "", str):
            whole["whole", place] = fragment
            continue
        call = whole.setdefault(index, {"id": None, "function": {"name": "", "arguments": ""}})
        call["id"] = call["id"] or field(fragment, "id")
        for part in ("name", "arguments"):
            call["function"][part] += field(function, part) or ""
    return whole.values()


def _is_use(block: Any) -> bool:
    return bool(field(block, "type") == "tool_use")


def _used(block: Any) -> AskedCall:
    return AskedCall(name_of(field(block, "name")), _arguments(field(block, "input")), id_of(field(block, "id")))


def _asked(call: Any) -> AskedCall:
    function = field(call, "function")
    spoken = call if function is None else function
    arguments = _arguments(field(spoken, "arguments", "args"))
    return AskedCall(name_of(field(spoken, "name")), arguments, id_of(field(call, "id")), function is not None)


def _arguments(given: Any) -> dict[str, Any] | None:
    """Return a copy of ``given``, an object or the JSON text of one, or ``None`` where it is neither."""
    try:
        copied = json.loads(json.dumps(json.loads(given) if isinstance(given, str) else given, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None
    return copied if isinstance(copied, dict) else None
