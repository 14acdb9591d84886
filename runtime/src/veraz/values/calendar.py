"""Dates that give a day or a month: "2027-03-05", "14/04/2026", "March 5th", "de 12 a 15 de março", "in March"."""

from __future__ import annotations

from collections.abc import Container
from datetime import time
from typing import Any, NamedTuple, TypeAlias

from veraz.text.late import late
from veraz.values.clock import read_time
from veraz.values.numerals import is_digits
from veraz.values.scan import Scan
from veraz.values.words import ValueWords

_ISO = late(
    r"([0-9]{4})([-/])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])"
    r"(?:[t ]{1,2}([0-9]{1,2}):([0-9]{2})(?::[0-9]{2}(?:[.,][0-9]{1,9})?)? ?(?:z|[+-][0-9]{2}:?[0-9]{2})?)?(?!\w)"
)
_NUMERIC = late(r"([0-9]{1,2})([/.-])([0-9]{1,2})(?:\2([0-9]{4}|[0-9]{2}))?(?!\w|[/.-][0-9])")
_INSIDE = frozenset("-_/#@.$:")  # a date does not start right after these
_DASHES = frozenset("-–—")
_DAY = late(r"[0-9]{1,2}")
_YEAR = late(r"(?:19|20)[0-9]{2}")
_MOST_DAYS = 6  # told before one month: "12, 13 e 14 de março"

Parts: TypeAlias = dict[str, Any]


class Told(NamedTuple):
    """What stands at tokens ``first`` up to ``stop``, as the arguments of a :class:`~veraz.values.moments.Moment`."""

    first: int
    stop: int
    parts: Parts


class Calendar(NamedTuple):
    """Reads one date, or the dates of one range, at a token; an empty list where there is none."""

    scan: Scan
    words: ValueWords

    def read(self, index: int, near: bool = False) -> list[Told]:
        """Read the dates that start at ``index``.

        :param near: whether a date or weekday stands right before, so that "6/3" is a date and no fraction.
        """
        word = self.scan.at(index)
        if is_digits(word):
            return self._numeric(index, near) or self._day_first(index)
        if word in self.words.numbers.ordinals:
            return self._day_first(index)
        return self._month_first(index) or self._month(index)

    def bare_day(self, index: int) -> list[Told]:
        """Read "dia 12" and "on the 12th" at the number."""
        day, stop = self._day(index)
        before = (self.scan.at(index - 2), self.scan.at(index - 1))
        if not day or not (before in self.words.dates.day_before or before[1:] in self.words.dates.day_before):
            return []
        following = self.scan.at(stop)
        if self.words.dates.bare_day:
            alone = following not in _GOES_ON
        else:
            alone = stop > index + 1 and (not following.isalpha() or following in self._set("after_day"))
        return [Told(index, stop, {"day": day})] if alone else []

    def skip(self, at: int, words: Container[str], limit: int = 2) -> int:
        """Return the index after at most ``limit`` of ``words``."""
        while limit and self.scan.at(at) and self.scan.words[at] in words:
            at, limit = at + 1, limit - 1
        return at

    def _set(self, name: str) -> frozenset[str]:
        return self.words.dates.sets[name]

    def _numeric(self, index: int, near: bool) -> list[Told]:
        start = self.scan.start(index)
        before = self.scan.folded[start - 1 : start]
        if before in _INSIDE or before.isalnum():
            return []
        match = _ISO.match(self.scan.folded, start)
        if match:
            year, _, month, day, hour, minute = match.groups()
            parts = _parts(int(year), int(month), int(day)) | {"time": _time(hour, minute)}
        else:
            match = _NUMERIC.match(self.scan.folded, start)
            parts = self._day_and_month(index, near, *match.groups()) if match else {}
        stop = self.scan.reach(index, match.end()) if match and parts.get("day") else 0
        return [Told(index, stop, parts | {"end": match.end()})] if match and stop else []

    def _day_and_month(self, index: int, near: bool, one: str, mark: str, two: str, year: str | None) -> Parts:
        if year is None and not (mark == "/" and (near or self._is_no_fraction(index, one, two))):
            return {}
        if year and mark != "/" and len(year) == 2:
            return {}
        day, month = (int(one), int(two)) if self.words.dates.day_first or mark == "." else (int(two), int(one))
        if month > 12:
            day, month = month, day
        full = int(year) + 2000 * (len(year) == 2) if year else None
        swapped = day < 13 and day != month and not (self.words.dates.day_first and year is None)
        return _parts(full, month, day) | {"swapped": swapped}

    def _is_no_fraction(self, index: int, one: str, two: str) -> bool:
        """Tell "03/12" and "on 3/12" from a fraction, a page or a score."""
        before = self.scan.at(index - 1)
        if before in self._set("counted"):
            return False
        padded = one[0] == "0" or (two[0] == "0" and len(two) == 2)
        return padded or before in self._set("near") or before in self.words.dates.weekdays

    def _day_first(self, index: int) -> list[Told]:
        """Read "5 March 2027", "12-Mar-2025", "the ninth of May", "de 12 a 15 de março"."""
        days: list[Told] = []
        start = self.scan.start(index)
        if self.scan.folded[start - 1 : start] == "-" and self.scan.folded[start - 2 : start - 1].isalpha():
            return []  # "S-12 até 1º de setembro"
        at = index
        while len(days) < _MOST_DAYS:
            day, stop = self._day(at)
            if not day:
                return []
            days.append(Told(at, stop, {"day": day}))
            month, after = self._month_name(self.skip(stop, self._set("fillers") | {"-", "/"}))
            if month:
                return self._of(month, days, after)
            if not self._links(stop, index):
                return []
            at = stop + 1
        return []

    def _of(self, month: int, days: list[Told], after: int) -> list[Told]:
        """Give the days their month and the year that may stand at ``after``; the last one runs on to it."""
        year, stop = self._year(after)
        *others, last = days
        return [
            Told(day.first, day.stop, day.parts | {"month": month, "year": year})
            for day in (*others, Told(last.first, max(stop, last.stop), last.parts))
        ]

    def _links(self, at: int, first: int) -> bool:
        """Tell whether the token at ``at`` joins two days of one month, the first of them at ``first``."""
        link = self.scan.at(at)
        if link in self._set("ranges") or link in _DASHES:
            return True
        return (link in self._set("pairs") or link == ",") and self.scan.at(first - 1) in self._set("pair_before")

    def _month_first(self, index: int) -> list[Told]:
        """Read "March 5th, 2027", "Mar. 5", "May 19-21"."""
        month, at = self._month_name(index)
        if not month:
            return []
        at = self.skip(at, ("the",), 1)
        day, stop = self._day(at)
        marked = stop > at + 1
        if not day or self._goes_on(at, stop) or not (marked or self._is_name(index)):
            return []
        days = [Told(index, stop, {"day": day}), *self._range_end(stop, index)]
        return self._of(month, days, days[-1].stop)

    def _range_end(self, at: int, first: int) -> list[Told]:
        """Read the " to 15" of "March 12 to 15", unless it is a time or a day of another month."""
        link = self.scan.at(at)
        day, stop = self._day(at + 1)
        if not day or self._goes_on(at + 1, stop) or self._month_name(self.skip(stop, self._set("fillers")))[0]:
            return []
        if link in self._set("pairs"):
            joined = stop > at + 2 or self.scan.at(first - 1) in self._set("pair_before")
        elif link in _DASHES:
            joined = not self.scan.gap(at) or not self.scan.at(stop).isalpha()
        else:
            joined = link in self._set("ranges")
        return [Told(at + 1, stop, {"day": day})] if joined else []

    def _goes_on(self, at: int, stop: int) -> bool:
        """Tell whether the number at ``at`` is no day: "March 5:30", "Mar 3 pm"."""
        return self.scan.at(stop) in _GOES_ON or read_time(self.scan, at, self.words, near=False) is not None

    def _month(self, index: int) -> list[Told]:
        """Read "in March" and "March 2027": a month and no day."""
        month = self.words.dates.months.get(self.scan.at(index))
        if month is None:
            return []
        year, stop = self._year(index + 1)
        named = year or self.scan.at(index - 1) in self._set("month_before")
        return [Told(index, stop, {"year": year, "month": month})] if named and self._is_name(index) else []

    def _is_name(self, index: int) -> bool:
        """Tell a month from the verb that is spelled like it, by its capital."""
        return self.scan.at(index) not in self._set("verb_months") or self.scan.text[self.scan.start(index)].isupper()

    def _day(self, at: int) -> tuple[int, int]:
        """Return the day of a month at ``at``, or 0, and the index after its ordinal mark."""
        word = self.scan.at(at)
        day = int(word) if _DAY.fullmatch(word) else self.words.numbers.ordinals.get(word, 0)
        marked = self.scan.at(at + 1) in self._set("ordinal_marks") and not self.scan.gap(at)
        return (day, at + 1 + marked) if day < 32 else (0, at + 1)

    def _month_name(self, at: int) -> tuple[int, int]:
        """Return the month named at ``at``, or 0, and the index after it and the dot of its abbreviation."""
        word = self.scan.at(at)
        full = self.words.dates.months.get(word, 0)
        if full:
            return full, at + 1
        goes_on = is_digits(self.scan.at(at + 2)) or self.scan.at(at + 2) in self._set("fillers")
        dotted = self.scan.at(at + 1) == "." and goes_on
        return self.words.dates.short_months.get(word, 0), at + 1 + dotted

    def _year(self, at: int) -> tuple[int | None, int]:
        after = self.skip(at, self._set("fillers") | {",", "-", "/"})
        word = self.scan.at(after)
        return (int(word), after + 1) if _YEAR.fullmatch(word) else (None, at)


_GOES_ON = frozenset({":", "/", "%"})


def _parts(year: int | None, month: int, day: int) -> Parts:
    return {"year": year, "month": month, "day": day} if 0 < month < 13 and 0 < day < 32 else {}


def _time(hour: str | None, minute: str | None) -> time | None:
    return time(int(hour), int(minute)) if hour and minute and int(hour) < 24 and int(minute) < 60 else None
