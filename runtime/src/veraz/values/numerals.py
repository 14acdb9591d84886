"""Numbers, in digits and in words."""

from __future__ import annotations

import re
from decimal import Decimal

from veraz.values.scan import Scan
from veraz.values.words import NumberWords

_LONGEST = 24  # digits and separators; nothing anyone is charged is longer
_SEPARATOR = re.compile(r"[.,]")
_ANY = 10**_LONGEST
_FIXED_SPACES = frozenset("\u00a0\u202f\u2007\u2009")  # between thousands; a plain space is between words


def read_digits(token: str) -> Decimal | None:
    """Return what ``token``, digits with inner dots and commas, is worth; ``None`` where it is no number.

    The last separator with one or two digits after it is the decimal one, with three it groups thousands; where both
    separators are used, the last is the decimal one. ``0.125`` and ``1250.500`` cannot be groups.
    """
    if len(token) > _LONGEST:
        return None
    if token.isdigit():
        return Decimal(token)
    head, *middle, last = _SEPARATOR.split(token)
    marks = _SEPARATOR.findall(token)
    grouped = len(head) <= 3 and head.strip("0") != "" and all(len(group) in (2, 3) for group in middle)
    if middle and not (grouped and len(set(marks[:-1])) == 1):
        return None
    if grouped and len(last) == 3 and len(set(marks)) == 1:
        return Decimal(head + "".join(middle) + last)
    if middle and marks[0] == marks[-1] and len(last) > 2:
        return None
    return Decimal(f"{head}{''.join(middle)}.{last}")


def is_digits(token: str) -> bool:
    """Tell whether a token of a scan is written in digits."""
    return "0" <= token[:1] <= "9"


def read_number(scan: Scan, first: int, words: NumberWords) -> tuple[Decimal, int] | None:
    """Return the number whose tokens start at ``first``, in digits, words or both, and the index after it.

    "dois mil e quinhentos", "2 mil e 500", "twenty-five", "a hundred and twenty".
    """
    total, group, room, limit = Decimal(0), None, _ANY, _ANY
    at = stop = first
    while True:
        word = scan.at(at)
        value, after = _value(scan, at, words)
        scale = words.scales.get(word)
        if value is not None and value < room:
            group = value + (group or 0)
            room = _room(value)
        elif scale == 100 and (group is None or group < 100):
            group, room, after = Decimal((group or 1) * 100), 100, at + 1
        elif scale is not None and 100 < scale < limit:
            total += (1 if group is None else group) * scale
            group, room, limit, after = None, scale, scale, at + 1
        elif not (at == first and word in words.articles and scan.at(at + 1) in words.scales):
            break
        at = stop = after
        if scan.at(at) in words.links or (group is None and scan.at(at) == "," and scan.at(at + 1) in words.values):
            at += 1  # a comma parts thousands from hundreds: "one thousand, two hundred"
    return (total + (group or 0), stop) if stop > first else None


def read_scaled(scan: Scan, at: int, words: NumberWords) -> tuple[Decimal, int] | None:
    """Return the number in digits at ``at`` with the one word or letter that multiplies it: "5k", "1.2 million"."""
    value, stop = _value(scan, at, words)
    if value is None:
        return None
    short = words.short_scales.get(scan.at(stop)) if not scan.gap(stop - 1) else None
    scale = short or words.scales.get(scan.at(stop))
    return (value * scale, stop + 1) if scale else (value, stop)


def _value(scan: Scan, at: int, words: NumberWords) -> tuple[Decimal | None, int]:
    word = scan.at(at)
    if not is_digits(word):
        value = words.values.get(word)
        return (None if value is None else Decimal(value)), at + 1
    while len(word) < _LONGEST and scan.gap(at) in _FIXED_SPACES and scan.at(at + 1)[:3].isdigit():
        at += 1
        word += scan.words[at]
    return read_digits(word), at + 1


def _room(value: Decimal) -> int:
    """Return what the next value must stay under: after "twenty" a unit fits, after "two hundred" a ten."""
    if value != int(value) or value % 10:
        return 0
    return 10 if value < 100 else 100 if value < 1000 else 0
