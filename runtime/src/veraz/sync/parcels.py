"""Parcels: what goes to the console in one post, sealed so that a retry says exactly the same.

A count is sent under the id of the batch it was sealed in, whichever process sends it and however often, whole or
split, so that the console can tell a repetition. Each step is one transaction of the spool; a process that dies between
two leaves a parcel that is sent again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from veraz.meters import Series
from veraz.sync.damage import drop_damaged
from veraz.sync.notices import log
from veraz.sync.spool import OLDEST, OPEN, WINDOW, Spool, drop, remove, series_of

MOST_SAMPLES = 5000
"""In one parcel; the console takes 10,000 a post."""

_NOWHERE = -1  # the id of no parcel
_NO_NUMBER = 1e12  # seconds, or failures; no fact is as much
_ENDED = "parcel = 0 AND (start < ? OR start > ?)"  # a window long after now was counted before a clock was set back


@dataclass(frozen=True, slots=True)
class Sample:
    """What one series counted in the window that begins at ``start``; ``key`` is the series' in the spool."""

    start: int
    key: int
    series: Series
    n: int


@dataclass(frozen=True, slots=True)
class Parcel:
    """What goes in one post.

    :ivar batch: the id it is sent under, however often.
    :ivar attempt: how often it is sent with this one; 1 is the first time.
    :ivar runtime: the library's version when it was sealed, and ``version`` the phrasings' then.
    """

    id: int
    batch: str
    runtime: str
    version: int | None
    attempt: int
    samples: tuple[Sample, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Schedule:
    """When the console may next be asked, as all processes keep to it; times are seconds since the epoch.

    :ivar contact: when it last took something in.
    """

    not_before: float = 0.0
    failures: int = 0
    contact: float = 0.0


class Parcels:
    """The parcels of ``spool``, as ``runtime`` seals them.

    :raises Busy: each of the methods, where other processes have the spool for too long; nothing was done then.
    """

    def __init__(self, spool: Spool, runtime: str) -> None:
        self._spool = spool
        self._runtime = runtime

    def lease(self, holder: str, seconds: float) -> Schedule | None:
        """Take or keep the lease for so long, and return the schedule; ``None`` where another holds it."""
        return self._spool.transact(lambda connection: _lease(connection, holder, self._spool.clock(), seconds))

    def release(self, holder: str) -> None:
        """Give the lease up, where ``holder`` has it."""
        self._spool.transact(lambda connection: _release(connection, holder))

    @property
    def installation(self) -> str:
        """The name that the spool was given when it was made."""
        return str(self._spool.transact(lambda connection: _fact(connection, "installation", "")))

    def next(self, version: int | None, *, all_windows: bool = False) -> Parcel | None:
        """Return the parcel to send, and count the attempt; ``None`` where there is nothing to send.

        :param version: of the phrasings that are held now.
        :param all_windows: whether this minute's is sealed as well, since the process ends.
        """

        def act(connection: sqlite3.Connection) -> Parcel | None:
            now = self._spool.clock()
            if damaged := drop_damaged(connection):
                log.warning("the spool's file was damaged: what it counted there (%d) is dropped", damaged)
            _forget_old(connection, int(now) - OLDEST)
            seal = _Seal(connection, self._runtime, version)
            seal.counts(int(now) // WINDOW * WINDOW, all_windows=all_windows)
            seal.dropped()
            return _next(connection)

        return self._spool.transact(act)

    def empty(self, version: int | None) -> Parcel:
        """Return a parcel with nothing in it, which the spool does not keep."""
        return Parcel(_NOWHERE, uuid4().hex, self._runtime, version, 1)

    def delivered(self, parcel: Parcel, rejected: Iterable[int], schedule: Schedule) -> int:
        """Take a parcel out that the console took in, and return how much it had counted in samples it rejected.

        :param rejected: the places of those samples.
        """
        places = [(parcel.id, each.start, each.key) for each in map(parcel.samples.__getitem__, set(rejected))]

        def act(connection: sqlite3.Connection) -> int:
            one = "SELECT total(n) FROM counts WHERE parcel = ? AND start = ? AND series = ?"
            n = sum(int(connection.execute(one, place).fetchone()[0]) for place in places)
            drop(connection, "rejected", n)
            _take_out(connection, parcel.id)
            _forget_series(connection)
            _keep_schedule(connection, schedule)
            return n

        return self._spool.transact(act)

    def refused(self, parcel: Parcel, status: int, schedule: Schedule) -> int:
        """Keep a parcel aside that the console will never take, count it as dropped, and return how much it counts."""

        def act(connection: sqlite3.Connection) -> int:
            counted = "SELECT total(n) FROM counts JOIN parcels ON id = parcel WHERE id = ? AND refused IS NULL"
            n = int(connection.execute(counted, (parcel.id,)).fetchone()[0])
            drop(connection, "refused", n)
            connection.execute("UPDATE parcels SET refused = ? WHERE id = ?", (status, parcel.id))
            connection.execute("DELETE FROM dropped WHERE parcel = ?", (parcel.id,))
            _keep_schedule(connection, schedule)
            return n

        return self._spool.transact(act)

    def split(self, parcel: Parcel) -> None:
        """Make two parcels of one, under the same batch; another process may have done so just now."""
        middle = parcel.samples[len(parcel.samples) // 2]
        second = (parcel.id, middle.start, middle.key)

        def act(connection: sqlite3.Connection) -> None:
            where = "parcel = ? AND (start, series) >= (?, ?)"
            if connection.execute(f"SELECT 1 FROM counts WHERE {where} LIMIT 1", second).fetchone():
                new = _parcel(connection, parcel.batch, parcel.runtime, parcel.version)
                connection.execute(f"UPDATE counts SET parcel = ? WHERE {where}", (new, *second))

        self._spool.transact(act)

    def left(self, parcel: Parcel) -> int | None:
        """Return how many samples of a parcel are still here; ``None`` where the console has it."""

        def act(connection: sqlite3.Connection) -> int | None:
            if not connection.execute("SELECT 1 FROM parcels WHERE id = ?", (parcel.id,)).fetchone():
                return None
            return int(connection.execute("SELECT count(*) FROM counts WHERE parcel = ?", (parcel.id,)).fetchone()[0])

        return self._spool.transact(act)

    def postpone(self, schedule: Schedule) -> None:
        """Keep when the console may next be asked."""
        self._spool.transact(lambda connection: _keep_schedule(connection, schedule))

    def waiting(self) -> Mapping[tuple[int, Series], int]:
        """Return what is counted and not yet taken in, by window and series; not what was refused."""

        def act(connection: sqlite3.Connection) -> dict[tuple[int, Series], int]:
            drop_damaged(connection)
            rows = connection.execute(
                "SELECT start, text, sum(n) FROM counts JOIN series ON series.id = series WHERE parcel NOT IN "
                "(SELECT id FROM parcels WHERE refused IS NOT NULL) GROUP BY start, text"
            )
            return {(start, series_of(text)): n for start, text, n in rows}

        return self._spool.transact(act)


def schedule_of(connection: sqlite3.Connection) -> Schedule:
    """Return the schedule that is kept."""
    not_before, failures, contact = (number_of(connection, name) for name in ("not_before", "failures", "contact"))
    return Schedule(not_before, int(failures), contact)


def number_of(connection: sqlite3.Connection, fact: str) -> float:
    """Return a fact that is a number; 0 where it is not kept, or damaged."""
    value = _fact(connection, fact, 0.0)
    return float(value) if isinstance(value, int | float) and abs(value) < _NO_NUMBER else 0.0


class _Seal:
    """Seals what is open into parcels, within a transaction."""

    def __init__(self, connection: sqlite3.Connection, runtime: str, version: int | None) -> None:
        self._connection = connection
        self._parcel: Callable[[], int] = lambda: _parcel(connection, uuid4().hex, runtime, version)

    def dropped(self) -> None:
        """Seal what was dropped alone: no split nor sample that is refused makes it be told twice."""
        if self._connection.execute("SELECT 1 FROM dropped WHERE parcel = ?", (OPEN,)).fetchone():
            self._connection.execute("UPDATE dropped SET parcel = ? WHERE parcel = ?", (self._parcel(), OPEN))

    def counts(self, minute: int, *, all_windows: bool) -> None:
        """Seal windows that have ended, unless a parcel that was never sent waits already."""
        first, last = (-1, -1) if all_windows else (minute, minute + WINDOW)
        fresh = self._connection.execute("SELECT 1 FROM parcels WHERE attempts = 0 LIMIT 1").fetchone()
        if (
            fresh
            or not self._connection.execute(f"SELECT 1 FROM counts WHERE {_ENDED} LIMIT 1", (first, last)).fetchone()
        ):
            return
        self._connection.execute(
            "UPDATE counts SET parcel = ? WHERE parcel = 0 AND (start, series) IN "
            f"(SELECT start, series FROM counts WHERE {_ENDED} ORDER BY start, series LIMIT ?)",
            (self._parcel(), first, last, MOST_SAMPLES),
        )


def _parcel(connection: sqlite3.Connection, batch: str, runtime: str, version: int | None) -> int:
    values = (batch, runtime, version)
    made = connection.execute("INSERT INTO parcels (batch, runtime, version) VALUES (?, ?, ?)", values)
    return int(made.lastrowid or 0)


def _next(connection: sqlite3.Connection) -> Parcel | None:
    """Return the parcel that was sent least often: one that the console stumbles over holds up no other."""
    row = connection.execute(
        "SELECT id, batch, runtime, version, attempts + 1 FROM parcels "
        "WHERE refused IS NULL ORDER BY attempts, id LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    (parcel, batch, runtime, version, attempt), key = row, row[:1]
    connection.execute("UPDATE parcels SET attempts = ? WHERE id = ?", (attempt, parcel))
    samples = connection.execute(
        "SELECT start, series, text, n FROM counts JOIN series ON series.id = series WHERE parcel = ? "
        "ORDER BY start, series",
        key,
    )
    dropped = connection.execute("SELECT reason, n FROM dropped WHERE parcel = ? ORDER BY reason", key)
    read = tuple(Sample(start, key, series_of(text), n) for start, key, text, n in samples)
    return Parcel(parcel, batch, runtime, version, attempt, read, dict(dropped.fetchall()))


def _take_out(connection: sqlite3.Connection, parcel: int) -> None:
    """Take a parcel out; another process may have been answered first, and done so."""
    for table, key in (("counts", "parcel"), ("dropped", "parcel"), ("parcels", "id")):
        connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (parcel,))


def _forget_old(connection: sqlite3.Connection, before: int) -> None:
    """Drop what the console would no longer take; what it refused was told of then."""
    kept = "parcel IN (SELECT 0 UNION ALL SELECT id FROM parcels WHERE refused IS NULL) AND start < ?"
    aside = "parcel IN (SELECT id FROM parcels WHERE refused IS NOT NULL) AND start < ?"
    drop(connection, "too_old", remove(connection, kept, (before,)))
    remove(connection, aside, (before,))


def _forget_series(connection: sqlite3.Connection) -> None:
    """Forget the names that no count has any more, once few counts are left to look through."""
    if not connection.execute("SELECT 1 FROM parcels WHERE refused IS NULL LIMIT 1").fetchone():
        connection.execute("DELETE FROM series WHERE id NOT IN (SELECT series FROM counts)")


def _lease(connection: sqlite3.Connection, holder: str, now: float, seconds: float) -> Schedule | None:
    held_by, until = _fact(connection, "lease_holder", ""), number_of(connection, "lease_until")
    is_held = now < until <= now + seconds  # one for longer was taken before a clock was set back
    if held_by != holder and is_held:
        return None
    _keep_facts(connection, {"lease_holder": holder, "lease_until": now + seconds})
    return schedule_of(connection)


def _release(connection: sqlite3.Connection, holder: str) -> None:
    if _fact(connection, "lease_holder", "") == holder:
        _keep_facts(connection, {"lease_holder": "", "lease_until": 0.0})


def _keep_schedule(connection: sqlite3.Connection, schedule: Schedule) -> None:
    _keep_facts(
        connection,
        {"not_before": schedule.not_before, "failures": schedule.failures, "contact": schedule.contact},
    )


def _fact(connection: sqlite3.Connection, name: str, default: Any) -> Any:
    row = connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return default if row is None else row[0]


def _keep_facts(connection: sqlite3.Connection, facts: Mapping[str, Any]) -> None:
    connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", list(facts.items()))
