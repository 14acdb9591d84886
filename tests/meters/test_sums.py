"""A stretch of time is made of hours, days and months that hold each of its hours once, and few of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from console.meters.models import Day, Hour, Month
from console.meters.sums import Stretch, fewest, stretches

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
moments = st.integers(0, 3 * 366 * 24).map(lambda hours: datetime(2026, 1, 1, tzinfo=UTC) + hours * HOUR)
lengths = st.integers(1, 400 * 24)


def held(apart: Sequence[Stretch]) -> Counter[datetime]:
    """How often each hour is held, those that are taken away counted against it."""
    found: Counter[datetime] = Counter()
    for stretch in apart:
        at, ends = (_moment(each) for each in (stretch.begins, stretch.ends))
        assert at < ends
        while at < ends:
            found[at] += stretch.sign
            at += HOUR
    return found


def rows(apart: Sequence[Stretch], kept: type) -> int:
    """How many hours, days or months are read."""
    step = {Hour: HOUR, Day: DAY, Month: 30 * DAY}[kept]
    return sum((_moment(each.ends) - _moment(each.begins)) // step for each in apart if each.kept is kept)


def _moment(start: date) -> datetime:
    return start if isinstance(start, datetime) else datetime(start.year, start.month, start.day, tzinfo=UTC)


@given(begins=moments, hours=lengths)
def test_every_hour_is_held_once_and_no_other_at_all(begins: datetime, hours: int) -> None:
    wanted = {begins + at * HOUR: 1 for at in range(hours)}
    for cut in (stretches, fewest):
        found = held(cut(begins, begins + hours * HOUR))
        assert {hour: n for hour, n in found.items() if n} == wanted


@given(begins=moments, hours=lengths)
def test_only_whole_days_and_months_are_read_as_such_and_little_beside_them(begins: datetime, hours: int) -> None:
    few = fewest(begins, begins + hours * HOUR)
    assert rows(few, Hour) <= 24
    assert rows(few, Day) <= 46
    assert rows(few, Month) <= 14
    assert all(each.begins.day == each.ends.day == 1 for each in few if each.kept is Month)
    assert all(each.sign > 0 for each in stretches(begins, begins + hours * HOUR))
