"""A look at the spool of a folder that changes nothing in it: what waits, in which parcels, and what was lost."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from veraz.meters import Series
from veraz.sync.damage import drop_damaged
from veraz.sync.parcels import Schedule, number_of, schedule_of
from veraz.sync.spool import FILE, OPEN, WINDOW, series_of
from veraz.sync.spool_file import read_damaged_texts

_PATIENCE = 2.0  # seconds, while others write


@dataclass(frozen=True, slots=True)
class Waiting:
    """What one series counted and the console has not yet.

    :ivar windows: how many minutes it was counted in, from that which begins at ``first`` until ``end``.
    """

    series: Series
    n: int
    windows: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """A parcel that waits.

    :ivar batch: the id it is sent under; parcels that were split share one.
    :ivar n: how much it counts.
    :ivar attempts: how often it was sent.
    :ivar refused: the status that the console refused it with, where it did: it is kept aside and no longer sent.
    """

    batch: str
    samples: int
    n: int
    attempts: int
    refused: int | None


@dataclass(frozen=True, slots=True)
class SpoolView:
    """A spool at one moment.

    :ivar size: the bytes of its files.
    :ivar waiting: what the console has not yet, that of this minute included, by series.
    :ivar dropped: what was lost and why, as far as the console was not told of it yet.
    :ivar leased_until: until when a process sends for all (Unix time); 0 where none does.
    :ivar marks: the latest times that were seen; see :mod:`.clock_mark`.
    """

    path: Path
    size: int
    installation: str
    waiting: tuple[Waiting, ...]
    sealed: tuple[Sealed, ...]
    dropped: Mapping[str, int]
    schedule: Schedule
    marks: Mapping[str, float]
    leased_until: float = 0.0

    @property
    def n(self) -> int:
        """How much is counted in what waits."""
        return sum(each.n for each in self.waiting)


def spool_view(folder: Path) -> SpoolView | None:
    """Return what the spool of ``folder`` holds; ``None`` where there is none.

    :raises OSError: where its file cannot be read, or is no spool.
    """
    path = folder / FILE
    if not path.exists():
        return None
    try:
        with closing(_copied(path)) as connection:
            drop_damaged(connection)
            return _read(connection, path)
    except sqlite3.Error as error:
        raise OSError(f"{path} cannot be read: {error}") from error


def _copied(path: Path) -> sqlite3.Connection:
    """Return a copy in memory, all of one moment, which may be changed."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    read_damaged_texts(copy)
    try:
        with closing(_opened(path)) as connection:
            connection.backup(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{_mode(path)}", timeout=_PATIENCE, uri=True, isolation_level=None
    )
    connection.execute("PRAGMA query_only = 1")
    return connection


def _mode(path: Path) -> str:
    """Return how to open a file: who may not write beside it reads what is there, and the log if another made one."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "mode=rw"
    return "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"


def _read(connection: sqlite3.Connection, path: Path) -> SpoolView:
    installation = connection.execute("SELECT value FROM facts WHERE name = 'installation'").fetchone()[0]
    dropped = connection.execute("SELECT reason, sum(n) FROM dropped GROUP BY reason ORDER BY reason")
    return SpoolView(
        path,
        sum(file.stat().st_size for file in _files(path)),
        installation,
        tuple(_waiting(connection)),
        tuple(_sealed(connection)),
        dict(dropped.fetchall()),
        schedule_of(connection),
        dict(connection.execute("SELECT name, at FROM marks").fetchall()),
        number_of(connection, "lease_until"),
    )


def _files(path: Path) -> Iterator[Path]:
    for suffix in ("", "-wal"):
        file = Path(f"{path}{suffix}")
        if file.exists():
            yield file


def _waiting(connection: sqlite3.Connection) -> Iterator[Waiting]:
    rows = connection.execute(
        "SELECT text, sum(n), count(DISTINCT start), min(start), max(start) FROM counts "
        "JOIN series ON series.id = series WHERE parcel NOT IN (SELECT id FROM parcels WHERE refused IS NOT NULL) "
        "GROUP BY text ORDER BY text"
    )
    for text, n, windows, first, last in rows:
        yield Waiting(series_of(text), n, windows, first, last + WINDOW)


def _sealed(connection: sqlite3.Connection) -> Iterator[Sealed]:
    rows = connection.execute(
        "SELECT batch, count(start), coalesce(sum(n), 0), attempts, refused FROM parcels "
        "LEFT JOIN counts ON parcel = id WHERE id != ? GROUP BY id ORDER BY id",
        (OPEN,),
    )
    for row in rows:
        yield Sealed(*row)
