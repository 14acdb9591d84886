"""Stretches of time as people name them: from a day to a day of the organisation's own, in hours or in days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

LONGEST = 366  # days, a bar each
LONGEST_IN_HOURS = 14  # days
_MARKS = 8  # words below a chart that do not run into each other
_MONTHS_FROM = 93  # days; from here on months are marked
_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)

Start = date | datetime
"""Where an hour begins, in UTC, or a day."""


class Per(StrEnum):
    """How long a bar is."""

    HOUR = "hour"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Span:
    """From the beginning of one day to the end of another, which may be the same."""

    first: date
    last: date
    per: Per

    @classmethod
    def up_to(cls, last: date, days: int) -> Span:
        """So many days, of which `last` is the last, a bar each."""
        return cls(last - (days - 1) * _DAY, last, Per.DAY)

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    @property
    def hours(self) -> tuple[datetime, datetime]:
        """The first whole hour of it and the first after it, by UTC: counts are kept by those."""
        return _hour_from(_midnight(self.first)), _hour_from(_midnight(self.last + _DAY))

    @property
    def is_by_utc(self) -> bool:
        """Whether each of its days begins when a day in UTC does."""
        return all(_midnight(self.first + at * _DAY).time() == time.min for at in range(self.days + 1))

    def starts(self) -> list[Start]:
        """Where each bar begins."""
        if self.per is Per.DAY:
            return [self.first + at * _DAY for at in range(self.days)]
        first, after = self.hours
        return [first + at * _HOUR for at in range((after - first) // _HOUR)]

    def names(self) -> list[str]:
        """What each bar is called, whole."""
        return [_name(start) for start in self.starts()]

    def marks(self) -> list[str]:
        """What stands below each bar; nothing below most."""
        return [self._mark(at, start) for at, start in enumerate(self.starts())]

    def _mark(self, at: int, start: Start) -> str:
        if isinstance(start, datetime):
            return self._mark_of_hour(timezone.localtime(start))
        each = -(-self.days // _MARKS)
        if self.days > _MONTHS_FROM:
            every = 1 if self.days <= 2 * _MONTHS_FROM else 2
            return date_format(start, "YEAR_MONTH_FORMAT") if start.day == 1 and start.month % every == 0 else ""
        return date_format(start, "MONTH_DAY_FORMAT") if at % each == 0 else ""

    def _mark_of_hour(self, local: datetime) -> str:
        if local.hour == 0:
            day = (local.date() - self.first).days
            return date_format(local, "MONTH_DAY_FORMAT") if day % -(-self.days // _MARKS) == 0 else ""
        every = {1: 3, 2: 6, 3: 12}.get(self.days, 24)
        return date_format(local, "TIME_FORMAT") if local.hour % every == 0 else ""


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, timezone.get_current_timezone()).astimezone(UTC)


def _hour_from(moment: datetime) -> datetime:
    """The first whole hour at a moment or after: a zone may be half an hour off those of UTC."""
    return moment if moment.minute == 0 else moment.replace(minute=0) + _HOUR


def _name(start: Start) -> str:
    if isinstance(start, datetime):
        return date_format(timezone.localtime(start), "SHORT_DATETIME_FORMAT")
    return _day_name(start, get_language())


@lru_cache(maxsize=4096)
def _day_name(day: date, language: str | None) -> str:
    """A day in the language that is spoken, remembered: a page has a year of them."""
    return date_format(day, "SHORT_DATE_FORMAT")
