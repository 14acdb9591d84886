"""``veraz meters show``: what someone reads who wants to know what waits on a machine."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from veraz.meters import Series
from veraz.sync.parcels import Parcels, Schedule
from veraz.sync.spool import FILE, Spool, drop

TURN = Series.of("turns", {"how": "model"})
ADDED = Series.of("sentences.added", {"tool": "book_table", "outcome": "failed"})
Run = Callable[..., Any]


def test_where_nothing_is_kept_it_says_so_and_makes_nothing(alone: Run, state: Path) -> None:
    done = alone("meters", "show")
    assert (done.exit_code, done.stdout) == (0, f"Nothing is kept yet in {state}.\n")
    assert alone("meters", "show", "--json").stdout == "[]\n"
    assert not state.exists()


def test_a_console_s_folder_is_named_where_nothing_is_kept_in_it(veraz: Run, state: Path) -> None:
    assert f"Nothing is kept yet in {state}/127.0.0.1-" in veraz("meters", "show").stdout
    assert not state.exists()


def test_what_waits_is_told_by_meter_and_labels(far: Any, veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 1200, ADDED: 1})
    done = veraz("meters", "show")
    assert done.exit_code == 0
    assert "waiting       1,201 counts of 2 series, " in done.stdout
    assert "sentences.added  outcome=failed tool=book_table  1 minute      1\n" in done.stdout
    assert "turns            how=model                       1 minute  1,200\n" in done.stdout
    assert f"installation  {Parcels(spool, '1').installation}\n" in done.stdout
    assert "KiB of 32.0 MiB" in done.stdout
    assert "no process sends now; next post at once; nothing delivered yet" in done.stdout
    assert far.asked == []


def test_batches_attempts_and_the_next_one_are_told(veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    parcels = Parcels(spool, "1")
    parcels.lease("an agent", 60)
    parcel = parcels.next(17, all_windows=True)
    parcels.postpone(Schedule(time.time() + 200, 2, 0.0))
    assert parcel is not None
    done = veraz("meters", "show")
    assert f"batches       {parcel.batch}  1 sample  sent 1 time  3" in done.stdout
    assert "a process sends; next post in 3 minutes; 2 attempts failed in a row" in done.stdout


def test_what_was_dropped_is_told_with_the_reason(veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    parcels = Parcels(spool, "1")
    parcel = parcels.next(17, all_windows=True)
    assert parcel is not None
    parcels.refused(parcel, 422, Schedule())
    spool.transact(lambda connection: drop(connection, "spool_full", 12))
    done = veraz("meters", "show")
    assert "3 counts in batches that the console refused; they are kept aside" in done.stdout
    assert "12 counts the oldest, since the spool was full" in done.stdout
    assert "refused with 422, kept aside" in done.stdout
    assert "waiting       nothing" in done.stdout


def test_programs_are_told_the_same(veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    [told] = json.loads(veraz("meters", "show", "--json").stdout)
    [waiting] = told["waiting"]
    assert (waiting["meter"], waiting["labels"], waiting["n"]) == ("turns", {"how": "model"}, 3)
    assert waiting["start"].endswith(":00Z")
    assert (told["batches"], told["dropped"], told["next_attempt"], told["failures"]) == ([], {}, None, 0)


def test_without_a_key_every_spool_of_the_machine_is_shown(
    veraz: Run, spool: Spool, monkeypatch: pytest.MonkeyPatch, state: Path
) -> None:
    spool.count({TURN: 3})
    Spool(state / "another").count({TURN: 4})
    assert len(json.loads(veraz("meters", "show", "--json").stdout)) == 1
    monkeypatch.delenv("VERAZ_KEY")
    shown = veraz("meters", "show").stdout
    assert "3 counts of 1 series" in shown
    assert "4 counts of 1 series" in shown


def test_a_file_that_is_no_spool_is_named(veraz: Run, spool: Spool, state: Path) -> None:
    folder = next(state.iterdir())
    (folder / FILE).write_text("no spool " * 1000)
    done = veraz("meters", "show")
    assert done.exit_code == 1
    assert f"{folder / FILE} cannot be read" in done.stderr


def test_it_needs_none_of_the_packages_that_reach_a_console(
    veraz: Run, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool.count({TURN: 3})
    for package in ("urllib3", "joserfc"):
        monkeypatch.setitem(sys.modules, package, None)
    assert "3 counts" in veraz("meters", "show").stdout
