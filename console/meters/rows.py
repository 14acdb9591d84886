"""Writing rows of counts: each step takes its locks in the order of its keys, so that no two wait for each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.db import connection, models, transaction

from console.meters.bulk import Columns, Texts, insert, parameters, source
from console.meters.models import Batch, Day, Hour, Month, Sample, Series
from console.meters.reading import Key, Window, overflowing

_CACHED_SERIES = 32_768
_AT_ONCE = 10_000  # rows in a statement

_NAMES = ", ".join(Key._fields)
_KEY: Columns = {name: "bigint" if name == "version" else "text" for name in Key._fields}
_SAMPLE: Columns = {
    "batch_id": "bigint",
    "start": "timestamptz",
    "identity": "bigint",
    "end": "timestamptz",
    "series_id": "bigint",
    "n": "bigint",
    "late": "boolean",
    "future": "boolean",
}


Row = tuple[Window, int, int, int]
"""A sample: its window, identity, series and n."""


_ids: dict[tuple[int, Key], int] = {}
"""Of series that are surely there: a row is never deleted but with its organisation, whose number none has again."""


def series_ids(organisation: int, keys: Iterable[Key], most: int) -> dict[Key, int]:
    """Return the id of each key's series, made where there is none yet.

    With `most` series in the organisation a new key is given the series that takes what is too many.
    """
    wanted = set(keys)
    found = {key: _ids[organisation, key] for key in wanted if (organisation, key) in _ids}
    missing = wanted - found.keys()
    if not missing:
        return found
    read = _read(organisation, missing)
    new = sorted(missing - read.keys())
    instead = {key: overflowing(key) for key in new[_room(organisation, most) :]} if new else {}
    made = {instead.get(key, key) for key in new}
    _make(organisation, made)
    read |= _read(organisation, made)
    transaction.on_commit(lambda: _remember(organisation, read))
    return found | read | {key: read[other] for key, other in instead.items()}


def add_samples(batch: int, samples: Iterable[Row]) -> None:
    """Add the samples; raises IntegrityError, and so undoes everything, where one is there already."""
    texts = Texts()
    rows = (
        (batch, texts[window.start], identity, texts[window.end], series, n, window.late, window.future)
        for window, identity, series, n in samples
    )
    insert(_table(Sample), _SAMPLE, rows)


def add_counts(
    organisation: int, hours: Mapping[tuple[datetime, int], int], months: Mapping[tuple[date, int], int]
) -> None:
    """Add to the roll-ups what is counted by hour and series, and so by day; and by month and series."""
    days: Counter[tuple[date, int]] = Counter()
    for (hour, series), n in hours.items():
        days[hour.date(), series] += n
    _add(Hour, "timestamptz", organisation, hours)
    _add(Day, "date", organisation, days)
    _add(Month, "date", organisation, months)


def held(batch: Batch, first: datetime, last: datetime) -> Iterable[tuple[datetime, int]]:
    """The start and identity of the samples of a batch that are there, with starts from `first` to `last`."""
    return Sample.objects.filter(batch=batch, start__range=(first, last)).values_list("start", "identity")


def _add(model: type[models.Model], kind: str, organisation: int, counted: Mapping[tuple[Any, int], int]) -> None:
    columns: Columns = {"start": kind, "series": "bigint", "n": "bigint"}
    table = _table(model)
    sql = (
        f"INSERT INTO {table} (organisation_id, start, series_id, n) "
        f"SELECT {organisation:d}, start, series, n FROM {source(columns)} WHERE true "  # or SQLite reads a join
        f"ON CONFLICT (organisation_id, start, series_id) DO UPDATE SET n = {table}.n + excluded.n"
    )
    texts = Texts()
    for some in _some([(texts[start], series, n) for (start, series), n in sorted(counted.items())]):
        _execute(sql, columns, some)


def _read(organisation: int, keys: Iterable[Key]) -> dict[Key, int]:
    same = " AND ".join(f"series.{name} = given.{name}" for name in Key._fields)
    sql = (
        f"SELECT {', '.join(f'series.{name}' for name in Key._fields)}, series.id FROM {source(_KEY)} "
        f"JOIN {_table(Series)} AS series ON series.organisation_id = {organisation:d} AND {same}"
    )
    found = {}
    for some in _some(sorted(keys)):
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters(_KEY, some))
            found.update({Key(*row[:-1]): row[-1] for row in cursor.fetchall()})
    return found


def _room(organisation: int, most: int) -> int:
    return max(0, most - Series.objects.filter(organisation=organisation).count())


def _make(organisation: int, keys: Iterable[Key]) -> None:
    sql = (
        f"INSERT INTO {_table(Series)} (organisation_id, {_NAMES}) "
        f"SELECT {organisation:d}, {_NAMES} FROM {source(_KEY)} WHERE true ON CONFLICT DO NOTHING"
    )
    for some in _some(sorted(keys)):
        _execute(sql, _KEY, some)


def _remember(organisation: int, found: Mapping[Key, int]) -> None:
    if len(_ids) + len(found) > _CACHED_SERIES:
        _ids.clear()
    _ids.update({(organisation, key): series for key, series in islice(found.items(), _CACHED_SERIES)})


def _execute(sql: str, columns: Columns, rows: Sequence[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters(columns, rows))


def _some(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (rows[at : at + _AT_ONCE] for at in range(0, len(rows), _AT_ONCE))


def _table(model: type[models.Model]) -> str:
    return _quoted(model._meta.db_table)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
