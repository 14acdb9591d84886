"""Arguments of calls as keys and texts; as keys, calls with the same ones are found at once among many."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from veraz.records.plain import attempted


def key_of(value: Any) -> Hashable:
    """Return what is equal for two values just where they are: mappings in any order, ``1`` and ``1.0``."""
    if isinstance(value, dict | Mapping):
        try:
            return frozenset(value.items())
        except TypeError:  # it holds lists or mappings
            return frozenset((name, key_of(each)) for name, each in value.items())
    if isinstance(value, list):
        return list, *map(key_of, value)
    try:
        hash(value)
    except TypeError:
        return (tuple, *map(key_of, value)) if isinstance(value, tuple) else _Unhashable(value)
    return value  # type: ignore[no-any-return]


def text_of(value: Any) -> str:
    """Return ``value`` as text; empty for what has none, such as a number of thousands of digits."""
    return attempted(str, value) or ""


def leaves(value: Any) -> Iterator[Any]:
    """Yield what plain JSON holds that is neither a mapping nor a list, in no order."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each
        else:
            yield each


def told_in(value: Any) -> Iterator[str]:
    """Yield the texts and numbers in plain JSON as texts, in no order."""
    return (text_of(each) for each in leaves(value) if each is not None and not isinstance(each, bool))


class _Unhashable:
    """A value that has no hash, compared as itself."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Unhashable) and attempted(self._equals, other._value) is True

    def _equals(self, value: Any) -> bool:
        return bool(self._value == value)

    def __hash__(self) -> int:
        return 0
