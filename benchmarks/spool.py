"""What counting costs a turn: one transaction of the spool, beside a bare commit of SQLite on the same disk.

    python benchmarks/spool.py [--turns 20000]

Times are microseconds. A turn counts five series, and a minute holds 250 turns. «Beside three others» is one process of
four that share the file and count as fast as they can; agents never do.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sqlite3
import time
from collections.abc import Callable, Mapping
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from veraz import Call, Checker, Outcome
from veraz.meters import counted
from veraz.sync.spool import Spool

TOOLS = ({"name": "refund_card", "write": True}, {"name": "cancel_order", "write": True})
TURNS_A_MINUTE = 250


def counts() -> Mapping[str, int]:
    """Return what a turn counts: its reply was wrong about one write and left another out."""
    calls = [Call("refund_card", {}, Outcome.FAILED), Call("cancel_order", {}, Outcome.DONE)]
    verdict = Checker(TOOLS).check("I've refunded your card.", calls)
    return {"turns.model": 1, **verdict.counts}


class Minutes:
    """A clock that goes by turns."""

    def __init__(self) -> None:
        self.turns = 0

    def __call__(self) -> float:
        """Return the time."""
        return 60.0 * (self.turns // TURNS_A_MINUTE)


def turn(folder: Path) -> Callable[[], object]:
    """Return what a turn does with its counts."""
    clock, made = Minutes(), counts()
    spool = Spool(folder, clock)

    def act() -> None:
        clock.turns += 1
        spool.count(counted(made, language="en", version=17))

    return act


def bare(folder: Path) -> Callable[[], object]:
    """Return the least that keeps a row: an insert, committed."""
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE kept (n INTEGER)")
    return lambda: connection.execute("INSERT INTO kept VALUES (1)")


def times(act: Callable[[], object], times: int) -> list[float]:
    """Return how long each of so many took, in microseconds, once a few warmed it up."""
    for _ in range(100):
        act()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        found.append(1e6 * (time.perf_counter() - start))
    return found


def others(folder: Path, ends: Event) -> None:
    """Count until told to stop."""
    act = turn(folder)
    while not ends.is_set():
        act()


def beside(folder: Path, turns: int, processes: int) -> list[float]:
    """Return the times of one process beside so many others."""
    context = multiprocessing.get_context("spawn")
    ends = context.Event()
    started = [context.Process(target=others, args=(folder, ends)) for _ in range(processes)]
    for process in started:
        process.start()
    try:
        return times(turn(folder), turns)
    finally:
        ends.set()
        for process in started:
            process.join()


def show(name: str, found: list[float]) -> None:
    """Print one row."""
    print(f"{name:28}{median(found):>8.1f}{quantiles(found, n=100)[98]:>8.1f}{max(found):>10.0f}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20_000)
    turns = parser.parse_args().turns
    print(f"{'µs':28}{'median':>8}{'p99':>8}{'most':>10}")
    for name, start in (("a bare commit", bare), ("a turn's counts", turn)) * 2:
        with TemporaryDirectory(dir=Path.cwd()) as folder:
            show(name, times(start(Path(folder)), turns))
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        show("a turn's, beside three others", beside(Path(folder), turns // 4, 3))


if __name__ == "__main__":
    main()
