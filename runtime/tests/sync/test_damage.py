"""A disk damages rows of the spool: they are dropped and counted, and everything else is sent."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from veraz.meters import Series
from veraz.sync.parcels import Parcels, Schedule
from veraz.sync.sender import Sender, _moment
from veraz.sync.spool import FILE, Spool, series_of
from veraz.sync.spool_view import spool_view

NOON = 1_791_028_800  # 2026-10-03 12:00 UTC
SERIES = [Series.of("arguments.assumed", {"tool": f"tool_{number}"}) for number in range(4)]
DAMAGED: tuple[Callable[[int], Any], ...] = (
    lambda number: f"no number: {number}",
    lambda number: b"\xff\x00" + bytes([number]),
    lambda number: -5 - number,
    lambda number: (1 << 62) + number,
    lambda number: 1e300 + number * 1e290,
)
"""What a column may come to hold, each time another."""

Row = tuple[str, tuple[Any, ...]]  # a table, and the row's key in it
Sample = tuple[str, str, int]  # when its window starts, the tool, how much
COLUMNS = {
    "series": ("text",),
    "counts": ("parcel", "start", "series", "n"),
    "dropped": ("parcel", "reason", "n"),
    "parcels": ("batch", "runtime", "version", "attempts", "refused"),
    "facts": ("value",),
    "marks": ("at",),
}


class Clock:
    now = float(NOON)

    def __call__(self) -> float:
        return self.now


class Shelf:
    """A spool with parcels of every state, in a file that is damaged row by row."""

    def __init__(self, folder: Path, far: Any) -> None:
        self.folder, self.far = folder, far
        self.clock = Clock()
        self._fill(Spool(folder, self.clock))
        self.file = sqlite3.connect(folder / FILE, isolation_level=None)

    def _fill(self, spool: Spool) -> None:
        parcels = Parcels(spool, "1.0")
        parcels.lease("dead", 1.0)
        spool.latest("licence")
        for minute in range(4):
            spool.count({series: 10**number for number, series in enumerate(SERIES)})
            self.clock.now += 60
            parcels.next(minute)
        first = parcels.next(0)
        assert first is not None
        parcels.split(first)
        parcels.delivered(parcels.empty(0), (), Schedule(self.clock(), 1, self.clock()))
        spool.transact(lambda connection: connection.execute("INSERT INTO dropped VALUES (0, 'too_old', 7)"))
        spool.count({SERIES[0]: 5})

    def damage(self, table: str, column: str, key: tuple[Any, ...], value: Any) -> None:
        where = " AND ".join(f"{name} IS ?" for name in self._key(table))
        changed = self.file.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value, *key))
        assert changed.rowcount == 1

    def keys(self, table: str) -> list[tuple[Any, ...]]:
        return self.file.execute(f"SELECT {', '.join(self._key(table))} FROM {table}").fetchall()

    def _key(self, table: str) -> list[str]:
        columns = self.file.execute(f"SELECT name FROM pragma_table_info('{table}') WHERE pk ORDER BY pk")
        return [name for (name,) in columns]

    def expected(self, hit: Mapping[Row, str]) -> tuple[Counter[Sample], int]:
        """Return the samples that are sent where the columns ``hit`` are damaged, and how much is lost."""
        sent: Counter[Sample] = Counter()
        lost = 0
        counts = self.file.execute("SELECT parcel, start, series, n, text FROM counts JOIN series ON id = series")
        for parcel, start, series, n, text in counts:
            own = hit.get(("counts", (parcel, start, series)))
            if own or ("series", (series,)) in hit or hit.get(("parcels", (parcel,))) == "batch":
                lost += 1 if own == "n" else n
            else:
                sent[_moment(start), series_of(text).labels[0][1], n] += 1
        for key in self.keys("dropped"):
            lost += {None: 0, "n": 1}.get(hit.get(("dropped", key)), 7)
        return sent, lost

    def drain(self) -> None:
        drained = Sender(Spool(self.folder, self.clock), self.far).drain()
        assert (drained.failed, drained.elsewhere) == (False, False)

    def sent(self) -> Counter[Sample]:
        samples = [sample for post in self.far.posts for sample in post["samples"]]
        return Counter((each["start"], each["labels"]["tool"], each["n"]) for each in samples)

    def told_dropped(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for post in self.far.posts:
            found.update({each["reason"]: each["n"] for each in post["dropped"]})
        return found


@pytest.fixture
def shelf(tmp_path: Path, far: Any) -> Any:
    shelf = Shelf(tmp_path, far)
    with closing(shelf.file):
        yield shelf


def test_a_meter_whose_name_was_damaged_holds_up_no_other(shelf: Shelf) -> None:
    shelf.file.execute("""UPDATE series SET text = replace(text, '"meter"', '"meteR"') WHERE id = 3""")
    shelf.drain()
    assert {tool for _, tool, _ in shelf.sent()} == {"tool_0", "tool_1", "tool_3"}
    assert shelf.told_dropped() == {"too_old": 7, "damaged": 400}
    assert shelf.file.execute("SELECT count(*) FROM counts").fetchone() == (0,)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", '"turns"', '{"meter": "turns"}', '{"labels": {}, "meter": "turns"}'),
        *('{"labels": {"how": "said"}, "meter": "turns"}', '{"labels": [], "meter": "replies.checked"}'),
        *(
            '{"labels": {}, "meter": "replies.chequed"}',
            '{"labels": {"language": "Ana said"}, "meter": "sentences.read"}',
        ),
    ],
)
def test_what_names_no_series_never_leaves_the_machine(shelf: Shelf, text: str) -> None:
    shelf.file.execute("UPDATE series SET text = ? WHERE id = 1", (text,))
    shelf.drain()
    assert {tool for _, tool, _ in shelf.sent()} == {"tool_1", "tool_2", "tool_3"}
    assert shelf.told_dropped()["damaged"] == 9


@pytest.mark.parametrize("seed", range(25))
def test_whatever_rows_are_damaged_the_rest_is_sent_and_they_are_told_as_dropped(shelf: Shelf, seed: int) -> None:
    chance = random.Random(seed)
    rows = chance.sample([(table, key) for table in COLUMNS for key in shelf.keys(table)], chance.randint(1, 8))
    hit = {row: chance.choice(COLUMNS[row[0]]) for row in rows}
    sent, lost = shelf.expected(hit)
    for number, ((table, key), column) in enumerate(hit.items()):
        shelf.damage(table, column, key, chance.choice(DAMAGED)(number))
    assert spool_view(shelf.folder) is not None
    shelf.drain()
    assert shelf.sent() == sent
    assert shelf.told_dropped()["damaged"] == lost


@pytest.mark.parametrize("seed", range(25))
def test_whatever_bytes_of_the_file_are_damaged_what_is_counted_from_then_on_is_sent(
    shelf: Shelf, far: Any, seed: int
) -> None:
    chance = random.Random(seed)
    shelf.file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shelf.file.close()
    content = bytearray((shelf.folder / FILE).read_bytes())
    for place in chance.sample(range(len(content)), 30):
        content[place] ^= 1 << chance.randrange(8)
    (shelf.folder / FILE).write_bytes(content)
    spool = Spool(shelf.folder, shelf.clock)
    sender = Sender(spool, far)
    for n in (66, 77):  # what is counted first may go with the file, where that is put aside
        spool.count({SERIES[3]: n})
        for _ in range(15):
            shelf.clock.now += max(60, sender.run())
    assert 77 in {n for _, _, n in shelf.sent()}


def test_a_mark_that_was_damaged_says_nothing(shelf: Shelf) -> None:
    shelf.file.execute("UPDATE marks SET at = 'later'")
    assert Spool(shelf.folder, shelf.clock).latest("licence") == shelf.clock.now


def test_what_was_damaged_is_seen_as_dropped_by_who_looks(shelf: Shelf) -> None:
    shelf.file.execute("UPDATE counts SET n = x'ff' WHERE start = ?", (NOON,))
    seen = spool_view(shelf.folder)
    assert seen is not None
    assert seen.dropped["damaged"] == len(SERIES)
    assert shelf.file.execute("SELECT count(*) FROM counts WHERE start = ?", (NOON,)).fetchone() == (len(SERIES),)
