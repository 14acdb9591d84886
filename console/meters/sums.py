"""Sums over the roll-ups, in SQL of which the plan is known.

What few series count is read series by series: SQLite takes tables as they stand in a CROSS JOIN, and PostgreSQL what
is LATERAL and cannot be drawn out of it. What every tool counts is read row by row from as few rows as tell it, and
added up by series before it is joined to what the series say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """From one start to before another, in one of the roll-ups; `sign` is -1 where it is to be taken away."""

    kept: RollUp
    begins: Moment
    ends: Moment
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Which:
    """Series of an organisation, by the values that stand in their columns.

    :ivar each_tool: those of tools, each by itself; otherwise of the tools that are named, or of every tool together.
    """

    organisation: int
    columns: Mapping[str, Sequence[str | int]]
    each_tool: bool = False


def stretches(begins: datetime, ends: datetime) -> list[Stretch]:
    """Take a stretch of hours apart: the whole days (in UTC) in it, and the hours before and after them."""
    first, last = _day_from(begins), ends.astimezone(UTC).date()
    if first >= last:
        return [Stretch(Hour, begins, ends)]
    apart = [
        Stretch(Hour, begins, _midnight(first)),
        Stretch(Day, first, last),
        Stretch(Hour, _midnight(last), ends),
    ]
    return [stretch for stretch in apart if stretch.begins < stretch.ends]


def fewest(begins: datetime, ends: datetime) -> list[Stretch]:
    """Make a stretch of hours of the fewest rows: of months, days, and hours that those have too few or too many."""
    if ends - begins <= _DAY:
        return [Stretch(Hour, begins, ends)]
    first, last = _nearest_day(begins), _nearest_day(ends)
    hours = (_between(Hour, begins, _midnight(first)), _between(Hour, _midnight(last), ends))
    return [stretch for stretch in (*hours, *_of_days(first, last)) if stretch.begins < stretch.ends]


def few(which: Which, stretch: Stretch, by: Sequence[str], *, starts: bool = False) -> list[tuple[Any, ...]]:
    """What some series count in a stretch, by columns of theirs and, where asked, by start: the start comes first."""
    picked = [*(["kept.start"] if starts else []), *(f"series.{name}" for name in by)]
    conditions, values = _conditions(which)
    own = "kept.series_id = series.id AND kept.start >= %s AND kept.start < %s"
    if connection.vendor == "postgresql":
        beside = f"LATERAL (SELECT start, n FROM {_name(stretch.kept)} AS kept WHERE {own} OFFSET 0) AS kept"
        where, given = conditions, [*_ends(stretch), *values]
    else:
        beside, where, given = f"{_name(stretch.kept)} AS kept", f"{conditions} AND {own}", [*values, *_ends(stretch)]
    sql = (
        f"SELECT {', '.join([*picked, 'SUM(kept.n)'])} FROM {_name(Series)} AS series "
        f"CROSS JOIN {beside} WHERE {where} {_grouped(picked)}"
    )
    rows = _rows(sql, given)
    return [(_moment(row[0], stretch.kept), *row[1:]) for row in rows] if starts else rows


def many(which: Which, apart: Sequence[Stretch], by: Sequence[str]) -> list[tuple[Any, ...]]:
    """What a great part of all series counts in some stretches, by columns of theirs."""
    picked = [f"series.{name}" for name in by]
    conditions, values = _conditions(which)
    one = "SELECT series_id, {sign}n AS n FROM {kept} WHERE organisation_id = %s AND start >= %s AND start < %s"
    each = [one.format(sign="" if stretch.sign > 0 else "-", kept=_name(stretch.kept)) for stretch in apart]
    sql = (
        f"SELECT {', '.join([*picked, 'SUM(kept.n)'])} FROM (SELECT series_id, SUM(n) AS n "
        f"FROM ({' UNION ALL '.join(each)}) AS rows GROUP BY series_id) AS kept "
        f"CROSS JOIN {_name(Series)} AS series WHERE series.id = kept.series_id AND {conditions} {_grouped(picked)}"
    )
    return _rows(sql, [*(value for stretch in apart for value in (which.organisation, *_ends(stretch))), *values])


def _of_days(first: date, last: date) -> list[Stretch]:
    """Whole months, and the days between them and the ends; nothing but days where there is no month."""
    from_month, to_month = _nearest_month(first), _nearest_month(last)
    if from_month >= to_month:
        return [Stretch(Day, first, last)]
    return [
        _between(Day, first, from_month),
        Stretch(Month, from_month, to_month),
        _between(Day, to_month, last),
    ]


def _between(kept: RollUp, begins: Moment, ends: Moment) -> Stretch:
    """A stretch to be added; or taken away, where its end comes first."""
    return Stretch(kept, begins, ends) if begins <= ends else Stretch(kept, ends, begins, sign=-1)


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


def _nearest_day(moment: datetime) -> date:
    """The day whose beginning is nearest to a moment."""
    return (moment.astimezone(UTC) + _DAY / 2).date()


def _nearest_month(day: date) -> date:
    """The month whose first day is nearest to a day."""
    this = day.replace(day=1)
    following = (this + 31 * _DAY).replace(day=1)
    return this if day - this <= following - day else following


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _name(model: type[Series] | RollUp) -> str:
    return connection.ops.quote_name(model._meta.db_table)
