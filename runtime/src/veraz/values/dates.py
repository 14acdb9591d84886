"""Dates and times of day, in every usual shape."""

from __future__ import annotations

import re
from typing import Any

from veraz.text.trie import PhraseTrie
from veraz.values.calendar import Calendar, Told
from veraz.values.clock import read_time
from veraz.values.moments import Moment
from veraz.values.numerals import is_digits
from veraz.values.scan import Scan
from veraz.values.words import ValueWords

_BETWEEN = frozenset({",", "-", "–", "("})  # may stand between a date and its time or weekday
_DAY_OR_HOUR = 2  # digits
_COUNT = re.compile(r"[0-9]{1,3}")


def read_moments(scan: Scan, words: ValueWords) -> list[Moment]:
    """Return the dates and times of ``scan`` in order, and take their tokens."""
    starts = words.dates.starts
    places = [index for index, word in enumerate(scan.words) if word in starts or "0" <= word[:1] <= "9"]
    return _Reader(scan, words).read(places) if places else []


class _Reader:
    """One pass over the places where a date or time may start; each method reads one shape at a token."""

    def __init__(self, scan: Scan, words: ValueWords) -> None:
        self.scan = scan
        self.words = words
        self.dates = words.dates
        self.calendar = Calendar(scan, words)
        self.dated = -1  # the index after the last date

    def read(self, places: list[int]) -> list[Moment]:
        found: list[Moment] = []
        past = 0
        for index in places:
            if index < past:
                continue
            for told in self._at(index):
                found.append(self._moment(told))
                self.scan.take(told.first, told.stop)
                past = told.stop
        return found

    def _moment(self, told: Told) -> Moment:
        end = told.parts.pop("end", 0) or self.scan.end(told.stop - 1)
        return Moment(self.scan.start(told.first), end, **told.parts)

    def _at(self, index: int) -> list[Told]:
        word = self.scan.words[index]
        if is_digits(word):
            if len(word) > _DAY_OR_HOUR and not self._is_in_figures(index):
                return []
            dates = self.calendar.read(index, self._near(index))
            return self._dated(dates) or self._time(index) or self._dated(self.calendar.bare_day(index))
        if word in self.dates.weekdays or word in self.dates.short_weekdays:
            return self._dated(self._weekday(index))
        return self._dated(self.calendar.read(index) or self._relative(index)) or self._time(index)

    def _is_in_figures(self, index: int) -> bool:
        """Tell whether a long number may be of a date in figures: "2027-03-05", "05.03.2027"."""
        end = self.scan.end(index)
        return "." in self.scan.words[index] or self.scan.folded[end : end + 1] in ("-", "/")

    def _dated(self, dates: list[Told]) -> list[Told]:
        """Let the last of ``dates`` run on over its weekday, and remember where it stopped."""
        if not dates:
            return []
        *others, last = dates
        stop = self._weekday_after(last.stop)
        if stop:
            last = Told(last.first, stop, {key: part for key, part in last.parts.items() if key != "end"})
        self.dated = last.stop
        return [*others, last]

    def _near(self, index: int) -> bool:
        """Tell whether a date stands right before, or a link away."""
        links = (_BETWEEN, self.dates.sets["ranges"], self.dates.sets["pairs"])
        linked = self.dated == index - 1 >= 0 and any(self.scan.at(index - 1) in words for words in links)
        return linked or index <= self.dated

    def _weekday_after(self, at: int) -> int | None:
        """Return the index after a weekday that follows a date: "14/03 (sábado)"."""
        index = self.calendar.skip(at, _BETWEEN)
        if index == at or self.scan.at(index) not in self.dates.weekdays:
            return None
        return self._weekday_stop(index)

    def _weekday_stop(self, index: int) -> int:
        """Return the index after a weekday's name: after "feira" in "sexta-feira"."""
        dashed = index + 1 + (self.scan.at(index + 1) == "-")
        return dashed + 1 if self.scan.at(dashed) in self.dates.sets["weekday_ends"] else index + 1

    def _weekday(self, index: int) -> list[Told]:
        """Read a weekday, with its date where one follows: "Saturday, March 14", "sexta-feira (13/03)"."""
        word, stop = self.scan.words[index], self._weekday_stop(index)
        number = self.dates.weekdays.get(word, self.dates.short_weekdays.get(word))
        at = self.calendar.skip(stop, self.dates.sets["fillers"] | {",", "(", "."}, 3)
        dates = [told for told in self.calendar.read(at, near=True) if told.parts.get("day")]
        if dates:
            return [Told(index, dates[0].stop, dates[0].parts | {"weekday": number}), *dates[1:]]
        if self.scan.at(index - 1) in self.dates.sets["unlike_weekdays"] or not self._names_a_day(index, stop):
            return []
        week, end = self._week(index, stop)
        return [Told(index, end, {"weekday": number, "week": week})]

    def _names_a_day(self, index: int, stop: int) -> bool:
        """Tell a weekday alone from an abbreviation's other meaning, and "na sexta" from "a sexta parcela"."""
        after = self.scan.at(stop)
        if self.scan.words[index] not in self.dates.weekdays:
            return stop > index + 1
        ordinal = self.scan.words[index] in self.dates.sets["ordinal_weekdays"] and stop == index + 1
        return not ordinal or not after.isalpha() or after in self.dates.sets["after_weekday"]

    def _week(self, index: int, stop: int) -> tuple[int, int]:
        """Return how many weeks from the coming one a weekday is, and the index after what says so."""
        before = self.scan.at(index - 1)
        if before in self.dates.sets["last"] or self.scan.at(stop) in self.dates.sets["last_after"]:
            return -1, stop
        for end, _ in self._phrases(self.dates.next_after, stop):
            return 0, end
        return self.dates.next.get(before, 0), stop

    def _relative(self, index: int) -> list[Told]:
        """Read "tomorrow", "in 3 days", "two days ago"."""
        for stop, shift in self._phrases(self.dates.days, index):
            due = self.scan.at(index - 1) in self.dates.sets["due_before"]
            return [Told(index, stop, {"shift": shift, "due": due})]
        for stop, sign in self._phrases(self.dates.offset_before, index):
            days = self._days(stop)
            if days and self.scan.at(stop + 2) not in self.dates.sets["unlike_units"]:
                return [Told(index, stop + 2, {"shift": sign * days})]
        for stop, sign in self._phrases(self.dates.offset_after, index):
            days = self._days(index - 2)
            if days:
                return [Told(index - 2, stop, {"shift": sign * days})]
        return []

    def _days(self, at: int) -> int | None:
        """Read "3 days", "a week", "duas semanas" as days."""
        word, unit = self.scan.at(at), self.dates.units.get(self.scan.at(at + 1))
        if unit is None:
            return None
        number = int(word) if _COUNT.fullmatch(word) else self.words.numbers.values.get(word)
        if number is None and word in self.words.numbers.articles:
            number = 1
        return number * unit if number is not None else None

    def _phrases(self, trie: PhraseTrie[Any], index: int) -> list[tuple[int, Any]]:
        """Return what of ``trie`` starts at ``index``, longest first, with the index after it."""
        if self.scan.at(index) not in trie or not self.scan.at(index):
            return []
        found = trie.at(self.scan.words, index, len(self.scan.words))
        return [(stop, payloads[0]) for stop, payloads in found][::-1]

    def _time(self, index: int) -> list[Told]:
        read = read_time(self.scan, index, self.words, self._near(index))
        if read is None:
            return []
        time, half, stop = read
        return [Told(index, stop, {"time": time, "half": half})]
