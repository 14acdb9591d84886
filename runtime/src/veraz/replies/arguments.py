"""Arguments of calls as keys, so that calls with the same ones are found without holding each to every other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any


def key_of(arguments: Any) -> Hashable:
    """Return what is equal for two values just where they are: mappings in any order, ``1`` and ``1.0``."""
    if isinstance(arguments, Mapping):
        try:
            return frozenset(arguments.items())
        except TypeError:  # it holds lists or mappings
            return frozenset((name, key_of(value)) for name, value in arguments.items())
    if isinstance(arguments, list | tuple):
        return isinstance(arguments, list), *map(key_of, arguments)
    try:
        hash(arguments)
    except TypeError:
        return _Unhashable(arguments)
    return arguments  # type: ignore[no-any-return]


class _Unhashable:
    """A value that has no hash, compared as itself."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Unhashable) and bool(self._value == other._value)

    def __hash__(self) -> int:
        return 0
