"""Counts are taken in once each, whatever is sent again, in whatever order and parts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import Sum

from console.meters import taking
from console.meters.models import Day, Hour, Installation, Month, Sample, Series
from console.meters.reading import CODES, DROPPED, EVERY_TOOL, MOST, Rejection
from console.meters.services import Sent, Taken, ingest
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from tests import factories
from veraz.meters import OTHER, OVERFLOW

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
REPLACED = {"tool": "refund_card", "outcome": "failed", "cause": "disagrees", "language": "en", "version": "17"}


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def _tools(organisation: Organisation) -> None:
    factories.tools(organisation)


def sample(n: int = 1, ago: float = 5, meter: str = "sentences.replaced", **labels: str) -> dict[str, Any]:
    """A window of a minute that began so many minutes ago."""
    start = NOON - timedelta(minutes=ago)
    end = start + timedelta(minutes=1)
    given = labels or (REPLACED if meter == "sentences.replaced" else {})
    return {"start": start.isoformat(), "end": end.isoformat(), "meter": meter, "labels": given, "n": n}


def send(by: Actor, *samples: Any, batch: str = "b1", **more: Any) -> Taken:
    return ingest(by, Sent(batch, "i1", "0.4.0", samples=samples, **more))


def totals(model: type[Hour] | type[Day] | type[Month] = Hour, **series: Any) -> int:
    """What is counted of the series that have these columns; not those of every tool, which would count twice."""
    if model is Month:
        series.pop("version", None)
    found = model.objects.filter(**{f"series__{name}": value for name, value in series.items()})
    return found.exclude(series__tool=EVERY_TOOL).aggregate(n=Sum("n"))["n"] or 0


def test_a_count_is_kept_under_its_labels_and_in_every_roll_up(owner: Actor) -> None:
    assert send(owner, sample(3), sample(4, ago=70)) == Taken(2, 0, ())
    for model in (Hour, Day, Month):
        assert totals(model, tool="refund_card", outcome="failed", cause="disagrees", language="en", version=17) == 7
    for model in (Hour, Day):
        assert model.objects.filter(series__tool=EVERY_TOOL).aggregate(n=Sum("n"))["n"] == 7
    assert set(Hour.objects.values_list("start", flat=True)) == {NOON - timedelta(hours=1), NOON - timedelta(hours=2)}


def test_a_post_sent_again_is_answered_the_same_and_counts_nothing(owner: Actor) -> None:
    first = send(owner, sample(3), sample(meter="nonsense"))
    assert send(owner, sample(3), sample(meter="nonsense")) == first == Taken(1, 0, (Rejection(1, "unknown_meter"),))
    assert totals() == 3


def test_parts_of_a_batch_count_what_no_part_before_them_held(owner: Actor) -> None:
    one, two, three = (sample(10**power, ago=power + 1) for power in range(3))
    assert send(owner, one, two) == Taken(2, 0, ())
    assert send(owner, two, three) == Taken(1, 1, ())
    assert send(owner, one) == Taken(0, 1, ())
    assert totals() == 111


def test_the_same_window_in_another_batch_is_another_count(owner: Actor) -> None:
    send(owner, sample(3))
    send(owner, sample(3), batch="b2")
    assert totals() == 6


def test_a_sample_twice_in_a_post_counts_once(owner: Actor) -> None:
    assert send(owner, sample(3), sample(3)) == Taken(1, 1, ())
    assert totals() == 3


def test_labels_in_another_order_are_the_same_labels(owner: Actor) -> None:
    send(owner, sample(3))
    turned = {**sample(3), "labels": dict(reversed(REPLACED.items()))}
    assert send(owner, turned, sample(1, ago=9)) == Taken(1, 1, ())


def test_another_organisation_s_batch_of_that_name_is_another(owner: Actor, outsider: Actor) -> None:
    send(owner, sample(3))
    assert send(outsider, sample(4)) == Taken(1, 0, ())
    assert Hour.objects.filter(organisation=owner.organisation).aggregate(n=Sum("n"))["n"] == 3 * 2


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("malformed", {"more": 1}),
        ("malformed", {"labels": []}),
        ("unknown_meter", {"meter": "replies.written"}),
        ("unknown_meter", {"meter": ["turns"]}),
        ("unknown_meter", {"meter": DROPPED}),
        ("wrong_labels", {"labels": {"tool": "refund_card"}}),
        ("wrong_labels", {"labels": {**REPLACED, "user": "u-17"}}),
        ("wrong_value", {"labels": {**REPLACED, "outcome": "I refunded your card"}}),
        ("wrong_value", {"labels": {**REPLACED, "tool": EVERY_TOOL}}),
        ("wrong_value", {"labels": {**REPLACED, "version": 17}}),
        ("wrong_value", {"labels": {**REPLACED, "version": [17]}}),
        *(("wrong_n", {"n": n}) for n in (0, -1, 1.5, "3", True, None, MOST + 1)),
        ("wrong_window", {"start": "2027-03-01T11:50:00"}),
        ("wrong_window", {"start": "yesterday"}),
        ("wrong_window", {"start": 1_800_000_000}),
        ("wrong_window", {"start": "2027-03-01T11:56:00Z"}),
        ("wrong_window", {"start": "2027-03-01T10:00:00Z"}),
        ("wrong_window", {"start": "0001-01-01T00:00:00+14:00"}),
        ("too_old", {"start": "2027-01-25T11:58:59Z", "end": "2027-01-25T11:59:59Z"}),
    ],
)
def test_what_is_wrong_is_rejected_by_its_place_and_the_rest_taken(
    owner: Actor, code: str, changed: dict[str, Any]
) -> None:
    assert code in CODES
    assert send(owner, {**sample(), **changed}, sample(2)) == Taken(1, 0, (Rejection(0, code),))
    assert totals() == 2


@pytest.mark.parametrize("value", [None, 3, "x", [], {}])
def test_a_sample_that_is_no_object_is_malformed(owner: Actor, value: Any) -> None:
    assert send(owner, value).rejected == (Rejection(0, "malformed"),)


def test_a_window_of_35_days_ago_is_taken_and_marked_late(owner: Actor) -> None:
    send(owner, sample(3, ago=35 * 24 * 60))
    assert Sample.objects.get().late
    assert Hour.objects.first().start == NOON - timedelta(days=35)


def test_a_window_by_a_clock_that_is_ahead_is_marked_and_kept_under_the_hour_in_which_it_came(owner: Actor) -> None:
    send(owner, sample(3, ago=-60 * 24 * 500))
    assert Sample.objects.get().future
    assert set(Hour.objects.values_list("start", flat=True)) == {NOON}
    assert send(owner, sample(3, ago=-60 * 24 * 500), sample(1)) == Taken(1, 1, ())


def test_a_tool_that_is_not_declared_is_counted_as_other_and_each_such_once(owner: Actor) -> None:
    named = [sample(n, meter="arguments.assumed", tool=f"tool_{n}") for n in (1, 2)]
    assert send(owner, *named) == Taken(2, 0, ())
    assert send(owner, *named, sample()) == Taken(1, 2, ())
    assert totals(meter="arguments.assumed", tool=OTHER) == 3
    assert not Series.objects.filter(tool__startswith="tool_").exists()


def test_beyond_the_series_a_window_may_have_the_rest_is_counted_together(
    owner: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "MOST_SERIES", 3)
    many = [sample(1, meter="arguments.assumed", tool="refund_card", version=str(number)) for number in range(8)]
    assert send(owner, *many[:5]) == Taken(5, 0, ())
    assert send(owner, *many, sample(1, ago=9)) == Taken(4, 5, ())
    assert totals(meter="arguments.assumed", tool="refund_card") == 3
    assert totals(meter="arguments.assumed", tool=OVERFLOW) == 5


def test_beyond_the_series_an_organisation_may_have_the_rest_is_counted_together(owner: Actor, settings: Any) -> None:
    settings.MOST_SERIES = 3
    send(owner, sample(3))
    send(owner, sample(4, meter="rules.applied", rule="offers", language="en"), sample(5), batch="b2")
    send(owner, sample(6, meter="arguments.assumed", tool="refund_card", version="3"), batch="b3")
    assert totals(meter="sentences.replaced", tool="refund_card") == 8
    assert totals(meter="rules.applied", more=OVERFLOW, language="") == 4
    assert totals(meter="arguments.assumed", tool=OVERFLOW, version=0) == 6


def test_what_was_dropped_is_counted_once_for_a_batch(owner: Actor) -> None:
    dropped = {"spool_full": 12, "too_old": 1}
    send(owner, dropped=dropped)
    send(owner, dropped=dropped)
    assert send(owner, sample(3), dropped=dropped) == Taken(1, 0, ())
    assert (totals(meter=DROPPED, more="spool_full"), totals(meter=DROPPED, more="too_old")) == (12, 1)
    assert Installation.objects.get().dropped == 13


def test_an_installation_is_known_by_its_last_word(owner: Actor, noon: time_machine.Coordinates) -> None:
    send(owner, version=None)
    noon.shift(60)
    ingest(owner, Sent("b2", "i1", "0.5.0", version=18))
    found = Installation.objects.get()
    assert (found.runtime, found.version) == ("0.5.0", 18)
    assert found.last_seen_at - found.first_seen_at == timedelta(minutes=1)
