"""Rows of the spool that a disk has damaged, though SQLite still reads them: they hold up nothing else.

What can be told of them is counted as dropped. What only tells about a parcel is set right instead: its counts are as
good as ever.
"""

from __future__ import annotations

import re
import sqlite3

from veraz.errors import MeterError
from veraz.sync.spool import MOST_AT_ONCE, OPEN, WINDOW, drop, series_of

DAMAGED = "damaged"
"""Why they are dropped, as the console is told."""

_MOST_TIME = 253_402_300_799  # the last second of the year 9999
_MOST_ID = (1 << 63) - 1
_FORMS = {
    "id": re.compile(rb"[0-9a-f]{32}"),
    "runtime": re.compile(rb"[A-Za-z0-9_.+-]{1,128}"),
    "reason": re.compile(rb"[a-z][a-z_]{0,39}"),
}


def _whole(column: str, least: int, most: int) -> str:
    return f"typeof({column}) = 'integer' AND {column} BETWEEN {least} AND {most}"


def _fits(column: str, form: str) -> str:
    return f"typeof({column}) = 'text' AND fits(CAST({column} AS BLOB), '{form}')"


_IN_PARCEL = f"(parcel = {OPEN} OR parcel IN (SELECT id FROM parcels))"
_COUNTED = _whole("n", 1, MOST_AT_ONCE)
_SOUND = {  # in this order: a count without its series or its parcel tells nothing
    "series": _fits("text", "series"),
    "parcels": _fits("batch", "id"),
    "counts": f"{_whole('start', 0, _MOST_TIME)} AND start % {WINDOW} = 0 AND {_COUNTED} AND {_IN_PARCEL} "
    "AND series IN (SELECT id FROM series)",
    "dropped": f"{_fits('reason', 'reason')} AND {_COUNTED} AND {_IN_PARCEL}",
    "marks": f"typeof(at) = 'real' AND at BETWEEN 0 AND {_MOST_TIME}",
}
_TELLING = {  # of parcels: what is sound, and what takes the place of anything else
    "runtime": (_fits("runtime", "runtime"), "'unknown'"),
    "version": (f"version IS NULL OR {_whole('version', 0, _MOST_ID)}", "NULL"),
    "attempts": (_whole("attempts", 0, _MOST_ID // 2), "0"),
    "refused": (f"refused IS NULL OR {_whole('refused', 0, 999)}", "NULL"),
}


def drop_damaged(connection: sqlite3.Connection) -> int:
    """Drop the damaged rows, and return how much was counted in them; one in each that does not tell."""
    connection.create_function("fits", 2, _fitting, deterministic=True)
    n = sum(_drop_from(connection, table) for table in _SOUND)
    drop(connection, DAMAGED, n)
    for column, (sound, instead) in _TELLING.items():
        connection.execute(f"UPDATE parcels SET {column} = {instead} WHERE NOT ({sound})")
    connection.execute(f"DELETE FROM facts WHERE name = 'installation' AND NOT ({_fits('value', 'id')})")
    connection.execute("INSERT OR IGNORE INTO facts VALUES ('installation', lower(hex(randomblob(16))))")
    return n


def _drop_from(connection: sqlite3.Connection, table: str) -> int:
    damaged = f"FROM {table} WHERE NOT ({_SOUND[table]})"
    n = 0
    if table in ("counts", "dropped"):
        counted = f"SELECT total(CASE WHEN {_COUNTED} THEN n ELSE 1 END) {damaged}"
        n = int(connection.execute(counted).fetchone()[0])
    connection.execute(f"DELETE {damaged}")
    return n


def _fitting(text: bytes, form: str) -> bool:
    return _is_series(text) if form == "series" else bool(_FORMS[form].fullmatch(text))


def _is_series(text: bytes) -> bool:
    try:
        series_of(text.decode())
    except (AttributeError, KeyError, TypeError, ValueError, MeterError):
        return False
    return True
