"""What a tool returned, as plain JSON values: whatever JSON cannot hold is left out, and nothing else with it.

A call that ran has run, whatever becomes of its result: nothing here raises, and a value whose own code raises is
``None``. Results are bounded in depth and size; what lies beyond is left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from functools import cache
from itertools import chain
from typing import Any

MOST_VALUES = 200_000
DEEPEST = 64
_MOST_READ = 10_000  # values of a part of a call that a reply is held to: what a person is told of holds far fewer
_MOST_TEXT = 200_000  # characters in them
_LONGEST_INTEGER = 10**4000  # what Python writes as text at all


def plain(value: Any) -> Any:
    """Return ``value`` as JSON values: objects as their public data, bytes as the text they are, else ``None``."""
    return _Walk().plain(value, 0)


def read_of(value: Any) -> tuple[Any, bool]:
    """Return what of a call's arguments or result is read, and whether that is all of it.

    What JSON and the common numbers and dates can hold, within bounds of depth, values and characters, is the value
    itself. Of all else it is plain JSON up to those bounds; a text is cut after a whole word.
    """
    if is_all_read(value):
        return value, True
    walk = _Walk(_MOST_READ, _MOST_TEXT)
    read = walk.plain(value, 0)
    return read, not walk.cut


def is_all_read(value: Any) -> bool:
    """Tell whether a value is read as it is."""
    try:
        return _is_within_bounds(value)
    except TypeError:  # the name of a field is no text
        return False


def _is_within_bounds(value: Any) -> bool:
    """Go through a value level by level, so that one that holds itself ends too."""
    level, values, characters = [value], _MOST_READ, _MOST_TEXT
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for each in level:
            kind = type(each)
            if kind is str:
                characters -= len(each)
            elif kind is dict:
                values -= len(each)
                characters -= len("".join(each))
                inner += each.values() if values >= 0 else ()
            elif kind is list or kind is tuple:
                values -= len(each)
                inner += each if values >= 0 else ()
            elif kind not in _NUMBERS:
                return False
        if characters < 0 or values < 0 or not inner:
            return characters >= 0 and values >= 0
        level = inner
    return False


_NUMBERS = frozenset({int, float, bool, type(None), Decimal, date, datetime, time})


def parts(value: Any) -> Mapping[Any, Any] | None:
    """Return the named parts of a mapping, a row, a model or any other object with data of its own; else ``None``."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, type) or callable(value):
        return None
    for read in _PARTS:
        found = attempted(read, value)
        if found is not None:
            return found  # type: ignore[no-any-return]
    return None


def attempted(read: Callable[[Any], Any], value: Any) -> Any:
    """Return what ``read`` makes of ``value``, or ``None`` where the value's own code raises."""
    try:
        return read(value)
    except Exception:  # the code of someone else's object: whatever it raises, there is no such value
        return None


class _Walk:
    """One result on its way; it ends where it turns back on itself, and when as many values have been met as may be.

    :ivar cut: whether anything was left out for lying beyond the bounds.
    """

    def __init__(self, values: int = MOST_VALUES, characters: float = math.inf) -> None:
        self.cut = False
        self._left = values
        self._characters = characters
        self._above: set[int] = set()

    def plain(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if value is None or value is True or value is False:
            return value
        if type(value) is str:
            return self._text(value)
        for kind, read in _leaves():
            if isinstance(value, kind):
                leaf = attempted(read, value)
                return self._text(leaf) if isinstance(leaf, str) else leaf
        if depth >= DEEPEST or id(value) in self._above:
            self.cut = True
            return None
        self._above.add(id(value))
        try:
            return self._inside(value, depth + 1)
        except Exception:  # iterating is the value's own code too
            return None
        finally:
            self._above.discard(id(value))

    def _inside(self, value: Any, depth: int) -> Any:
        if callable(getattr(value, "tolist", None)):  # an array, or a number out of one
            return self.plain(value.tolist(), depth)
        if _is_list(value):
            listed = [self.plain(item, depth) for item in self._bounded(value)]
            return sorted(listed, key=repr) if isinstance(value, Set) else listed
        named = parts(value)
        if named is None:
            return self.plain(attempted(_own_text, value), depth)
        pairs = ((attempted(_key, key), key) for key in self._bounded(named))
        kept = ((text, key) for text, key in pairs if text is not None and self._text(text) == text)
        return {text: self.plain(attempted(named.__getitem__, key), depth) for text, key in kept}

    def _bounded(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            if self._left <= 0:
                self.cut = True
                return
            yield item

    def _text(self, text: str) -> str:
        """Return as much of a text as there is room for, up to the end of a word."""
        if len(text) > self._characters:
            self.cut = True
            text = text[: int(self._characters)].rpartition(" ")[0]
        self._characters -= len(text)
        return text


def _is_list(value: Any) -> bool:
    is_row = hasattr(value, "_fields") or hasattr(value, "keys")
    return isinstance(value, Sequence | Set) and not is_row


def _key(key: Any) -> str | None:
    told = plain(key)
    if isinstance(told, str):
        return told
    return json.dumps(told) if key is None or isinstance(told, int | float) else None


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _integer(value: int) -> int | None:
    return int(value) if abs(value) < _LONGEST_INTEGER else None


def _decimal(value: Decimal) -> int | float | None:
    if not value.is_finite() or abs(value.adjusted()) > 300:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def _own_text(value: Any) -> str | None:
    """Return the text of an object with no data to show, unless that is no more than its address."""
    own: object = type(value).__str__
    return None if own is object.__str__ else str(value)


@cache
def _leaves() -> tuple[tuple[type | tuple[type, ...], Callable[[Any], Any]], ...]:
    from pathlib import PurePath  # these take long to import, and no check of a reply needs them
    from uuid import UUID

    return (
        (Enum, lambda value: plain(value.value)),
        (str, str.__str__),
        (int, _integer),
        (float, _number),
        (Decimal, _decimal),
        ((date, time), lambda value: value.isoformat()),
        (timedelta, timedelta.total_seconds),
        ((UUID, PurePath), str),
        ((bytes, bytearray), lambda value: bytes(value).decode()),
        (BaseException, lambda error: type(error).__name__),
    )


def _of_row(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return value._asdict()
    return {key: value[key] for key in value.keys()} if hasattr(value, "keys") else None  # noqa: SIM118


def _of_model(value: Any) -> Any:
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else None


def _of_dataclass(value: Any) -> Any:
    names = [field.name for field in fields(value)] if is_dataclass(value) else []
    return {name: attempted(lambda each: getattr(each, name), value) for name in names} or None  # noqa: B023


def _of_object(value: Any) -> Any:
    slots = (_slots(kind) for kind in type(value).__mro__)
    names = dict.fromkeys(chain(vars(value) if hasattr(value, "__dict__") else (), *slots))
    return {name: getattr(value, name) for name in names if not name.startswith("_") and hasattr(value, name)} or None


def _slots(kind: type) -> Iterable[str]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


_PARTS = (_of_row, _of_model, _of_dataclass, _of_object)
