"""Arguments of calls as keys, so that calls with the same ones are found without holding each to every other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any


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


class _Unhashable:
    """A value that has no hash, compared as itself."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Unhashable) and bool(self._value == other._value)

    def __hash__(self) -> int:
        return 0
