"""A date or time as a text states it: some parts given, others not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from typing import NamedTuple

_NOON = 12


class Moment(NamedTuple):
    """A date, a part of one, or a time of day that ``text[start:end]`` states. Parts that are not told are ``None``.

    :ivar weekday: 0 for Monday; told with a date it is not compared.
    :ivar swapped: whether day and month may be the other way round, as in "5/6/25".
    :ivar due: whether it is when a thing is to be, though it is the day of the telling: «para hoje».
    :ivar shift: days from the day of the telling: 1 for "tomorrow", -3 for "three days ago".
    :ivar week: with a weekday alone, weeks from the coming one: -1 for "last Friday".
    :ivar half: whether the time may also be twelve hours later: "3:30" with no am or pm.
    """

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    time: clock_time | None = None
    half: bool = False
    swapped: bool = False
    due: bool = False
    shift: int | None = None
    week: int = 0

    @property
    def dated(self) -> bool:
        """Whether it states a date or a part of one."""
        return self.time is None or self.day is not None

    @property
    def relative(self) -> bool:
        """Whether it depends on the day of the telling."""
        return self.shift is not None or self._is_weekday

    def resolve(self, now: datetime) -> date | None:
        """Return the one day it most likely means as told at ``now``: where the year or month is open, the nearest.

        ``None`` for a month, a time, and a day no calendar has.
        """
        today = now.date()
        if self.shift is not None:
            return today + timedelta(days=self.shift)
        if self.day is not None:
            return min(self._days(today), key=lambda day: abs(day - today), default=None)
        if self.weekday is None:
            return None
        ahead = (self.weekday - today.weekday()) % 7
        return today + timedelta(days=ahead + 7 * self.week)

    def _days(self, today: date) -> Iterator[date]:
        """Yield the days near ``today`` that have the parts told."""
        first = today.year * 12 + today.month - 1
        months: Iterable[int] = range(first - 1, first + 2)
        if self.month is not None:
            months = [year * 12 + self.month - 1 for year in self._years(today)]
        for month in months:
            try:
                yield date(month // 12, month % 12 + 1, self.day or 1)
            except ValueError:  # no such day
                continue

    def _years(self, today: date) -> tuple[int, ...]:
        return (self.year,) if self.year is not None else (today.year - 1, today.year, today.year + 1)

    def agrees(self, other: Moment, now: datetime | None = None) -> bool:
        """Tell whether ``other``, a date as a record has it, is one that this one states."""
        if self.relative or other.relative:
            return self._agrees_as_days(other, now)
        if not _same(self.year, other.year):
            return False
        return self._agrees_in_month(other.month, other.day) or (
            (self.swapped or other.swapped) and self._agrees_in_month(other.day, other.month)
        )

    def _agrees_in_month(self, month: int | None, day: int | None) -> bool:
        together = (self.day is not None and day is not None) or (self.month is not None and month is not None)
        return together and _same(self.month, month) and _same(self.day, day)

    def _agrees_as_days(self, other: Moment, now: datetime | None) -> bool:
        """Compare where one of the two is relative: a weekday with any day that falls on it, else the days meant."""
        mine, theirs = self._exact(now), other._exact(now)
        if self._is_weekday and other._is_weekday:
            return self.weekday == other.weekday
        if self._is_weekday or other._is_weekday:
            weekday, exact = (self.weekday, theirs) if self._is_weekday else (other.weekday, mine)
            return exact is not None and exact.weekday() == weekday
        return mine is not None and mine == theirs

    @property
    def _is_weekday(self) -> bool:
        return self.weekday is not None and self.day is None

    def _exact(self, now: datetime | None) -> date | None:
        if now is not None:
            return self.resolve(now)
        if self.year is None or self.month is None or self.day is None:
            return None
        return next(self._days(date(self.year, 1, 1)), None)

    def agrees_in_time(self, other: Moment) -> bool:
        """Tell whether ``other`` states the same time of day, to the minute."""
        if self.time is None or other.time is None or self.time.minute != other.time.minute:
            return False
        apart = abs(self.time.hour - other.time.hour)
        return apart == 0 or (apart == _NOON and (self.half or other.half))


def _same(one: int | None, other: int | None) -> bool:
    return one is None or other is None or one == other
