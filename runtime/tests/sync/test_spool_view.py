"""A look at a spool tells what waits and what was lost, and leaves everything as it is."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path

import pytest

from veraz.meters import Series
from veraz.sync.clock_mark import ReadMark
from veraz.sync.parcels import Parcels, Schedule
from veraz.sync.spool import FILE, Spool
from veraz.sync.spool_view import SpoolView, Waiting, spool_view

NOON = 1_791_028_800
TURN = Series.of("turns", {"how": "model"})
READ = Series.of("sentences.read", {})


class Clock:
    now = float(NOON)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def spool(tmp_path: Path, clock: Clock) -> Spool:
    return Spool(tmp_path, clock)


def view(folder: Path) -> SpoolView:
    found = spool_view(folder)
    assert found is not None
    return found


def test_where_nothing_was_counted_there_is_nothing_and_nothing_is_made(tmp_path: Path) -> None:
    assert spool_view(tmp_path / "state") is None
    assert list(tmp_path.iterdir()) == []


def test_what_waits_is_told_by_series_over_its_windows(spool: Spool, clock: Clock, tmp_path: Path) -> None:
    spool.count({TURN: 1})
    clock.now += 60
    Parcels(spool, "1.0").next(17)
    spool.count({TURN: 2, READ: 5})
    found = view(tmp_path)
    assert set(found.waiting) == {
        Waiting(TURN, 3, 2, NOON, NOON + 120),
        Waiting(READ, 5, 1, NOON + 60, NOON + 120),
    }
    assert found.n == 8
    assert found.installation == Parcels(spool, "1.0").installation
    assert found.size >= 4096


def test_parcels_are_told_with_their_attempts_and_those_refused_apart(
    spool: Spool, clock: Clock, tmp_path: Path
) -> None:
    parcels = Parcels(spool, "1.0")
    spool.count({TURN: 4})
    first = parcels.next(17, all_windows=True)
    assert first is not None
    parcels.refused(first, 422, Schedule(clock.now + 60, 0, clock.now))
    spool.count({READ: 2})
    parcels.next(17, all_windows=True)
    found = view(tmp_path)
    assert [(each.samples, each.n, each.attempts, each.refused) for each in found.sealed][:1] == [(1, 4, 1, 422)]
    assert (2, None) in [(each.n, each.refused) for each in found.sealed]
    assert [each.series for each in found.waiting] == [READ]
    assert found.dropped == {"refused": 4}
    assert found.schedule == Schedule(clock.now + 60, 0, clock.now)


def test_who_sends_is_told_by_until_when(spool: Spool, clock: Clock, tmp_path: Path) -> None:
    spool.flush()
    Parcels(spool, "1.0").lease("one", 60)
    assert view(tmp_path).leased_until == clock.now + 60


def test_a_look_changes_nothing(spool: Spool, tmp_path: Path) -> None:
    spool.count({TURN: 1})
    spool.tidy()
    before = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
    view(tmp_path)
    after = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
    assert after == before
    spool.count({TURN: 1})
    assert view(tmp_path).n == 2


def test_a_file_that_nobody_has_open_is_left_as_it_lies(tmp_path: Path) -> None:
    Spool(tmp_path).count({TURN: 1})
    gc.collect()
    view(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_spool_that_may_not_be_written_is_read(spool: Spool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool.count({TURN: 1})
    monkeypatch.setattr("os.access", lambda *_: False)
    assert view(tmp_path).n == 1


def test_a_file_that_is_no_spool_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database, and longer than its header" * 100)
    with pytest.raises(OSError, match=FILE):
        spool_view(tmp_path)
    sqlite3.connect(tmp_path / "empty").close()
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(OSError, match=FILE):
        spool_view(tmp_path)


def test_a_mark_that_is_only_read_is_the_later_of_what_was_kept_and_the_clock(
    spool: Spool, clock: Clock, tmp_path: Path
) -> None:
    spool.latest("a")
    marks = view(tmp_path).marks
    clock.now -= 600
    assert ReadMark(marks, clock).latest("a") == NOON
    assert ReadMark(marks, clock).latest("b") == NOON - 600
    clock.now += 1200
    assert ReadMark(marks, clock).latest("a") == NOON + 600
