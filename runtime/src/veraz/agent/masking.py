"""What tools returned of people, taken out of what a model reads where it may not read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from veraz.outcomes import Call
from veraz.phrasings.values import MissingValue, plain
from veraz.tools import Tool
from veraz.tools.paths import Path

_MASK = "•••"
_SHORTEST = 2  # characters; a lone one would be masked in words of any kind


def values_of(calls: Iterable[Call], tools: Mapping[str, Tool]) -> list[str]:
    """Return the personal values that ``calls`` returned, as a phrasing prints them, the longest first."""
    marked = ((call.result, tools[call.tool].personal_paths("output")) for call in calls if call.tool in tools)
    printed = {
        text for result, paths in marked for path in paths for value in _at(result, path) for text in _print(value)
    }
    return sorted((text for text in printed if len(text) >= _SHORTEST), key=len, reverse=True)


def without(values: Sequence[str], message: dict[str, Any]) -> dict[str, Any]:
    """Return a message of the agent's own with ``values`` masked; any other as it is."""
    if not values or message["role"] not in ("assistant", "system"):
        return message
    pattern = "|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value in values)
    return {**message, "content": re.sub(pattern, _MASK, message["content"])}


def _at(value: Any, path: Path) -> Iterator[Any]:
    """Yield what stands at ``path`` in ``value``; ``*`` is every item, or every value."""
    if not path:
        yield value
        return
    name, *rest = path
    if isinstance(value, Mapping):
        inner = value.values() if name == "*" else [value[name]] if name in value else []
    else:
        inner = value if isinstance(value, list) and name == "*" else []
    for each in inner:
        yield from _at(each, tuple(rest))


def _print(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _print(each)
        return
    try:
        yield plain(value)
    except MissingValue:
        return
