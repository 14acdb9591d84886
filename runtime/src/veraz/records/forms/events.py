"""What a message tells in any form: the person spoke, the agent wrote, asked for a call, or got an answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from veraz.outcomes import Outcome
from veraz.records.objects import json_in
from veraz.records.plain import plain


@dataclass(frozen=True, slots=True)
class Said:
    """The person spoke: a turn begins."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """The agent wrote to the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The agent asked for a call; ``arguments`` is ``None`` where they are no JSON object."""

    name: str
    arguments: Mapping[str, Any] | None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A call came to something.

    :ivar outcome: what the framework says became of it, where it tells more than whether it was an error.
    """

    result: Any
    id: str | None = None
    name: str | None = None
    is_error: bool | None = None
    outcome: Outcome | None = None


Event = Said | Wrote | Asked | Answered


def field(message: Any, *names: str) -> Any:
    """Return the first of ``names`` that ``message``, a mapping or an object, has and that is not ``None``."""
    for name in names:
        value = message.get(name) if isinstance(message, Mapping) else getattr(message, name, None)
        if value is not None:
            return value
    return None


def text_of(content: Any) -> str:
    """Return the text of a message's content: a text, or blocks of which some are texts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list | tuple):
        return ""
    texts = (block if isinstance(block, str) else field(block, "text", "refusal") for block in content)
    return "\n".join(text for text in texts if isinstance(text, str))


def wrote(content: Any) -> list[Event]:
    """Return that the agent wrote what ``content`` says, if anything."""
    text = text_of(content)
    return [Wrote(text)] if text.strip() else []


def arguments_of(given: Any) -> dict[str, Any] | None:
    """Return the arguments of a call, given as JSON text, a mapping or nothing; ``None`` for what is no object."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return {}
    try:
        told = json.loads(given) if isinstance(given, str | bytes) else plain(given)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def result_of(content: Any) -> Any:
    """Return what a message says a tool returned, as JSON values; text that is JSON, as what it says."""
    is_text = isinstance(content, list | tuple) and content and all(map(_is_text, content))
    value = text_of(content) if is_text else content
    inner = json_in(value.strip()) if isinstance(value, str) else None
    return value if inner is None else inner


def _is_text(block: Any) -> bool:
    return isinstance(block, str) or isinstance(field(block, "text"), str)


def name_of(given: Any) -> str:
    """Return a tool's name; what is none names no tool."""
    return given if isinstance(given, str) else ""


def id_of(given: Any) -> str | None:
    """Return an id, where it is one."""
    return given if isinstance(given, str) and given else None


def each(given: Any) -> Iterable[Any]:
    """Return the items of a list, and none of anything else."""
    return given if isinstance(given, list | tuple) else ()
