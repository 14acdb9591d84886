"""How a value of a call prints: plainly, in every language, and never as more than one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from veraz.text.late import late

_LONGEST_NUMBER = 400  # digits; a double has at most 309 before the point

# Control characters, line and paragraph separators, marks that turn the direction of text, halves of characters.
_UNPRINTABLE = late("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


class MissingValue(LookupError):
    """A placeholder with no value in the call, or with one that does not print: an object, or nothing."""


def value_at(value: Any, path: Sequence[str]) -> Any:
    """Return what stands at ``path`` (names, and indexes from 0) in ``value``.

    :raises MissingValue: where nothing does.
    """
    for name in path:
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif isinstance(value, Sequence) and not isinstance(value, str) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            raise MissingValue(".".join(path))
    return value


def plain(value: Any) -> str:
    """Return ``value`` as it prints: numbers in their shortest form with no exponent, a list of plain values «a, b».

    :raises MissingValue: for an object, a list of anything else, ``None`` and numbers that are none.
    """
    if isinstance(value, list | tuple):
        return ", ".join(_one(item) for item in value)
    return _one(value)


def _one(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float | Decimal):
        return _number(Decimal(repr(value)) if isinstance(value, float) else Decimal(value))
    raise MissingValue(type(value).__name__)


def _number(number: Decimal) -> str:
    if not number.is_finite() or abs(number.adjusted()) > _LONGEST_NUMBER:
        raise MissingValue("number")
    digits = format(number, "f")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def clean(text: str) -> str:
    """Return ``text`` on one line: what does not print becomes a space, so that no value forges a line of a reply."""
    return _UNPRINTABLE.sub(" ", text).strip()
