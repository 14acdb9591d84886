"""Dates and times of day, in every usual shape."""

from __future__ import annotations

import re
from datetime import time
from typing import Any

from veraz.text.trie import PhraseTrie
from veraz.values.clock import read_time
from veraz.values.moments import Moment
from veraz.values.numerals import is_digits
from veraz.values.scan import Scan
from veraz.values.words import ValueWords

_ISO = re.compile(
    r"([0-9]{4})([-/])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])"
    r"(?:[t ]{1,2}([0-9]{1,2}):([0-9]{2})(?::[0-9]{2}(?:[.,][0-9]{1,9})?)? ?(?:z\b|[+-][0-9]{2}:?[0-9]{2}\b)?)?"
)
_NUMERIC = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})(?:\2([0-9]{4}|[0-9]{2}))?(?![0-9]|[/.-][0-9])")
_INSIDE = frozenset("-_/#@.$:")  # a date does not start right after these
_DASHES = frozenset("-–—")
_DAY = re.compile(r"[0-9]{1,2}")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_LIST = 6  # days told before their month: "12, 13 e 14 de março"

_Parts = dict[str, Any]
_Read = tuple[list[tuple[int, int, _Parts]], int]  # (first token, stop, parts) of each, and the index after them


def read_moments(scan: Scan, words: ValueWords) -> list[Moment]:
    """Return the dates and times of ``scan`` in order, and take their tokens."""
    return _Dates(scan, words).read()


class _Dates:
    """One pass over the tokens; each method reads one shape at an index, or answers ``None``."""

    def __init__(self, scan: Scan, words: ValueWords) -> None:
        self.scan = scan
        self.words = words
        self.dates = words.dates
        self.sets = words.dates.sets
        self.dated = -1  # the index after the last date

    def read(self) -> list[Moment]:
        found: list[Moment] = []
        index = 0
        while index < len(self.scan.words):
            read = self._at(index)
            if read is None:
                index += 1
                continue
            moments, stop = read
            found += [self._moment(*moment) for moment in moments]
            self.scan.take(moments[0][0], stop)
            index = stop
        return found

    def _moment(self, first: int, stop: int, parts: _Parts) -> Moment:
        return Moment(self.scan.start(first), parts.pop("end", 0) or self.scan.end(stop - 1), **parts)

    def _at(self, index: int) -> _Read | None:
        word = self.scan.words[index]
        if is_digits(word):
            return self._dated(self._numeric(index) or self._day_first(index)) or self._time(index) or self._bare_day(index)
        if word in self.dates.weekdays or word in self.dates.short_weekdays:
            return self._dated(self._weekday(index))
        if word in self.dates.months or word in self.dates.short_months:
            return self._dated(self._month_first(index) or self._month(index))
        if word in self.words.numbers.ordinals:
            return self._dated(self._day_first(index))
        return self._dated(self._phrase(index)) or self._time(index)

    def _dated(self, read: _Read | None) -> _Read | None:
        if read is None:
            return None
        moments, stop = read
        stop = self._weekday_after(stop) or stop
        self.dated = stop
        return moments, stop

    # numbers alone

    def _numeric(self, index: int) -> _Read | None:
        start = self.scan.start(index)
        before = self.scan.folded[start - 1 : start]
        if before in _INSIDE and before or before.isalnum():
            return None
        iso = _ISO.match(self.scan.folded, start)
        if iso:
            year, _, month, day, hour, minute = iso.groups()
            parts = {"year": int(year), "month": int(month), "day": int(day), "time": _time(hour, minute)}
            return self._one(index, iso.end(), parts) if int(month) in range(1, 13) and 0 < int(day) < 32 else None
        match = _NUMERIC.match(self.scan.folded, start)
        return self._one(index, match.end(), parts) if match and (parts := self._day_and_month(index, match)) else None

    def _day_and_month(self, index: int, match: re.Match[str]) -> _Parts | None:
        one, mark, two, year = match.groups()
        if not year and (mark != "/" or not self._looks_like_a_date(index, one, two)):
            return None
        if year and mark != "/" and len(year) == 2:
            return None
        day, month = (int(one), int(two)) if self.dates.day_first or mark == "." else (int(two), int(one))
        if month > 12:
            day, month = month, day
        if not (0 < day < 32 and 0 < month < 13):
            return None
        full = None if not year else int(year) if len(year) == 4 else 2000 + int(year)
        return {"year": full, "month": month, "day": day, "swapped": day < 13 and day != month}

    def _looks_like_a_date(self, index: int, one: str, two: str) -> bool:
        """Tell "3/12" from a fraction, a page or a score: by a leading zero, or the word to its left."""
        before = self.scan.at(index - 1)
        if before in self.sets["counted"]:
            return False
        return (
            (one + two).startswith("0")
            or (two.startswith("0") and len(one + two) > 2)
            or before in self.sets["near"]
            or before in self.dates.weekdays
            or self.dated >= 0
            and index - self.dated <= 2
        )

    def _one(self, index: int, end: int, parts: _Parts) -> _Read:
        stop = index + 1
        while stop < len(self.scan.words) and self.scan.start(stop) < end:
            stop += 1
        return [(index, stop, parts | {"end": end})], stop

    # a day and a month's name

    def _day_first(self, index: int) -> _Read | None:
        """Read "5 March 2027", "12-Mar-2025", "the ninth of May", "de 12 a 15 de março"."""
        days: list[tuple[int, int, int]] = []
        at = index
        while len(days) < _LIST:
            day = self._day(at)
            if day is None:
                return None
            days.append((at, day[1], day[0]))
            month = self._month_name(self._skip(day[1], self.sets["fillers"] | {"-", "/"}))
            if month:
                number, after = month
                year, stop = self._year(after)
                return [(first, end if end != days[-1][1] else stop, {"year": year, "month": number, "day": value})
                        for first, end, value in days], stop  # fmt: skip
            link = self.scan.at(day[1])
            if not self._links(link, index):
                return None
            at = day[1] + 1
        return None

    def _links(self, link: str, first: int) -> bool:
        if link in self.sets["ranges"] or link in _DASHES:
            return True
        return (link in self.sets["pairs"] or link == ",") and self.scan.at(first - 1) in self.sets["pair_before"]

    def _month_first(self, index: int) -> _Read | None:
        """Read "March 5th, 2027", "Mar. 5", "May 19-21"."""
        month = self._month_name(index)
        if month is None:
            return None
        number, at = month
        at = self._skip(at, {"the", "-"} if self.scan.at(at) != "-" else set())
        day = self._day(at)
        if day is None or self._is_time_or_more(at, day[1]):
            return None
        days = [(index, day[1], day[0])]
        second = self._range_end(day[1])
        if second:
            days.append(second)
        year, stop = self._year(days[-1][1])
        days[-1] = (days[-1][0], stop, days[-1][2])
        return [(first, end, {"year": year, "month": number, "day": value}) for first, end, value in days], stop

    def _range_end(self, at: int) -> tuple[int, int, int] | None:
        link = self.scan.at(at)
        if link not in self.sets["ranges"] and link not in _DASHES and link not in self.sets["pairs"]:
            return None
        day = self._day(at + 1)
        if day is None or self._is_time_or_more(at + 1, day[1]) or self._month_name(self._skip(day[1], self.sets["fillers"])):
            return None
        marked = day[1] > at + 2
        if link in self.sets["pairs"] and not marked or link in _DASHES and self.scan.gap(at) and self.scan.at(day[1]).isalpha():
            return None
        return at + 1, day[1], day[0]

    def _is_time_or_more(self, at: int, stop: int) -> bool:
        """Tell whether the number at ``at`` goes on: "March 5:30", "May 19/20", "Mar 3 pm"."""
        return bool(read_time(self.scan, at, self.words, near=False)) or self.scan.at(stop) in (":", "/", "%")

    def _month(self, index: int) -> _Read | None:
        """Read "in March" and "March 2027": a month of no day."""
        month = self.dates.months.get(self.scan.words[index])
        if month is None:
            return None
        year, stop = self._year(index + 1)
        named = self.scan.at(index - 1) in self.sets["month_before"] and self._is_a_name(index)
        return ([(index, stop, {"year": year, "month": month})], stop) if year or named else None

    def _is_a_name(self, index: int) -> bool:
        """Tell a month from the verb or name that is spelled like it: by the capital, where the language has it."""
        return self.dates.day_first or self.scan.text[self.scan.start(index)].isupper()

    def _day(self, at: int) -> tuple[int, int] | None:
        """Return the day of the month at ``at`` and the index after its ordinal mark."""
        word = self.scan.at(at)
        day = int(word) if _DAY.fullmatch(word) else self.words.numbers.ordinals.get(word, 0)
        if not 0 < day < 32:
            return None
        marked = self.scan.at(at + 1) in self.sets["ordinal_marks"] and not self.scan.gap(at)
        return day, at + 1 + marked

    def _month_name(self, at: int) -> tuple[int, int] | None:
        word = self.scan.at(at)
        full = self.dates.months.get(word)
        month = full or self.dates.short_months.get(word)
        if month is None:
            return None
        dotted = full is None and self.scan.at(at + 1) == "." and (
            is_digits(self.scan.at(at + 2)) or self.scan.at(at + 2) in self.sets["fillers"]
        )
        return month, at + 1 + dotted

    def _year(self, at: int) -> tuple[int | None, int]:
        after = self._skip(at, self.sets["fillers"] | {",", "-", "/"})
        word = self.scan.at(after)
        return (int(word), after + 1) if _YEAR.fullmatch(word) else (None, at)

    def _skip(self, at: int, words: Any, limit: int = 2) -> int:
        while limit and self.scan.at(at) in words and self.scan.at(at):
            at, limit = at + 1, limit - 1
        return at

    def _bare_day(self, index: int) -> _Read | None:
        """Read "dia 12" and "on the 12th"."""
        day = self._day(index)
        before = (self.scan.at(index - 2), self.scan.at(index - 1))
        if day is None or not (before in self.dates.day_before or before[1:] in self.dates.day_before):
            return None
        marked = day[1] > index + 1
        following = self.scan.at(day[1])
        if not marked and (not self.dates.bare_day or following in ("/", "%", ":")):
            return None
        if marked and following.isalpha() and following not in self.sets["near"] and not self.dates.bare_day:
            return None
        return self._dated(([(index, day[1], {"day": day[0]})], day[1]))

    # weekdays and relative days

    def _weekday(self, index: int) -> _Read | None:
        stop, short = self._weekday_stop(index)
        number = self.dates.weekdays.get(self.scan.words[index], self.dates.short_weekdays.get(self.scan.words[index]))
        dated = self._date_at(self._skip(stop, self.sets["fillers"] | {",", "(", "."}, 3))
        if dated:
            (first, end, parts), *rest = dated[0]
            return [(index, end, parts | {"weekday": number}), *rest], dated[1]
        if short or self.scan.at(index - 1) in self.sets["unlike_weekdays"]:
            return None
        return self._weekday_alone(index, stop, number)

    def _weekday_alone(self, index: int, stop: int, number: int | None) -> _Read | None:
        before, after = self.scan.at(index - 1), self.scan.at(stop)
        week, end = self.dates.next.get(before, 0), stop
        coming = next(iter(self._phrases(self.dates.next_after, stop)), None)
        if before in self.sets["last"] or after in self.sets["last_after"]:
            week = -1
        elif coming:
            end = coming[0]
        ordinal = self.scan.words[index] in self.sets["ordinal_weekdays"] and stop == index + 1
        if ordinal and after.isalpha() and after not in self.sets["after_weekday"]:
            return None
        return [(index, end, {"weekday": number, "week": week})], end

    def _weekday_stop(self, index: int) -> tuple[int, bool]:
        short = self.scan.words[index] not in self.dates.weekdays
        stop = index + 1
        if self.scan.at(stop) == "-" and self.scan.at(stop + 1) in self.sets["weekday_ends"]:
            return stop + 2, False
        return (stop + 1, False) if self.scan.at(stop) in self.sets["weekday_ends"] else (stop, short)

    def _weekday_after(self, at: int) -> int | None:
        """Return the index after a weekday that follows a date: "14/03 (sábado)"."""
        index = self._skip(at, {",", "("})
        if index == at or self.scan.at(index) not in self.dates.weekdays:
            return None
        return self._weekday_stop(index)[0]

    def _date_at(self, index: int) -> _Read | None:
        word = self.scan.at(index)
        if is_digits(word):
            return self._numeric(index) or self._day_first(index)
        if word in self.words.numbers.ordinals:
            return self._day_first(index)
        return self._month_first(index) if word else None

    def _phrase(self, index: int) -> _Read | None:
        for stop, shift in self._phrases(self.dates.days, index):
            return [(index, stop, {"shift": shift})], stop
        for stop, sign in self._phrases(self.dates.offset_before, index):
            count = self._count(stop)
            if count and not self._is_part_of_more(count[1]):
                return [(index, count[1], {"shift": sign * count[0]})], count[1]
        for stop, sign in self._phrases(self.dates.offset_after, index):
            count = self._count(index - 2)
            if count and count[1] == index:
                return [(index - 2, stop, {"shift": sign * count[0]})], stop
        return None

    def _count(self, at: int) -> tuple[int, int] | None:
        """Read "3 days", "a week", "duas semanas": days, and the index after."""
        word = self.scan.at(at)
        number = int(word) if _DAY.fullmatch(word) else self.words.numbers.values.get(word)
        if number is None and word in self.words.numbers.articles:
            number = 1
        unit = self.dates.units.get(self.scan.at(at + 1))
        return None if number is None or unit is None else (number * unit, at + 2)

    def _is_part_of_more(self, at: int) -> bool:
        return self.scan.at(at) in self.sets["unlike_units"]

    def _phrases(self, trie: PhraseTrie[Any], index: int) -> list[tuple[int, Any]]:
        """Return what of ``trie`` starts at ``index``, longest first."""
        if not 0 <= index < len(self.scan.words) or self.scan.words[index] not in trie:
            return []
        return [(stop, payloads[0]) for stop, payloads in trie.at(self.scan.words, index, len(self.scan.words))][::-1]

    # times

    def _time(self, index: int) -> _Read | None:
        near = 0 <= self.dated and index - self.dated <= 1 and (index == self.dated or self.scan.at(index - 1) in (",", "-", "–"))
        read = read_time(self.scan, index, self.words, near=near)
        if read is None:
            return None
        moment, half, stop = read
        return [(index, stop, {"time": moment, "half": half})], stop


def _time(hour: str | None, minute: str | None) -> time | None:
    return time(int(hour), int(minute)) if hour and minute and int(hour) < 24 and int(minute) < 60 else None
