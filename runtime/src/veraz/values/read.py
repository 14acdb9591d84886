"""The values a text states."""

from __future__ import annotations

import re
from bisect import bisect_left

from veraz.values.amounts import Amount, read_amounts
from veraz.values.dates import read_moments
from veraz.values.identifiers import Identifier, read_identifiers
from veraz.values.moments import Moment
from veraz.values.scan import Scan, split
from veraz.values.words import ValueWords

Value = Amount | Moment | Identifier

_MARKED = re.compile(r"[0-9@]")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")


def read_values(
    text: str, folded: str, start: int, end: int, words: ValueWords, *, relative: bool = False
) -> tuple[Value, ...]:
    """Return the values ``text[start:end]`` states, in order, apart from each other; web addresses state none.

    :param folded: ``fold(text)``.
    :param relative: whether it is known when it is told; else "tomorrow" is no day to compare with, and is left out.
    """
    if not may_tell(folded, words, start, end):
        return ()
    scan, marked = Scan.of(text, folded, start, end), _MARKED.search(folded, start, end)
    _take_addresses(scan, start, end)
    values: list[Value] = [*read_amounts(scan, words)]
    values += [moment for moment in read_moments(scan, words) if relative or moment.shift is None]
    if marked:
        taken = sorted((value.start, value.end) for value in values)
        values += [item for item in read_identifiers(scan, start, end, words) if _is_free(item, taken)]
    return tuple(sorted(values, key=_start))


def may_tell(folded: str, words: ValueWords, start: int = 0, end: int | None = None) -> bool:
    """Tell whether ``folded[start:end]`` has what any value has: a digit, an @, or a word of time or money."""
    if end is None and folded.isascii() and folded.isalpha():  # one word
        return folded in words.triggers
    stop = len(folded) if end is None else end
    return _MARKED.search(folded, start, stop) is not None or not words.triggers.isdisjoint(split(folded, start, stop))


def _start(value: Value) -> int:
    return value.start


def _is_free(item: Identifier, taken: list[tuple[int, int]]) -> bool:
    place = bisect_left(taken, (item.end, 0))
    return place == 0 or taken[place - 1][1] <= item.start


def _take_addresses(scan: Scan, start: int, end: int) -> None:
    index = 0
    for address in _ADDRESS.finditer(scan.folded, start, end):
        while scan.start(index) < address.start():
            index += 1
        first = index
        while index < len(scan.spans) and scan.start(index) < address.end():
            index += 1
        scan.take(first, index)
