"""Whatever dies and whatever is lost, the console ends with exactly what was committed.

Writers and senders are killed, the network between loses, repeats, delays and refuses, and the console is a real one.
`CHAOS_SECONDS` makes it last longer.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.load.consoles import served
from tests.load.proxy import FATES, network
from tests.load.runtimes import FASTER, ROLES, clock
from veraz.sync.parcels import Parcels
from veraz.sync.sender import Sender
from veraz.sync.spool import Spool
from veraz.sync.transport import Urllib3Transport

SECONDS = float(os.environ.get("CHAOS_SECONDS", "35"))
POSTGRESQL = os.environ.get("CHAOS_POSTGRESQL", "postgres://postgres@127.0.0.1:5432")
_DRAINS_WITHIN = 120.0  # seconds

LEDGER = (
    "CREATE TABLE ledger (meter TEXT PRIMARY KEY, n INTEGER NOT NULL)",
    "CREATE TRIGGER counted_anew AFTER INSERT ON counts WHEN new.parcel = 0 BEGIN "
    "INSERT INTO ledger SELECT json_extract(text, '$.meter'), new.n FROM series WHERE id = new.series "
    "ON CONFLICT DO UPDATE SET n = n + excluded.n; END",
    "CREATE TRIGGER counted_more AFTER UPDATE OF n ON counts BEGIN "
    "INSERT INTO ledger SELECT json_extract(text, '$.meter'), new.n - old.n FROM series WHERE id = new.series "
    "ON CONFLICT DO UPDATE SET n = n + excluded.n; END",
)
"""Adds what is counted, in the transaction that counts it."""


pytestmark = pytest.mark.timeout(SECONDS + 5 * _DRAINS_WITHIN)


@pytest.fixture(autouse=True)
def _database() -> None:
    """The console's database is another process's."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'console.sqlite3'}"
        return
    name = f"veraz_chaos_{os.getpid()}"
    try:
        server = psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no PostgreSQL at {POSTGRESQL}: {error}")
    with closing(server):
        server.execute(f"DROP DATABASE IF EXISTS {name}")
        server.execute(f"CREATE DATABASE {name}")
        yield f"{POSTGRESQL}/{name}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_the_console_ends_with_what_was_committed(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = random.randrange(1 << 32)
    chance = random.Random(seed)
    folder = tmp_path / "spool"
    began = time.time()
    epoch = began - FASTER * (SECONDS + _DRAINS_WITHIN)
    spool = Spool(folder, clock(epoch, began))
    spool.transact(lambda connection: [connection.execute(statement) for statement in LEDGER])
    with served(tmp_path, database) as console, network(console.address, chance) as between:
        kills = chaos(folder, epoch, began, between.address, console.key, seed)
        between.is_calm = True
        drain(spool, Sender(spool, Urllib3Transport(between.address, console.key)))
        totals = console.totals()
    committed = ledger(folder)
    with capsys.disabled():
        print(f"\n{database.partition(':')[0]}, seed {seed}: {sum(kills.values())} kills {dict(kills)},")
        print(f"  posts {dict(between.fates)},")
        print(f"  {sum(totals['samples'].values())} of {sum(committed.values())}, in {totals['posts']} samples")
    assert totals["samples"] == committed
    assert totals["hours"] == committed
    assert totals["installations"] == 1
    assert all(kills[role] for role in ROLES)
    assert set(between.fates) == set(FATES)


def chaos(folder: Path, epoch: float, began: float, address: str, key: str, seed: int) -> dict[str, int]:
    """Let writers and senders live and die for as long as it is to last; return how many of which were killed."""
    given = [str(each) for each in (folder, epoch, began, address, key, seed, SECONDS)]
    command = [sys.executable, str(Path(__file__).with_name("runtimes.py")), *given]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS + _DRAINS_WITHIN)
    assert done.returncode == 0, done.stderr
    kills: dict[str, int] = json.loads(done.stdout)
    return kills


def drain(spool: Spool, sender: Sender) -> None:
    """Send until nothing waits."""
    ends = time.monotonic() + _DRAINS_WITHIN
    while Parcels(spool, "test").waiting():
        assert time.monotonic() < ends, "it never came to an end"
        time.sleep(min(sender.run() / FASTER, 1.0))


def ledger(folder: Path) -> dict[str, int]:
    with closing(sqlite3.connect(folder / "meters.sqlite3")) as file:
        assert file.execute("SELECT sum(n) FROM dropped").fetchone() == (None,)
        return dict(file.execute("SELECT meter, n FROM ledger"))
