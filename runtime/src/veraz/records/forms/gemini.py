"""Gemini's contents: parts with a ``functionCall`` or a ``functionResponse``; the agent's role is ``model``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from veraz.records.forms.events import Answered, Asked, Event, Said, arguments_of, each, field, id_of, name_of, wrote
from veraz.records.plain import plain


def read(content: Any) -> list[Event] | None:
    """Return what a content tells; ``None`` for what is none."""
    parts = list(each(field(content, "parts")))
    if not parts or field(content, "role") not in ("user", "model", "function", "tool"):
        return None
    events = [event for part in parts for event in _read(part, field(content, "role"))]
    answers = any(isinstance(event, Answered) for event in events)
    return events if answers or field(content, "role") != "user" else [Said()]


def _read(part: Any, role: str) -> Iterator[Event]:
    asked, answered = field(part, "functionCall", "function_call"), field(part, "functionResponse", "function_response")
    if asked is not None:
        yield Asked(name_of(field(asked, "name")), arguments_of(field(asked, "args")), id_of(field(asked, "id")))
    elif answered is not None:
        name, given_id = name_of(field(answered, "name")), id_of(field(answered, "id"))
        yield Answered(plain(field(answered, "response")), given_id, name)
    elif role == "model":
        yield from wrote([part])
