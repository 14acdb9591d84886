"""Sums over the roll-ups, in SQL of which the plan is known: SQLite takes tables as they stand in a CROSS JOIN.

What few series count is read series by series; what every tool counts, row by row and then added up by series, before
any of it is joined to what the series say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from typing import Any

from django.db import connection

from console.meters.models import Day, Hour, Month, Series
from console.meters.reading import EVERY_TOOL

Moment = date | datetime
RollUp = type[Hour] | type[Day] | type[Month]
_DAY = timedelta(days=1)
_TOGETHER = ("", EVERY_TOOL)  # where series say no tool, or are of every tool


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one start to before another, in one of the roll-ups."""

    kept: RollUp
    begins: Moment
    ends: Moment


@dataclass(frozen=True, slots=True)
class Which:
    """Series of an organisation, by the values that stand in their columns.

    :ivar each_tool: those of tools, each by itself; otherwise of the tools that are named, or of every tool together.
    """

    organisation: int
    columns: Mapping[str, Sequence[str | int]]
    each_tool: bool = False


def stretches(begins: datetime, ends: datetime, *, months: bool = False) -> Iterator[Stretch]:
    """Take a stretch of whole hours apart: into days where it has whole ones, and those into months where asked."""
    first, last = _day_from(begins), ends.astimezone(UTC).date()
    if first >= last:
        yield Stretch(Hour, begins, ends)
        return
    if begins < _midnight(first):
        yield Stretch(Hour, begins, _midnight(first))
    yield from _of_days(first, last) if months else (Stretch(Day, first, last),)
    if _midnight(last) < ends:
        yield Stretch(Hour, _midnight(last), ends)


def few(which: Which, stretch: Stretch, by: Sequence[str], *, starts: bool = False) -> list[tuple[Any, ...]]:
    """What some series count in a stretch, by columns of theirs and, where asked, by start: the start comes first."""
    picked = [*(["kept.start"] if starts else []), *(f"series.{name}" for name in by)]
    conditions, values = _conditions(which)
    sql = (
        f"SELECT {', '.join([*picked, 'SUM(kept.n)'])} "
        f"FROM {_name(Series)} AS series CROSS JOIN {_name(stretch.kept)} AS kept "
        f"WHERE {conditions} AND kept.series_id = series.id AND kept.start >= %s AND kept.start < %s "
        f"{_grouped(picked)}"
    )
    rows = _rows(sql, [*values, *_ends(stretch)])
    return [(_moment(row[0], stretch.kept), *row[1:]) for row in rows] if starts else rows


def many(which: Which, stretch: Stretch, by: Sequence[str]) -> list[tuple[Any, ...]]:
    """What a great part of all series counts in a stretch, by columns of theirs."""
    picked = [f"series.{name}" for name in by]
    conditions, values = _conditions(which)
    sql = (
        f"SELECT {', '.join([*picked, 'SUM(kept.n)'])} FROM (SELECT series_id, SUM(n) AS n FROM {_name(stretch.kept)} "
        "WHERE organisation_id = %s AND start >= %s AND start < %s GROUP BY series_id) AS kept "
        f"CROSS JOIN {_name(Series)} AS series WHERE series.id = kept.series_id AND {conditions} {_grouped(picked)}"
    )
    return _rows(sql, [which.organisation, *_ends(stretch), *values])


def _of_days(first: date, last: date) -> Iterator[Stretch]:
    from_month, to_month = _month_from(first), last.replace(day=1)
    if from_month >= to_month:
        yield Stretch(Day, first, last)
        return
    for kept, begins, ends in ((Day, first, from_month), (Month, from_month, to_month), (Day, to_month, last)):
        if begins < ends:
            yield Stretch(kept, begins, ends)


def _conditions(which: Which) -> tuple[str, list[Any]]:
    told: dict[str, Sequence[Any]] = {"organisation_id": [which.organisation]}
    if not which.each_tool:
        told["tool"] = _TOGETHER
    told |= which.columns
    sql = [f"series.{name} IN ({', '.join(['%s'] * len(values))})" for name, values in told.items()]
    apart = ["series.tool NOT IN (%s, %s)"] if which.each_tool else []
    return " AND ".join([*sql, *apart]), [*chain(*told.values()), *(_TOGETHER if which.each_tool else ())]


def _grouped(picked: Sequence[str]) -> str:
    return f"GROUP BY {', '.join(picked)}" if picked else ""


def _rows(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows; a number is whole, which PostgreSQL does not say of a sum."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [(*row[:-1], int(row[-1])) for row in cursor.fetchall() if row[-1] is not None]


def _ends(stretch: Stretch) -> list[Any]:
    return [_kept(moment) for moment in (stretch.begins, stretch.ends)]


def _kept(moment: Moment) -> Any:
    """A start as the database has it."""
    if isinstance(moment, datetime):
        return connection.ops.adapt_datetimefield_value(moment)
    return connection.ops.adapt_datefield_value(moment)


def _moment(value: Any, kept: RollUp) -> Moment:
    """A start as Python has it; SQLite gives a text."""
    if kept is not Hour:
        return date.fromisoformat(value) if isinstance(value, str) else value
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _day_from(moment: datetime) -> date:
    """The first day that begins at a moment or after."""
    day = moment.astimezone(UTC).date()
    return day if _midnight(day) == moment else day + _DAY


def _month_from(day: date) -> date:
    """The first month that begins on a day or after."""
    return day if day.day == 1 else (day.replace(day=1) + 31 * _DAY).replace(day=1)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _name(model: type[Series] | RollUp) -> str:
    return connection.ops.quote_name(model._meta.db_table)
