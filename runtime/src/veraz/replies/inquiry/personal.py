"""What is known of people in calls, taken out of what a model reads where it may not read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from veraz.outcomes import Call
from veraz.phrasings.values import MissingValue, plain
from veraz.tools import Tool
from veraz.tools.paths import Path

MASK = "•••"
_SHORTEST = 2  # characters; a lone one would be masked in words of any kind


def values_of(calls: Iterable[Call], tools: Mapping[str, Tool]) -> list[str]:
    """Return the personal values that ``calls`` returned, as a phrasing prints them, the longest first."""
    marked = ((call.result, tools[call.tool].personal_paths("output")) for call in calls if call.tool in tools)
    printed = {
        text for result, paths in marked for path in paths for value in _at(result, path) for text in _print(value)
    }
    return sorted((text for text in printed if len(text) >= _SHORTEST), key=len, reverse=True)


def masked(values: Sequence[str], text: str) -> str:
    """Return ``text`` with ``values`` masked."""
    pattern = "|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value in values)
    return re.sub(pattern, MASK, text) if values else text


def without(paths: Iterable[Path], value: Any) -> Any:
    """Return ``value`` with what stands at any of ``paths`` masked."""
    inner = list(paths)
    if () in inner or not inner:
        return MASK if inner else value
    if isinstance(value, Mapping):
        return {name: without(_under(inner, name), each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [without(_under(inner, str(index)), each) for index, each in enumerate(value)]
    return value


def _under(paths: Iterable[Path], name: str) -> list[Path]:
    return [path[1:] for path in paths if path[0] in (name, "*")]


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
