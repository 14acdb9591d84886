"""What the pages over counts cost, on a year of hours of 200 tools.

    python benchmarks/dashboards.py [--tools 200] [--days 365]

Counts are written straight into the roll-ups of a database that is made for the run: every hour each tool counts in
twelve series, six in each of two languages, and a version of the phrasings is published every two weeks. That is 21
million rows of hours, and takes some minutes. Each page is asked for five times, as a browser does, and then each of
its queries alone. Times are of this process and the database together, and the target is below 300 ms a page; the work
is this process's alone, of which a machine that is busy elsewhere takes nothing away, with SQLite in it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import product
from statistics import median
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from scratch import engine, scratch_database

from console.accounts.models import User
from console.meters import queries
from console.meters.models import Series
from console.meters.queries import Question
from console.meters.reading import EVERY_TOOL, EVERY_VERSION, Key
from console.organisations.actor import Actor
from console.organisations.models import Membership, Organisation, Role
from console.tools.services import register

DAYS_A_VERSION = 14
TARGET = 300  # ms
OF_A_TOOL = (
    Key("sentences.replaced", outcome="done", cause="disagrees"),
    Key("sentences.replaced", outcome="failed", cause="disagrees"),
    Key("sentences.replaced", outcome="failed", cause="no_call"),
    Key("sentences.added", outcome="done"),
    Key("phrasings.defaulted", outcome="done"),
    Key("arguments.assumed"),
)
OF_NO_TOOL = (
    *(Key("turns", more=how) for how in ("read", "asked", "model", "template")),
    Key("replies.checked"),
    Key("sentences.read"),
    *(Key("rules.applied", more=rule) for rule in ("never_say", "offers", "personal_data")),
    *(Key("guards.refused", more=where) for where in ("in", "out")),
)
PAGES = {
    "overview": "",
    "meters, a week": "meters/",
    "meters, today": "meters/?range=today",
    "meters, 30 days, by tool": "meters/?range=30d&by=tool",
    "meters, 30 days, by cause": "meters/?range=30d&by=cause",
    "meters, 90 days": "meters/?range=90d",
    "meters, 90 days, by tool": "meters/?range=90d&by=tool",
    "meters, a year": "meters/?range=365d",
    "meters, a year, by tool": "meters/?range=365d&by=tool",
    "meters, a year, by version": "meters/?range=365d&by=version",
    "meters, a year, one tool": "meters/?range=365d&tool=tool_17&by=cause",
    "meters, a year, one version": "meters/?range=365d&version=9&by=tool",
    "meters, a year, turns": "meters/?range=365d&meter=turns&by=how",
    "meters, a year, defaults by tool": "meters/?range=365d&meter=phrasings.defaulted&by=tool",
    "meters, a fortnight in hours": "meters/?since={fortnight}&until={today}&per=hour",
    "file of a year": "meters/csv?range=365d",
    "file of a year's tools": "meters/csv?range=365d&table=tool",
}


def keys(tools: int, versions: int) -> Iterator[Key]:
    """Every series that anything is counted in."""
    names = [f"tool_{number}" for number in range(tools)]
    for version, language in product(range(1, versions + 1), ("en", "pt-BR")):
        context = {"language": language, "version": version}
        yield from (key._replace(**context) for key in OF_NO_TOOL)
        yield from (key._replace(tool=name, **context) for key, name in product(OF_A_TOOL, [EVERY_TOOL, *names]))
    for key, name, language in product(OF_A_TOOL, names, ("en", "pt-BR")):
        yield key._replace(tool=name, language=language, version=EVERY_VERSION)


def weight(key: Key, tools: int) -> int:
    """How much a series counts in an hour: as much of every tool as of them all."""
    if key.tool != EVERY_TOOL:
        number = int(key.tool.rpartition("_")[2] or tools)
        return 1 + (number * 7 + len(key.meter + key.outcome + key.cause)) % 23
    return sum(weight(key._replace(tool=f"tool_{number}"), tools) for number in range(tools))


def fill(organisation: Organisation, tools: int, days: int) -> None:
    """Write the counts of so many days up to now."""
    last = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    first = last - timedelta(days=days)
    hours = [first + timedelta(hours=at) for at in range(24 * days + 1)]
    known = list(keys(tools, days // DAYS_A_VERSION + 1))
    Series.objects.bulk_create([Series(organisation=organisation, **key._asdict()) for key in known], batch_size=2_000)
    with connection.cursor() as cursor:
        _weigh(cursor, {key: weight(key, tools) for key in known})
        for kept, start_of in (("hour", lambda hour: hour), ("day", datetime.date), ("month", _month)):
            _fill(cursor, kept, organisation, Counter(map(start_of, hours)), first.date())
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")


def _month(hour: datetime) -> date:
    return hour.date().replace(day=1)


def _weigh(cursor: Any, weights: dict[Key, int]) -> None:
    """Put each series beside what it counts in an hour, by version."""
    ids = Series.objects.values_list("id", *Key._fields)
    cursor.execute("CREATE TEMPORARY TABLE known (id bigint, version bigint, n bigint)")
    rows = [(row[0], row[6], weights[Key(*row[1:])]) for row in ids]
    cursor.executemany("INSERT INTO known VALUES (%s, %s, %s)", rows)
    cursor.execute("CREATE INDEX known_by_version ON known (version, id)")


def _fill(cursor: Any, kept: str, organisation: Organisation, starts: Counter[Any], first: date) -> None:
    """Write a roll-up: of the version that is live at each start, or of all versions together where it is of months."""
    kind = "timestamptz" if kept == "hour" else "date"
    adapt = connection.ops.adapt_datetimefield_value if kept == "hour" else connection.ops.adapt_datefield_value
    in_order = "ORDER BY starts.number, known.id" if connection.vendor == "postgresql" else ""  # SQLite's own here
    cursor.execute(f"CREATE TEMPORARY TABLE starts (number bigint, version bigint, start {kind}, hours bigint)")
    rows = [
        (number, EVERY_VERSION if kept == "month" else _version(start, first), adapt(start), hours)
        for number, (start, hours) in enumerate(starts.items())
    ]
    cursor.executemany("INSERT INTO starts VALUES (%s, %s, %s, %s)", rows)
    cursor.execute(
        f"INSERT INTO meters_{kept} (organisation_id, start, series_id, n) "
        f"SELECT {organisation.pk}, starts.start, known.id, known.n * starts.hours "
        f"FROM starts CROSS JOIN known WHERE known.version = starts.version {in_order}"
    )
    cursor.execute("DROP TABLE starts")


def _version(start: date, first: date) -> int:
    day = start.date() if isinstance(start, datetime) else start
    return (day - first).days // DAYS_A_VERSION + 1


def timed(act: Callable[[], object]) -> tuple[float, float, float]:
    """The median and the longest of five runs, and the median that this process worked, all in milliseconds."""
    act()
    taken, worked = [], []
    for _ in range(5):
        started, began = time.perf_counter(), time.process_time()
        act()
        taken.append(1000 * (time.perf_counter() - started))
        worked.append(1000 * (time.process_time() - began))
    return median(taken), max(taken), median(worked)


def show(name: str, act: Callable[[], object], target: float = 0) -> None:
    """Print what it takes."""
    with CaptureQueriesContext(connection) as ran:
        act()
    asked = len(ran)
    usual, longest, worked = timed(act)
    verdict = "" if not target else "  ok" if usual < target else "  OVER"
    print(f"{name:34}{asked:>4} queries{usual:>7.0f} ms{longest:>7.0f} ms at most{worked:>7.0f} ms of work{verdict}")


def pages(organisation: Organisation) -> None:
    """Ask for each page as a member."""
    user = User.objects.create_user("bench@example.com")
    Membership.objects.create(organisation=organisation, user=user, role=Role.OWNER)
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    today = datetime.now(UTC).date()
    named = {"today": today, "fortnight": today - timedelta(days=13)}

    def ask(path: str) -> None:
        answer = client.get(f"/o/{organisation.slug}/{path.format(**named)}")
        assert answer.status_code == 200, (path, answer.status_code)
        assert len(answer.getvalue() if answer.streaming else answer.content) > 100, path

    for name, path in PAGES.items():
        show(name, partial(ask, path), TARGET)


def alone(organisation: Organisation) -> None:
    """Ask each query by itself."""
    until = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    for days in (1, 30, 90, 365):
        asked = Question("sentences.replaced", until - timedelta(days=days), until)
        print()
        show(f"by tool, {days} days", partial(queries.by_tool, organisation, asked))
        show(f"parts, {days} days", partial(queries.parts, organisation, asked))
        show(f"bars by cause, {days} days", partial(queries.bars, organisation, asked, hours=False, by="cause"))
        apart = [f"tool_{number}" for number in range(5)]
        bars = partial(queries.bars, organisation, asked, hours=False, by="tool", apart=apart)
        show(f"bars by tool, {days} days", bars)
        show(f"heard, {days} days", partial(queries.heard, organisation, asked, hours=False))
    print()
    show("versions of a tool, ever", partial(queries.by_version, organisation, "tool_17"))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=int, default=200)
    parser.add_argument("--days", type=int, default=365)
    given = parser.parse_args()
    with scratch_database():
        organisation = Organisation.objects.create(name="Bench", slug="bench", time_zone="America/Sao_Paulo")
        tools = [{"name": f"tool_{at}", "write": True, "input_schema": {}} for at in range(given.tools)]
        register(Actor(organisation, Role.OWNER, "bench"), tools)
        started = time.perf_counter()
        fill(organisation, given.tools, given.days)
        with connection.cursor() as cursor:
            cursor.execute("SELECT (SELECT COUNT(*) FROM meters_hour), (SELECT COUNT(*) FROM meters_series)")
            hours, series = cursor.fetchone()
        print(f"{engine()}: {hours:,} hours of {series:,} series, written in", end=" ")
        print(f"{time.perf_counter() - started:.0f} s\n")
        pages(organisation)
        alone(organisation)


if __name__ == "__main__":
    main()
