"""What is old is forgotten, and nothing that could come again is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from console.meters import services
from console.meters.models import Batch, Day, Hour, Installation, Month, Post, Sample
from console.meters.reading import EVERY_TOOL
from console.meters.services import Sent, forget_old, ingest
from console.organisations.actor import Actor
from tests import factories
from tests.meters.conftest import sample

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def sent(*starts: datetime, batch: str = "b1") -> Sent:
    return Sent(batch, "i1", "0.4.0", samples=[sample(start) for start in starts], dropped={"spool_full": 1})


def counted(model: type[Hour] | type[Day]) -> int:
    return model.objects.exclude(series__tool=EVERY_TOOL).aggregate(n=Sum("n"))["n"] or 0


def test_samples_are_kept_45_days_and_what_they_counted_longer(owner: Actor) -> None:
    ingest(owner, sent(NOON))
    forget_old(NOON + 45 * DAY)
    assert (Sample.objects.count(), Post.objects.count()) == (2, 1)
    forget_old(NOON + 45 * DAY + SECOND)
    assert not Sample.objects.exists()
    assert not Post.objects.exists()
    assert not Batch.objects.exists()
    assert (counted(Hour), counted(Day)) == (2, 2)


def test_a_batch_is_kept_from_its_last_post_on(owner: Actor, clock: time_machine.Coordinates) -> None:
    ingest(owner, sent(NOON))
    clock.shift(20 * DAY)
    ingest(owner, sent(NOON + 19 * DAY))
    forget_old(NOON + 50 * DAY)
    assert Sample.objects.count() == 3


def test_what_is_sent_again_after_it_was_forgotten_is_too_old_to_count_twice(
    owner: Actor, clock: time_machine.Coordinates
) -> None:
    ingest(owner, sent(NOON))
    clock.shift(46 * DAY)
    forget_old(NOON + 46 * DAY)
    assert [each.code for each in ingest(owner, sent(NOON)).rejected] == ["too_old"]


def test_a_window_by_a_clock_a_year_ahead_is_known_until_it_has_come_and_gone(
    owner: Actor, clock: time_machine.Coordinates
) -> None:
    ingest(owner, sent(NOON + 365 * DAY))
    clock.shift(300 * DAY)
    forget_old(NOON + 300 * DAY)
    assert ingest(owner, sent(NOON + 365 * DAY)).accepted == 1
    assert counted(Day) == 2
    forget_old(NOON + 411 * DAY)
    assert not Sample.objects.exists()


def test_a_window_by_a_clock_that_is_in_the_year_9999_counts_now_and_is_forgotten_in_time(owner: Actor) -> None:
    ingest(owner, sent(datetime(9999, 12, 31, 23, tzinfo=UTC)))
    assert counted(Day) == 2
    forget_old(NOON + 445 * DAY)
    assert Sample.objects.exists()
    forget_old(NOON + 445 * DAY + SECOND)
    assert not Batch.objects.exists()


def test_hours_are_kept_400_days_and_days_and_months_for_ever(owner: Actor) -> None:
    factories.tools(owner.organisation)
    ingest(owner, Sent("b", "i1", "0.4.0", samples=[sample(NOON, 3, "arguments.assumed", tool="refund_card")]))
    forget_old(NOON + 400 * DAY)
    assert counted(Hour) == 3
    forget_old(NOON + 401 * DAY)
    assert (counted(Hour), counted(Day), Month.objects.get().n) == (0, 3, 3)


def test_an_installation_that_was_silent_for_90_days_is_forgotten(
    owner: Actor, clock: time_machine.Coordinates
) -> None:
    ingest(owner, sent(NOON))
    clock.shift(60 * DAY)
    ingest(owner, Sent("b2", "i2", "0.4.0"))
    forget_old(NOON + 91 * DAY)
    assert [found.name for found in Installation.objects.all()] == ["i2"]


def test_every_batch_that_is_old_is_forgotten_however_many_there_are(
    owner: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "_FORGOTTEN_AT_ONCE", 2)
    for number in range(5):
        ingest(owner, sent(NOON, batch=f"b{number}"))
    forget_old(NOON + 46 * DAY)
    assert not Batch.objects.exists()


def test_samples_are_forgotten_unread(owner: Actor) -> None:
    ingest(owner, sent(*(NOON - minute * timedelta(minutes=1) for minute in range(30))))
    with CaptureQueriesContext(connection) as ran:
        forget_old(NOON + 46 * DAY)
    assert not [query for query in ran if "meters_sample" in query["sql"] and query["sql"].startswith("SELECT")]


def test_an_organisation_that_goes_takes_its_counts_with_it(owner: Actor) -> None:
    ingest(owner, sent(NOON))
    owner.organisation.delete()
    for model in (Batch, Post, Sample, Hour, Day, Month, Installation):
        assert not model.objects.exists()
