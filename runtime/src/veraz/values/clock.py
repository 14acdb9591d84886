"""Times of day: "3 pm", "15:00", "às 15h30", "noon"."""

from __future__ import annotations

import re
from datetime import time

from veraz.values.numerals import is_digits
from veraz.values.scan import Scan
from veraz.values.words import ValueWords

_MINUTES = re.compile(r"([:h])([0-9]{2})(?::[0-9]{2})?(?![0-9:])")
_HOUR = re.compile(r"[0-9]{1,2}")
_JOINED = frozenset(":.#/_$")  # a time does not start right after these
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{2})")


def read_time(scan: Scan, index: int, words: ValueWords, near: bool) -> tuple[time, bool, int] | None:
    """Return the time at token ``index``, whether it may be twelve hours later, and the index after it.

    :param near: whether a date stands right before, so that a bare "15h" is a time and no duration.
    """
    word = scan.at(index)
    if not is_digits(word):
        return _named(scan, index, words)
    dotted = _DOTTED.fullmatch(word)
    if not dotted and not _HOUR.fullmatch(word):
        return None
    hour, minute = (int(dotted[1]), int(dotted[2])) if dotted else (int(word), 0)
    stop, told = index + 1, False
    minutes = None if dotted else _MINUTES.match(scan.folded, scan.end(index))
    if minutes:
        minute, told = int(minutes[2]), True
        while stop < len(scan.words) and scan.start(stop) < minutes.end():
            stop += 1
    half = _half(scan, stop, words)
    if half:
        return _twelve(hour, minute, half[0], half[1])
    if not told and not dotted and scan.at(stop) in words.dates.sets["hours"]:
        told, stop = near or scan.at(index - 1) in words.dates.sets["hour_before"], stop + 1
        half = _half(scan, stop, words)
        if half and told:
            return _twelve(hour, minute, half[0], half[1])
    joined = scan.folded[scan.start(index) - 1 : scan.start(index)] in _JOINED
    if not told or joined or hour > 23 or minute > 59:
        return None
    return time(hour, minute), minutes is not None and minutes[1] == ":" and 0 < hour < 13, stop


def _half(scan: Scan, index: int, words: ValueWords) -> tuple[int, int] | None:
    """Return the hours that "am" or "pm" at ``index`` adds, and the index after it."""
    halves = words.dates.halves
    if scan.at(index) not in halves or not scan.at(index):
        return None
    found = list(halves.at(scan.words, index, len(scan.words)))
    return (found[-1][1][0], found[-1][0]) if found else None


def _twelve(hour: int, minute: int, half: int, stop: int) -> tuple[time, bool, int] | None:
    if hour > 23 or minute > 59:
        return None
    return time(hour if hour > 12 else hour % 12 + half, minute), False, stop


def _named(scan: Scan, index: int, words: ValueWords) -> tuple[time, bool, int] | None:
    if not scan.at(index) or scan.words[index] not in words.dates.clock:
        return None
    for stop, payloads in words.dates.clock.at(scan.words, index, len(scan.words)):
        return time.fromisoformat(payloads[0]), False, stop
    return None
