"""The spool: counts on this machine's disk until the console has them.

A turn's counts are one transaction, into windows of a minute. Processes share the file. Where it cannot be had in time
a turn does not wait: its counts are held in memory, and go with the next that are written.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from veraz.errors import MeterError
from veraz.meters import Series
from veraz.sync.spool_file import Act, Busy, SpoolFile

log = logging.getLogger("veraz.sync")

FILE = "meters.sqlite3"

WINDOW = 60
"""Seconds that a window lasts."""

MOST_SERIES = 2000
"""In one window; what comes after is counted in series of «_overflow»."""

OLDEST = 35 * 24 * 3600
"""Seconds: the console takes nothing older, so nothing older is kept."""

MOST_AT_ONCE = 1 << 40
"""Of one series in one window; nothing counts as much."""

OPEN = 0
"""The parcel of what is not sealed yet."""

_TURN_WAITS = 0.05  # seconds at most
_OTHERS_WAIT = 2.0  # seconds, where nobody waits for a reply
_AFTER_BUSY = 1.0  # seconds in which no turn tries again
_MOST_HELD = 20_000  # series of windows
_ROOM = 5000  # rows that are dropped at a time
_END_OF_TIME = 1 << 62
_MARK_EVERY = 60.0  # seconds between two marks of the latest time
_MOST_MARKS = 50  # the ones marked longest ago go first
_HOLDS_COUNTS = "EXISTS (SELECT 1 FROM counts WHERE parcel = parcels.id)"
_T = TypeVar("_T")


class Spool:
    """Keeps counts in ``folder``; in memory where that cannot be written to.

    Safe to share between threads, and across forks: what the parent holds in memory stays the parent's.
    """

    _held: dict[tuple[int, str], int]  # by window and series
    _lost: int

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._file = SpoolFile(folder / FILE, make_room)
        self._marks: dict[str, float] = {}
        self._renew()
        _ALL.add(self)

    def count(self, counts: Mapping[Series, int]) -> None:
        """Add ``counts`` to this minute's. It never raises, and waits 50 ms at most."""
        self._hold(int(self.clock() // WINDOW) * WINDOW, counts)
        if time.monotonic() >= self._try_at:
            self._write(_TURN_WAITS)

    def flush(self) -> None:
        """Write what is held in memory, where that can be done."""
        if self._held or self._lost:
            self._write(_OTHERS_WAIT)

    def transact(self, act: Act[_T]) -> _T:
        """Return what ``act`` returns, done in one transaction.

        :raises Busy: where others had the file for too long; nothing was done.
        """
        return self._file.run(act, _OTHERS_WAIT)

    def tidy(self) -> None:
        """Do what would otherwise make a turn wait."""
        self._file.checkpoint()

    def latest(self, of: str) -> float:
        """Return the latest time seen since ``of`` was first asked about, now's included; see :mod:`.clock_mark`."""
        now, mark = self.clock(), self._marks.get(of, 0.0)
        if now >= mark + _MARK_EVERY or not mark:
            with suppress(Busy):
                self._marks[of] = self.transact(lambda connection: _marked(connection, of, now))
        return max(now, self._marks.get(of, 0.0))

    def _hold(self, start: int, counts: Mapping[Series, int]) -> None:
        with self._holding:
            for series, n in counts.items():
                text = _text(series)
                if text is None or not 0 < n < MOST_AT_ONCE:
                    continue
                key = (start, text)
                if key in self._held or len(self._held) < _MOST_HELD:
                    self._held[key] = self._held.get(key, 0) + n
                else:
                    self._lost += n

    def _write(self, patience: float) -> None:
        with self._holding:
            held, self._held = self._held, {}
            lost, self._lost = self._lost, 0
        try:
            self._file.run(lambda connection: _add(connection, held, lost), patience)
        except (Busy, sqlite3.Error):
            self._try_at = time.monotonic() + _AFTER_BUSY
            self._put_back(held, lost)

    def _put_back(self, held: Mapping[tuple[int, str], int], lost: int) -> None:
        with self._holding:
            for key, n in held.items():
                self._held[key] = self._held.get(key, 0) + n
            self._lost += lost

    def _renew(self) -> None:
        self._holding = threading.Lock()
        self._held = {}
        self._lost = 0
        self._try_at = 0.0


def drop(connection: sqlite3.Connection, reason: str, n: int) -> None:
    """Count what is lost, so that the console is told of it."""
    if n:
        connection.execute(
            "INSERT INTO dropped VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n", (OPEN, reason, n)
        )


def make_room(connection: sqlite3.Connection) -> bool:
    """Drop some of the oldest counts, those the console refused before any other; tell whether there were any."""
    sealed = f"SELECT id, refused FROM parcels WHERE {_HOLDS_COUNTS} ORDER BY refused IS NULL, id LIMIT 1"
    parcel, refused = connection.execute(sealed).fetchone() or (OPEN, None)
    beyond = "SELECT start FROM counts WHERE parcel = ? ORDER BY start LIMIT 1 OFFSET ?"
    last = connection.execute(beyond, (parcel, _ROOM)).fetchone() or (_END_OF_TIME,)
    n = remove(connection, "parcel = ? AND start <= ?", (parcel, *last))
    if refused is None:  # those were told of when they were refused
        drop(connection, "spool_full", n)
    return n > 0


def remove(connection: sqlite3.Connection, where: str, values: tuple[int, ...]) -> int:
    """Take counts out, and parcels that hold none any more; return how much was counted in them."""
    n = connection.execute(f"SELECT total(n) FROM counts WHERE {where}", values).fetchone()[0]
    connection.execute(f"DELETE FROM counts WHERE {where}", values)
    connection.execute(f"DELETE FROM parcels WHERE NOT {_HOLDS_COUNTS} AND id NOT IN (SELECT parcel FROM dropped)")
    return int(n)


@lru_cache(maxsize=4096)
def series_of(text: str) -> Series:
    """Return the series that ``text`` stands for in the file.

    :raises Exception: of many kinds, for a text that was damaged; see :mod:`.damage`.
    """
    told = json.loads(text)
    return Series.of(told["meter"], told["labels"])


@lru_cache(maxsize=4096)
def _text(series: Series) -> str | None:
    """Return how the file names ``series``, or ``None`` for what is no series: it could hold text."""
    try:
        checked = Series.of(series.meter, dict(series.labels))
    except (MeterError, AttributeError, TypeError, ValueError):
        log.warning("a count of %.60r is passed over: it is none of the meters", type(series).__name__)
        return None
    return json.dumps({"labels": dict(checked.labels), "meter": checked.meter})


def _add(connection: sqlite3.Connection, held: Mapping[tuple[int, str], int], lost: int) -> None:
    for (start, text), n in held.items():
        if not _added(connection, start, text, n):
            _insert(connection, start, text, n)
    drop(connection, "memory_full", lost)


def _added(connection: sqlite3.Connection, start: int, text: str, n: int) -> bool:
    """Add to a series that the window holds already, as most turns do."""
    series = "(SELECT id FROM series WHERE text = ?)"
    more = f"UPDATE counts SET n = n + ? WHERE parcel = 0 AND start = ? AND series = {series}"
    return connection.execute(more, (n, start, text)).rowcount > 0


def _insert(connection: sqlite3.Connection, start: int, text: str, n: int) -> None:
    held = connection.execute("SELECT count(*) FROM counts WHERE parcel = 0 AND start = ?", (start,)).fetchone()[0]
    if not held:  # once a minute; what is never sent grows old too
        drop(connection, "too_old", remove(connection, "parcel = 0 AND start < ?", (start - OLDEST,)))
    if held >= MOST_SERIES:
        text = _text(series_of(text).overflowing()) or text
        if _added(connection, start, text, n):
            return
    connection.execute("INSERT OR IGNORE INTO series (text) VALUES (?)", (text,))
    connection.execute("INSERT INTO counts SELECT 0, ?, id, ? FROM series WHERE text = ?", (start, n, text))


def _marked(connection: sqlite3.Connection, of: str, now: float) -> float:
    """Return the latest time seen, now's included, and keep it."""
    sound = "CASE typeof(at) WHEN 'real' THEN at ELSE 0 END"  # a damaged one says nothing
    later = f"INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max({sound}, excluded.at)"
    connection.execute(later, (of, now))
    connection.execute(
        "DELETE FROM marks WHERE name NOT IN (SELECT name FROM marks ORDER BY at DESC LIMIT ?)", (_MOST_MARKS,)
    )
    return float(connection.execute("SELECT at FROM marks WHERE name = ?", (of,)).fetchone()[0])


_ALL: weakref.WeakSet[Spool] = weakref.WeakSet()


def _after_fork() -> None:
    for spool in list(_ALL):
        spool._renew()


def _at_exit() -> None:
    for spool in list(_ALL):
        spool.flush()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
