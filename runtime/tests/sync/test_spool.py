"""The spool: what is counted is kept, by many threads and processes, whatever the disk does."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from veraz.meters import Series
from veraz.sync import spool as spool_module
from veraz.sync import spool_file
from veraz.sync.parcels import Parcels, Schedule
from veraz.sync.spool import MOST_SERIES, OLDEST, Spool

NOON = 1_791_028_800  # 2026-10-03 12:00 UTC
TURN = Series.of("turns", {"how": "model"})
READ = Series.of("sentences.read", {"language": "en", "version": "17"})


class Clock:
    def __init__(self) -> None:
        self.now = float(NOON)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def spool(tmp_path: Path, clock: Clock) -> Spool:
    return Spool(tmp_path, clock)


def added(tool: str) -> Series:
    return Series.of("sentences.added", {"tool": tool, "outcome": "done"})


def total(spool: Spool) -> Counter[Series]:
    found: Counter[Series] = Counter()
    for (_, series), n in Parcels(spool, "test").waiting().items():
        found[series] += n
    return found


def dropped(spool: Spool) -> dict[str, int]:
    return dict(spool.transact(lambda connection: connection.execute("SELECT reason, n FROM dropped").fetchall()))


def test_what_turns_count_adds_up_by_minute_and_series(spool: Spool, clock: Clock) -> None:
    spool.count({TURN: 1, READ: 3})
    clock.now += 59
    spool.count({TURN: 1, READ: 2})
    clock.now += 1
    spool.count({TURN: 1})
    waiting = Parcels(spool, "test").waiting()
    assert waiting == {(NOON, TURN): 2, (NOON, READ): 5, (NOON + 60, TURN): 1}


def test_what_one_process_counted_another_finds(tmp_path: Path, clock: Clock, spool: Spool) -> None:
    spool.count({TURN: 1})
    other = Spool(tmp_path, clock)
    other.count({TURN: 2})
    assert total(spool) == total(other) == {TURN: 3}


def test_many_threads_lose_nothing(spool: Spool) -> None:
    threads = [threading.Thread(target=lambda: [spool.count({TURN: 1}) for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spool.flush()
    assert total(spool) == {TURN: 200}


def test_counts_made_while_another_has_the_file_go_with_the_next(tmp_path: Path, spool: Spool, clock: Clock) -> None:
    spool.count({TURN: 1})
    other = sqlite3.connect(tmp_path / "meters.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    spool.count({TURN: 1, READ: 4})
    clock.now += 60
    spool.count({TURN: 1})
    other.execute("ROLLBACK")
    other.close()
    spool.flush()
    waiting = Parcels(spool, "test").waiting()
    assert waiting == {(NOON, TURN): 2, (NOON, READ): 4, (NOON + 60, TURN): 1}


def test_memory_holds_so_much_while_the_file_cannot_be_had_and_says_what_it_lost(
    tmp_path: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool_module, "_MOST_HELD", 2)
    spool.count({TURN: 1})
    other = sqlite3.connect(tmp_path / "meters.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    spool.count({added("a"): 1, added("b"): 1, added("c"): 5})
    other.close()
    spool.flush()
    assert total(spool) == {TURN: 1, added("a"): 1, added("b"): 1}
    assert dropped(spool) == {"memory_full": 5}


def test_a_folder_that_cannot_be_written_is_said_once_and_counts_are_kept_in_memory(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    spool = Spool(tmp_path / "file" / "folder", clock)
    for _ in range(3):
        spool.count({TURN: 1})
    assert total(spool) == {TURN: 3}
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "kept in memory" in caplog.text


def test_memory_is_bounded_too(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_file, "_MEMORY_PAGES", 24)
    (tmp_path / "file").touch()
    spool = Spool(tmp_path / "file", clock)
    fill(spool, clock, 6000)
    assert sum(total(spool).values()) + dropped(spool)["spool_full"] == 6000


def test_a_file_that_is_no_spool_is_put_aside_and_not_deleted(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "meters.sqlite3").write_bytes(b"not a database, but somebody's" * 100)
    spool = Spool(tmp_path, clock)
    spool.count({TURN: 1})
    assert total(Spool(tmp_path, clock)) == {TURN: 1}
    aside = [path for path in tmp_path.iterdir() if ".bad-" in path.name]
    assert [path.read_bytes()[:14] for path in aside] == [b"not a database"]
    assert "put aside" in caplog.text


def test_a_file_that_is_damaged_while_in_use_is_put_aside_once_and_all_go_on(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool_file, "_LOOKS_EVERY", 0.0)
    spools = [Spool(tmp_path, clock) for _ in range(3)]
    for spool in spools:
        spool.count({TURN: 1})
    spools[0].tidy()
    file = tmp_path / "meters.sqlite3"
    (tmp_path / "meters.sqlite3-wal").write_bytes(b"")
    file.write_bytes(b"\xff" * file.stat().st_size)
    for spool in spools:
        spool.count({TURN: 1})
        spool.flush()
    assert total(spools[0]) == {TURN: 3}
    assert sum(path.name.startswith("meters.sqlite3.bad-") and path.suffix != "" for path in tmp_path.iterdir()) >= 1


def test_a_file_that_someone_removes_is_made_again(
    tmp_path: Path, spool: Spool, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool_file, "_LOOKS_EVERY", 0.0)
    spool.count({TURN: 1})
    for path in tmp_path.iterdir():
        path.unlink()
    spool.count({TURN: 1})
    assert total(Spool(tmp_path, clock)) == {TURN: 1}


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path, clock: Clock, spool: Spool) -> None:
    spool.count({TURN: 1})
    spool.transact(lambda connection: connection.execute("PRAGMA user_version = 99"))
    later = Spool(tmp_path, clock)
    later.count({TURN: 5})
    assert total(later) == {TURN: 5}
    with sqlite3.connect(tmp_path / "meters.sqlite3") as file:
        assert file.execute("SELECT sum(n) FROM counts").fetchone() == (1,)
    file.close()


def test_only_the_owner_may_read_the_file(tmp_path: Path, spool: Spool) -> None:
    spool.count({TURN: 1})
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_full_spool_drops_its_oldest_and_counts_what_it_dropped(
    spool: Spool, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool_file, "_FILE_PAGES", 40)
    fill(spool, clock, 20_000)
    waiting = Parcels(spool, "test").waiting()
    assert sum(waiting.values()) + dropped(spool)["spool_full"] == 20_000
    assert max(start for start, _ in waiting) == clock() - 60
    assert min(start for start, _ in waiting) > NOON


def test_a_full_spool_drops_what_was_sealed_before_what_is_open(
    spool: Spool, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool_file, "_FILE_PAGES", 40)
    spool.count({READ: 7})
    clock.now += 60
    parcels = Parcels(spool, "test")
    assert parcels.next(None)
    while "spool_full" not in dropped(spool):
        fill(spool, clock, 100)
    assert READ not in total(spool)


def fill(spool: Spool, clock: Clock, rows: int) -> None:
    """Count once in so many windows, a hundred series a turn."""
    tools = [added(f"tool_{number}") for number in range(100)]
    for _ in range(rows // 100):
        spool.count(dict.fromkeys(tools, 1))
        clock.now += 60


def test_what_is_older_than_the_console_takes_is_dropped_and_counted(spool: Spool, clock: Clock) -> None:
    spool.count({TURN: 5})
    clock.now += OLDEST + 60
    spool.count({READ: 1})
    clock.now += 60
    parcel = Parcels(spool, "test").next(None)
    assert parcel is not None
    assert [sample.series for sample in parcel.samples] == [READ]
    assert dropped(spool) == {"too_old": 5}


def test_what_was_sealed_long_ago_and_never_taken_is_dropped_too(spool: Spool, clock: Clock) -> None:
    parcels = Parcels(spool, "test")
    spool.count({TURN: 5})
    clock.now += 60
    assert parcels.next(None)
    clock.now += OLDEST
    dropping = parcels.next(None)
    assert dropping is not None
    assert (dropping.samples, dropping.dropped) == ((), {"too_old": 5})


def test_what_is_never_sent_is_kept_as_long_as_the_console_would_take_it_and_no_longer(
    spool: Spool, clock: Clock
) -> None:
    spool.count({TURN: 5})
    clock.now += OLDEST
    spool.count({READ: 1})
    assert total(spool) == {TURN: 5, READ: 1}
    clock.now += 60
    spool.count({READ: 1})
    assert total(spool) == {READ: 2}
    assert dropped(spool) == {"too_old": 5}


def test_a_window_holds_so_many_series_and_the_rest_is_counted_together(spool: Spool) -> None:
    tools = [added(f"tool_{number}") for number in range(MOST_SERIES + 10)]
    spool.count(dict.fromkeys(tools[:1000], 1))
    spool.count(dict.fromkeys(tools[1000:], 1))
    spool.count(dict.fromkeys(tools, 1))
    found = total(spool)
    assert len(found) == MOST_SERIES + 1
    assert found[added("_overflow")] == 20
    assert sum(found.values()) == 2 * len(tools)


def test_what_is_no_series_never_reaches_the_file(
    tmp_path: Path, spool: Spool, caplog: pytest.LogCaptureFixture
) -> None:
    spool.count({Series("canary said so"): 1, Series("turns", (("how", "canary"),)): 1, TURN: 1})
    spool.count({TURN: -1, READ: 0})
    assert total(spool) == {TURN: 1}
    assert b"canary" not in everything(tmp_path)
    assert "canary" not in caplog.text


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_a_window_is_sealed_when_it_has_ended(spool: Spool, clock: Clock) -> None:
    parcels = Parcels(spool, "test")
    clock.now += 30
    spool.count({TURN: 1})
    assert parcels.next(None) is None
    clock.now += 30
    sealed = parcels.next(17)
    assert sealed is not None
    assert [(sample.start, sample.series, sample.n) for sample in sealed.samples] == [(NOON, TURN, 1)]
    assert (sealed.version, sealed.attempt) == (17, 1)


def test_a_retry_says_the_same_under_the_same_batch(tmp_path: Path, spool: Spool, clock: Clock) -> None:
    spool.count({TURN: 1})
    clock.now += 60
    first = Parcels(spool, "1").next(17)
    spool.count({TURN: 1})
    second = Parcels(Spool(tmp_path, clock), "2").next(18)
    assert first is not None
    assert second is not None
    assert second.attempt == 2
    kept = ("batch", "samples", "runtime", "version", "dropped")
    assert [getattr(second, name) for name in kept] == [getattr(first, name) for name in kept]


def test_what_was_counted_before_a_clock_was_set_back_is_sent_too(spool: Spool, clock: Clock) -> None:
    spool.count({TURN: 1})
    clock.now -= 86_400
    parcel = Parcels(spool, "test").next(None)
    assert parcel is not None
    assert [sample.start for sample in parcel.samples] == [NOON]


def test_names_of_series_that_nothing_counts_any_more_are_forgotten(spool: Spool, clock: Clock) -> None:
    spool.count({READ: 1})
    clock.now += 60
    parcels = Parcels(spool, "test")
    parcel = parcels.next(None)
    assert parcel is not None
    parcels.delivered(parcel, (), Schedule())
    names = spool.transact(lambda connection: connection.execute("SELECT count(*) FROM series").fetchone())
    assert names == (0,)


def test_one_process_holds_the_lease_until_it_gives_it_up_or_it_expires(spool: Spool, clock: Clock) -> None:
    parcels = Parcels(spool, "test")
    assert parcels.lease("one", 60) is not None
    assert parcels.lease("other", 60) is None
    assert parcels.lease("one", 60) is not None
    clock.now += 61
    assert parcels.lease("other", 60) is not None
    parcels.release("one")
    assert parcels.lease("one", 60) is None
    parcels.release("other")
    assert parcels.lease("one", 60) is not None


def test_a_lease_taken_before_the_clock_was_set_back_is_no_lease(spool: Spool, clock: Clock) -> None:
    parcels = Parcels(spool, "test")
    assert parcels.lease("dead", 60) is not None
    clock.now -= 86_400
    assert parcels.lease("alive", 60) is not None


def test_the_latest_time_seen_outlives_the_process_and_a_clock_set_back(
    tmp_path: Path, spool: Spool, clock: Clock
) -> None:
    assert spool.latest("licence") == NOON
    clock.now -= 86_400
    assert spool.latest("licence") == NOON
    assert Spool(tmp_path, clock).latest("licence") == NOON
    assert Spool(tmp_path, clock).latest("another") == NOON - 86_400


def in_child(act: Callable[[], None]) -> int:
    """Fork, and return how the child that does `act` ended."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)  # who waits for a child that hangs is told so
        act()
        status = 0
    finally:
        os._exit(status)


def test_parent_and_child_count_on_after_a_fork(spool: Spool) -> None:
    spool.count({TURN: 1})
    assert in_child(lambda: spool.count({TURN: 10})) == 0
    spool.count({TURN: 100})
    assert total(spool) == {TURN: 111}


def test_a_disk_without_room_drops_nothing_and_counts_go_on_in_memory(tmp_path: Path, spool: Spool) -> None:
    resource = pytest.importorskip("resource", reason="this system has no bounds to set")
    spool.count({TURN: 1})

    def act() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))
        spool.count({TURN: 10})
        assert total(spool) == {TURN: 10}
        assert dropped(spool) == {}

    assert in_child(act) == 0
    assert total(spool) == {TURN: 1}


def looks(spool: Spool) -> None:
    """Have it look now whether the file can be had, as it does every few seconds."""
    spool._file._look_at = 0.0


def test_once_a_folder_can_be_written_counts_go_from_memory_to_the_disk(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    (tmp_path / "folder").touch()
    spool = Spool(tmp_path / "folder", clock)
    spool.count({TURN: 1})
    looks(spool)
    spool.count({TURN: 2, READ: 5})
    (tmp_path / "folder").unlink()
    other = Spool(tmp_path / "folder", clock)
    other.count({READ: 1, TURN: 1})
    looks(spool)
    spool.count({TURN: 4})
    assert total(other) == {TURN: 8, READ: 6}
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_what_was_sealed_in_memory_is_the_same_parcel_on_the_disk(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "folder").touch()
    spool = Spool(tmp_path / "folder", clock)
    spool.count({TURN: 1})
    spool.transact(lambda connection: spool_module.drop(connection, "rejected", 3))
    parcel = Parcels(spool, "1").next(None, all_windows=True)
    assert parcel is not None
    (tmp_path / "folder").unlink()
    other = Spool(tmp_path / "folder", clock)
    other.count({READ: 5})
    Parcels(other, "1").next(None, all_windows=True)
    looks(spool)
    Parcels(spool, "1").delivered(parcel, (), Schedule())
    assert total(other) == {READ: 5}
    assert dropped(other) == {"rejected": 3}


def test_once_there_is_room_on_the_disk_counts_go_from_memory_to_it(spool: Spool) -> None:
    resource = pytest.importorskip("resource", reason="this system has no bounds to set")
    spool.count({TURN: 1})

    def act() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        spool.count({TURN: 10})
        looks(spool)
        spool.count({TURN: 100})
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        looks(spool)
        spool.count({TURN: 1000})

    assert in_child(act) == 0
    assert total(spool) == {TURN: 1111}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system does not show what a process has open")
def test_a_child_has_none_of_its_parents_connections(tmp_path: Path, spool: Spool) -> None:
    spool.count({TURN: 1})

    def act() -> None:
        names = os.listdir("/proc/self/fd")  # noqa: PTH208
        assert not [name for name in names if _target(name).startswith(str(tmp_path))]

    assert in_child(act) == 0


def _target(descriptor: str) -> str:
    try:
        return str(Path("/proc/self/fd", descriptor).readlink())
    except FileNotFoundError:  # the one that listed them
        return ""


def test_what_the_parent_holds_in_memory_is_not_counted_by_the_child_too(tmp_path: Path, spool: Spool) -> None:
    spool.count({TURN: 1})
    other = sqlite3.connect(tmp_path / "meters.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    spool.count({TURN: 10})
    other.execute("ROLLBACK")
    other.close()
    assert in_child(spool.flush) == 0
    spool.flush()
    assert total(spool) == {TURN: 11}


def test_a_child_has_no_part_in_what_its_parent_keeps_in_memory(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").touch()
    spool = Spool(tmp_path / "file", clock)
    spool.count({TURN: 1})

    def act() -> None:
        spool.count({READ: 1})
        assert total(spool) == {READ: 1}

    assert in_child(act) == 0
    assert total(spool) == {TURN: 1}


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_children_forked_while_threads_count_can_all_count(spool: Spool) -> None:
    going = threading.Event()
    counted = [0, 0]

    def count(index: int) -> None:
        while not going.is_set():
            spool.count({TURN: 1})
            counted[index] += 1

    def act() -> None:
        spool.count({READ: 1})
        spool.flush()
        assert not spool._held

    threads = [threading.Thread(target=count, args=(index,), daemon=True) for index in range(2)]
    for thread in threads:
        thread.start()
    ends = [in_child(act) for _ in range(10)]
    going.set()
    for thread in threads:
        thread.join()
    spool.flush()
    assert ends == [0] * 10
    assert total(spool) == {TURN: sum(counted), READ: 10}
