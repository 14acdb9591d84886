"""How many samples a second the console takes in, beside what the database takes of bare rows in the same run.

    DATABASE_URL=postgres://… python benchmarks/ingest.py [--samples 1000000]

A post has 10,000 samples: ten windows of a thousand series, of 200 tools. Three ways take the same posts, each into
tables of its own batches: the service; the view, with packed bodies, keys and all that stands before it; and bare
INSERTs and COPYs of the same rows into a table with the same index and nothing else. A database is made for the run and
dropped after it. Samples are one writer's; the last lines tell of two writers at once.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product
from typing import Any

from django.db import connection, connections, transaction
from django.test import Client
from scratch import engine, scratch_database

from console.api.base import Rates
from console.keys.models import Scope
from console.keys.services import create_key
from console.meters.bulk import Texts, insert, parameters, source
from console.meters.models import Hour, Sample
from console.meters.services import MOST_SAMPLES, Sent, ingest
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.tools.services import register

TOOLS = [f"tool_{number}" for number in range(200)]
KINDS = (
    {"outcome": "done", "cause": "disagrees"},
    {"outcome": "failed", "cause": "disagrees"},
    {"outcome": "failed", "cause": "no_call"},
    {"outcome": "done", "cause": "value"},
    {"outcome": "refused", "cause": "no_call"},
)
WINDOWS = MOST_SAMPLES // len(TOOLS) // len(KINDS)
STARTED = datetime.now(UTC).replace(second=0, microsecond=0)
ROW = {"batch": "bigint", "start": "timestamptz", "identity": "bigint", "end": "timestamptz", "series": "bigint"}
ROW |= {"n": "bigint", "late": "boolean", "future": "boolean"}


def posts(count: int, prefix: str) -> Iterator[Sent]:
    """Make posts, each of ten windows that follow those of the one before it; the same each time they are made."""
    first = STARTED - timedelta(days=20)
    labels = [{"tool": tool, **kind, "language": "en", "version": "17"} for tool, kind in product(TOOLS, KINDS)]
    for number in range(count):
        starts = [first + timedelta(minutes=WINDOWS * number + minute) for minute in range(WINDOWS)]
        windows = [(_text(start), _text(start + timedelta(minutes=1))) for start in starts]
        samples = [
            {"start": start, "end": end, "meter": "sentences.replaced", "labels": each, "n": 1 + at % 7}
            for start, end in windows
            for at, each in enumerate(labels)
        ]
        yield Sent(f"{prefix}-{number}", "bench", "0.4.0", 17, samples)


def body(sent: Sent) -> bytes:
    """A post as it is sent."""
    told = {"schema": 1, "batch_id": sent.batch, "installation": sent.installation, "runtime": sent.runtime}
    return gzip.compress(json.dumps({**told, "samples": sent.samples}).encode(), 6)


def rows(count: int) -> Iterator[list[tuple[Any, ...]]]:
    """Bare rows as `Sample` has them, a post's at a time."""
    identities = [hash((tool, index)) for tool, index in product(TOOLS, range(len(KINDS)))]
    for number in range(count):
        starts = [STARTED + timedelta(minutes=WINDOWS * number + minute) for minute in range(WINDOWS)]
        texts = Texts()
        windows = [(texts[start], texts[start + timedelta(minutes=1)]) for start in starts]
        yield [
            (number, start, identity, end, at, 1 + at % 7, False, False)
            for start, end in windows
            for at, identity in enumerate(identities)
        ]


def insert_bare(some: Sequence[tuple[Any, ...]]) -> None:
    """Insert one post's rows by a statement."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO bare SELECT * FROM {source(ROW)}", parameters(ROW, some))


def copy_bare(some: Sequence[tuple[Any, ...]]) -> None:
    """Copy one post's rows."""
    with transaction.atomic():
        insert("bare", ROW, some)


def timed(name: str, act: Callable[[Any], object], given: Iterator[Any], writers: int = 1) -> None:
    """Print how many samples a second `act` takes; what it is given is made before, a part at a time."""
    taken = 0.0
    posts_taken = 0
    while part := [each for _, each in zip(range(10), given, strict=False)]:
        started = time.perf_counter()
        if writers == 1:
            list(map(act, part))
        else:
            with ThreadPoolExecutor(writers) as pool:
                list(pool.map(act, part))
        taken += time.perf_counter() - started
        posts_taken += len(part)
    samples = posts_taken * MOST_SAMPLES
    print(f"{name:34}{samples:>10,} samples{taken:>8.1f} s{samples / taken:>11,.0f} a second")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=1_000_000)
    count = parser.parse_args().samples // MOST_SAMPLES
    with scratch_database():
        print(f"{engine()}\n")
        bare(count)
        organisation = Organisation.objects.create(name="Bench", slug="bench")
        by = Actor(organisation, Role.OWNER, "bench")
        register(by, [{"name": tool, "write": True, "input_schema": {}} for tool in TOOLS])
        timed("service", partial(ingest, by), posts(count, "service"))
        timed("service, sent again", partial(ingest, by), posts(min(count, 20), "service"))
        timed("view", view(by), map(body, posts(count, "view")))
        if connection.vendor == "postgresql":
            timed("service, two writers", closing(partial(ingest, by)), posts(count, "two"), 2)
        check(count)


def view(by: Actor) -> Callable[[bytes], None]:
    """What posts a body to the view with a key."""
    Rates.THROTTLE_RATES = dict.fromkeys(("reads", "writes", "counts", "anyone"), "1000000/min")
    key = create_key(by, "bench", [Scope.METERS_WRITE])
    client = Client(
        SERVER_NAME="localhost", headers={"Authorization": f"Bearer {key.secret}", "Content-Encoding": "gzip"}
    )

    def post(raw: bytes) -> None:
        answer = client.generic("POST", "/v1/meters", raw, "application/json")
        assert answer.status_code == 202, answer.content

    return post


def closing(act: Callable[[Any], object]) -> Callable[[Any], None]:
    """What acts in a thread of its own, which leaves no connection behind."""

    def acted(given: Any) -> None:
        act(given)
        connections.close_all()

    return acted


def bare(count: int) -> None:
    """Time bare rows."""
    columns = ", ".join(f'"{name}" {kind} NOT NULL' for name, kind in ROW.items())
    ways = [("bare INSERT", insert_bare)]
    ways += [("bare COPY", copy_bare)] if connection.vendor == "postgresql" else []
    for name, act in ways:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE bare ({columns}, PRIMARY KEY (batch, start, identity))")
        timed(name, act, rows(count))
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE bare")


def check(count: int) -> None:
    """Fail where any sample was lost or counted twice."""
    ways = 3 if connection.vendor == "postgresql" else 2
    expected = ways * count * sum(1 + at % 7 for at in range(MOST_SAMPLES // WINDOWS)) * WINDOWS
    found = sum(Hour.objects.exclude(series__tool="*").values_list("n", flat=True))
    assert (Sample.objects.count(), found) == (ways * count * MOST_SAMPLES, expected)
    print(f"\nevery one is counted once: {found:,}")


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


if __name__ == "__main__":
    main()
