"""Times of day: "3 pm", "15:00", "às 15h30", "noon"."""

from __future__ import annotations

from datetime import time

from veraz.text.late import late
from veraz.values.numerals import is_digits
from veraz.values.scan import Scan
from veraz.values.words import ValueWords

_CLOCK = late(r"([0-9]{1,2})(?:([:h.])([0-9]{2})(?::[0-9]{2})?)?(?![0-9]|[:.,/][0-9])")
_TELLING = frozenset(":h")  # marks that make a time of two numbers; a dot needs "pm" after it
_JOINED = frozenset(":.#/_$")  # a time does not start right after these
_NOON = 12


def read_time(scan: Scan, index: int, words: ValueWords, near: bool) -> tuple[time, bool, int] | None:
    """Return the time at token ``index``, whether it may be twelve hours later, and the index after it.

    :param near: whether a date stands right before, so that a bare "15h" is a time and no duration.
    """
    if not is_digits(scan.at(index)):
        return _named(scan, index, words)
    digits = _digits(scan, index)
    if digits is None:
        return None
    hour, minute, mark, stop = digits
    told = mark in _TELLING
    if not mark and scan.at(stop) in words.dates.sets["hours"]:
        told, stop = near or scan.at(index - 1) in words.dates.sets["hour_before"], stop + 1
    half = _half(scan, stop, words)
    if half and (told or stop == digits[3]):
        added, stop = half
        return time(hour if hour > _NOON else hour % _NOON + added, minute), False, stop
    if not told or scan.folded[scan.start(index) - 1 : scan.start(index)] in _JOINED:
        return None
    return time(hour, minute), mark == ":" and 0 < hour <= _NOON, stop


def _digits(scan: Scan, index: int) -> tuple[int, int, str, int] | None:
    """Return hour, minute, the mark between them (empty for an hour alone) and the index after them."""
    match = _CLOCK.match(scan.folded, scan.start(index))
    stop = scan.reach(index, match.end()) if match else 0
    if match is None or not stop or int(match[1]) > 23 or int(match[3] or 0) > 59:
        return None
    return int(match[1]), int(match[3] or 0), match[2] or "", stop


def _half(scan: Scan, index: int, words: ValueWords) -> tuple[int, int] | None:
    """Return the hours that "am" or "pm" at ``index`` adds, and the index after it."""
    halves = words.dates.halves
    if scan.at(index) not in halves or not scan.at(index):
        return None
    found = list(halves.at(scan.words, index, len(scan.words)))
    return (found[-1][1][0], found[-1][0]) if found else None


def _named(scan: Scan, index: int, words: ValueWords) -> tuple[time, bool, int] | None:
    if not scan.at(index) or scan.words[index] not in words.dates.clock:
        return None
    for stop, payloads in words.dates.clock.at(scan.words, index, len(scan.words)):
        return time.fromisoformat(payloads[0]), False, stop
    return None
