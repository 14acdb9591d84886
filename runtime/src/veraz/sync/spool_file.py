"""The spool's file: one SQLite connection a process, and a database in memory for as long as no file can be had.

A connection does not live through a fork: it is closed before one, and parent and child each open their own when they
next need it. A file that is no spool, or a damaged one, is put aside, never deleted.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from veraz.sync.notices import Notices, log

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be moved anyway
    fcntl = None  # type: ignore[assignment]

LARGEST = 32 * 1024 * 1024
"""Bytes that the spool may take; its oldest counts go first."""

_PAGE = 4096
_FILE_PAGES = LARGEST * 7 // 8 // _PAGE  # the rest is for the write-ahead log beside it
_MEMORY_PAGES = 4 * 1024 * 1024 // _PAGE
_BUSY_MS = 25  # one attempt at the lock; how many are made depends on who asks
_BREATH = 0.001  # seconds between attempts, some of which fail at once
_LOOKS_EVERY = 10.0  # seconds, whether the file is still the one at its path, and whether it can be had again
_REPAIRS = 3  # in one transaction, before it is given up for now
_FORK_WAITS = 5.0  # seconds for a transaction under way
_VERSION = 1
_TABLES = """
CREATE TABLE series (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE counts (parcel INTEGER NOT NULL, start INTEGER NOT NULL, series INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (parcel, start, series)) WITHOUT ROWID;
CREATE TABLE dropped (parcel INTEGER NOT NULL, reason TEXT NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (parcel, reason)) WITHOUT ROWID;
CREATE TABLE parcels (id INTEGER PRIMARY KEY AUTOINCREMENT, batch TEXT NOT NULL, runtime TEXT NOT NULL, version INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0, refused INTEGER);
CREATE TABLE facts (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE marks (name TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
"""
_PARCELS_IN_MEMORY = "INSERT INTO sqlite_sequence VALUES ('parcels', abs(random() % (1 << 61)))"
"""Gives them ids that the file has none of, so that they keep them there."""

_TO_THE_FILE = """
INSERT OR IGNORE INTO file.series (text) SELECT text FROM main.series;
INSERT INTO file.parcels SELECT * FROM main.parcels;
INSERT INTO file.counts SELECT parcel, start, file.series.id, n FROM main.counts
    JOIN main.series ON main.series.id = series JOIN file.series ON file.series.text = main.series.text
    WHERE true ON CONFLICT DO UPDATE SET n = n + excluded.n;
INSERT INTO file.dropped SELECT * FROM main.dropped WHERE true ON CONFLICT DO UPDATE SET n = n + excluded.n;
INSERT INTO file.marks SELECT * FROM main.marks WHERE true ON CONFLICT DO UPDATE SET at = max(at, excluded.at);
"""

_T = TypeVar("_T")
Act = Callable[[sqlite3.Connection], _T]


class Busy(Exception):
    """The file could not be had in time; what was to be done may be tried again."""


class SpoolFile:
    """Does what is asked in transactions on the file ``path``.

    :param make_room: drops the oldest of what a full file holds, and tells whether there was anything.
    """

    _connection: sqlite3.Connection | None
    _opened: tuple[int, int] | None  # the file that it is to
    _let_go: Any  # closes the connection, at the latest when nobody has this any more
    _look_at: float

    def __init__(self, path: Path, make_room: Act[bool]) -> None:
        self._path = path
        self._make_room = make_room
        self._installation = uuid4().hex
        self._in_memory = False
        self._notices = Notices()
        self._renew()
        _ALL.add(self)

    def run(self, act: Act[_T], patience: float) -> _T:
        """Return what ``act`` returns, done in one transaction; it may be done again where the file had to be mended.

        :param patience: the seconds to wait for other threads and processes.
        :raises Busy: where they took longer; nothing was done.
        """
        give_up = time.monotonic() + patience
        repairs = 0
        while True:
            if not self._lock.acquire(timeout=max(0.0, give_up - time.monotonic())):
                raise Busy
            try:
                return self._transact(act)
            except sqlite3.ProgrammingError:
                raise
            except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
                if not _is_busy(error):
                    repairs += 1
                    self._mend(error)
                if repairs > _REPAIRS or time.monotonic() >= give_up:
                    raise Busy from error
            finally:
                self._lock.release()
            time.sleep(_BREATH)

    def checkpoint(self) -> None:
        """Bring the log into the file now, so that no turn finds it long and has to."""
        with self._lock, suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _transact(self, act: Act[_T]) -> _T:
        connection = self._ready()
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = act(connection)
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.rollback()
            raise
        return result

    def _ready(self) -> sqlite3.Connection:
        """Return a connection to the file that is at the path now; another process may have put the last one aside."""
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + _LOOKS_EVERY
            if self._in_memory:
                self._go_back()
            elif _identity(self._path) != self._opened:
                self._close()
        return self._connection or self._hold(self._in_a_memory() if self._in_memory else self._in_the_file())

    def _hold(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        self._connection, self._let_go = connection, weakref.finalize(self, connection.close)
        self._let_go.atexit = False  # what is held in memory may still be written then
        return connection

    def _in_the_file(self) -> sqlite3.Connection:
        return self._opened_as(self._made(), _FILE_PAGES)

    def _in_a_memory(self) -> sqlite3.Connection:
        connection = self._opened_as(":memory:", _MEMORY_PAGES)
        connection.execute(_PARCELS_IN_MEMORY)
        return connection

    def _opened_as(self, database: str | Path, pages: int) -> sqlite3.Connection:
        connection = sqlite3.connect(database, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        try:
            self._installation = _prepared(connection, pages, self._installation)
        except BaseException:
            connection.close()
            raise
        return connection

    def _go_back(self) -> None:
        """Keep counts in the file again, those that memory holds too, where it can be had now."""
        try:
            file = self._in_the_file()
        except (sqlite3.Error, UnicodeDecodeError, OSError):
            return
        if self._connection is None or _is_moved(self._connection, self._path):
            self._close()
            self._in_memory = False
            self._hold(file)
            self._notices.over(f"{self._path} can be used again: counts are kept there")
        else:
            file.close()

    def _made(self) -> Path:
        """Return the path of a file that is there, and that only its owner may read."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
        self._opened = _identity(self._path)
        return self._path

    def _mend(self, error: Exception) -> None:
        """Make the next attempt more likely to do: room in a full file, a new one for a bad one, memory for none."""
        code = _code(error)
        if (code == sqlite3.SQLITE_FULL and self._has_made_room()) or self._in_memory:
            return
        self._close()
        if not _is_of_bad_file(error) or not self._has_put_aside(error):
            self._in_memory = True
            self._look_at = time.monotonic() + _LOOKS_EVERY
            lost = "until it can, counts are kept in memory, and lost if the process dies"
            self._notices.trouble("memory", f"{self._path} cannot be used ({error}): {lost}")

    def _has_made_room(self) -> bool:
        """Drop the oldest, where it is the spool that is full; on a full disk that would help nobody."""
        try:
            return self._transact(lambda connection: _is_full(connection) and self._make_room(connection))
        except sqlite3.Error:
            return False

    def _has_put_aside(self, error: Exception) -> bool:
        """Move a file that is no spool away, for whoever wants to look; another process may have done so just now."""
        aside = self._path.with_name(f"{self._path.name}.bad-{time.time_ns()}")
        try:
            with _alone(self._path.with_name(f"{self._path.name}.lock")):
                if _identity(self._path) != self._opened:
                    return True
                for suffix in ("-wal", "-shm", ""):  # a new file must not find the old one's log
                    with suppress(FileNotFoundError):
                        Path(f"{self._path}{suffix}").replace(f"{aside}{suffix}")
        except OSError:
            return False
        log.warning("%s is damaged or no spool (%s): it was put aside as %s", self._path, error, aside.name)
        return True

    def _close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._let_go()
            self._connection = None

    def _renew(self) -> None:
        self._lock = threading.Lock()
        self._connection = None
        self._opened = None
        self._look_at = 0.0

    def before_fork(self) -> None:
        """Let go of the file: SQLite's locks, and what it knows of them, must not be in two processes at once."""
        self._forks = self._lock.acquire(timeout=_FORK_WAITS)
        if self._forks and not self._in_memory:
            self._close()

    def after_fork_in_parent(self) -> None:
        """Go on; the file is opened again when next needed."""
        if self._forks:
            self._lock.release()

    def after_fork_in_child(self) -> None:
        """Begin anew. What a database in memory holds is the parent's to send."""
        if self._connection is not None:
            self._let_go.detach()
            _PARENTS.append(self._connection)
        self._renew()


_PARENTS: list[sqlite3.Connection] = []  # never closed here: that is for the process that opened them
_ALL: weakref.WeakSet[SpoolFile] = weakref.WeakSet()
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_BAD_FILE = {  # the last two are of tables or rows that are not as this library made them
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)
}


def _prepared(connection: sqlite3.Connection, pages: int, installation: str) -> str:
    """Make what is not there yet, and return the installation's name: ``installation``, or an earlier one."""
    read_damaged_texts(connection)
    connection.execute(f"PRAGMA page_size = {_PAGE}")
    connection.execute(f"PRAGMA max_page_count = {pages}")
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] not in ("wal", "memory"):
        raise OSError("its file system shares no memory between processes")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > _VERSION:
        raise OSError("a newer version of this library wrote it")
    if not version:
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.execute("INSERT OR IGNORE INTO facts VALUES ('installation', ?)", (installation,))
    found = connection.execute("SELECT value FROM facts WHERE name = 'installation'").fetchone()[0]
    connection.execute("COMMIT")
    return str(found)


def read_damaged_texts(connection: sqlite3.Connection) -> None:
    """Have texts read whatever their bytes; without this one damaged byte makes an error of the whole row."""
    connection.text_factory = lambda text: text.decode(errors="replace")


def _is_moved(memory: sqlite3.Connection, path: Path) -> bool:
    """Move all that ``memory`` holds to the file, and tell whether that could be done."""
    try:
        memory.execute("ATTACH ? AS file", (str(path),))
        memory.execute("BEGIN IMMEDIATE")
        for statement in _TO_THE_FILE.split(";"):
            memory.execute(statement)
        memory.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            memory.rollback()
            memory.execute("DETACH file")
        return False
    return True


def _is_full(connection: sqlite3.Connection) -> bool:
    pages, most = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "max_page_count"))
    return bool(pages >= most)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other processes from the block until it ends, even by the death of this one."""
    with path.open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _code(error: BaseException) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _is_of_bad_file(error: Exception) -> bool:
    return _code(error) in _BAD_FILE or isinstance(error, UnicodeDecodeError)  # of what SQLite says of its names


def _is_busy(error: BaseException) -> bool:
    return _code(error) in _BUSY


def _each(name: str) -> Callable[[], None]:
    def do() -> None:
        for file in list(_ALL):
            getattr(file, name)()

    return do


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_each("before_fork"),
        after_in_parent=_each("after_fork_in_parent"),
        after_in_child=_each("after_fork_in_child"),
    )
