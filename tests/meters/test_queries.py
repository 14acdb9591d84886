"""What was counted is told whole, whatever roll-ups a number comes from, and in the organisation's own days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from console.meters import queries
from console.meters.queries import OTHERS, Question
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from tests import factories
from tests.meters.conftest import count_in, sample

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TOOLS = ("refund_card", "cancel_order", "send_invoice")


@pytest.fixture(autouse=True)
def _declared(organisation: Organisation) -> Iterator[None]:
    factories.tools(organisation, *({**factories.REFUND, "name": name} for name in TOOLS))
    with time_machine.travel(NOON, tick=False):
        yield


def replaced(at: datetime, n: int = 1, tool: str = TOOLS[0], cause: str = "value", version: int = 3) -> dict:
    labels = {"tool": tool, "outcome": "done", "cause": cause, "language": "en", "version": str(version)}
    return sample(at, n, "sentences.replaced", **labels)


def asked(days: float, meter: str = "sentences.replaced", **labels: str) -> Question:
    """The days up to noon today."""
    return Question(meter, NOON - days * DAY, NOON, labels)


@pytest.mark.parametrize("ago", [1, 23, 24, 25, 24 * 7, 24 * 33, 24 * 34.5])
def test_what_was_counted_within_the_hours_asked_for_is_told_and_nothing_beside(owner: Actor, ago: float) -> None:
    at = (NOON - ago * HOUR).replace(minute=0)
    count_in(owner, replaced(at, 1), replaced(at - 2 * HOUR, 10), replaced(at + HOUR, 100))
    for begins in (at, at - HOUR, at - DAY, at - 40 * DAY):
        question = Question("sentences.replaced", begins, at + HOUR)
        expected = 1 if begins > at - 2 * HOUR else 11
        assert queries.total(owner.organisation, question) == expected
        assert queries.totals(owner.organisation, begins, at + HOUR) == {"sentences.replaced": expected}
        assert queries.by_tool(owner.organisation, question) == {TOOLS[0]: expected}
        assert sum(queries.bars(owner.organisation, question, hours=False).values()) == expected


def test_each_label_s_values_are_told_and_every_one_adds_up_to_the_whole(owner: Actor) -> None:
    at = NOON - 3 * DAY
    count_in(
        owner,
        replaced(at, 1, cause="no_call"),
        replaced(at, 10, TOOLS[1], version=4),
        replaced(at - HOUR, 100, version=4),
    )
    found = queries.parts(owner.organisation, asked(30))
    assert found == {
        "tool": {TOOLS[0]: 101, TOOLS[1]: 10},
        "outcome": {"done": 111},
        "cause": {"no_call": 1, "value": 110},
        "language": {"en": 111},
        "version": {"3": 1, "4": 110},
    }


@pytest.mark.parametrize(
    ("labels", "n"),
    [
        ({"tool": TOOLS[0]}, 101),
        ({"version": "4"}, 110),
        ({"version": "4", "tool": TOOLS[0]}, 100),
        ({"cause": "no_call"}, 1),
        ({"language": "pt-BR"}, 0),
        ({"outcome": "done", "language": "en"}, 111),
    ],
)
def test_a_filter_holds_for_the_total_the_parts_and_the_bars(owner: Actor, labels: dict[str, str], n: int) -> None:
    at = NOON - 3 * DAY
    count_in(
        owner,
        replaced(at, 1, cause="no_call"),
        replaced(at, 10, TOOLS[1], version=4),
        replaced(at, 100, version=4),
        sample(at),
    )
    for days in (7, 90):
        question = asked(days, **labels)
        assert queries.total(owner.organisation, question) == n
        assert {sum(values.values()) for values in queries.parts(owner.organisation, question).values()} == {n}
        for by in ("", "tool", "cause", "version"):
            found = queries.bars(owner.organisation, question, hours=False, by=by, apart=TOOLS)
            assert sum(found.values()) == n


def test_values_of_a_meter_s_own_label_can_be_picked(owner: Actor) -> None:
    count_in(
        owner, *(sample(NOON - HOUR, 10**at, "turns", how=how) for at, how in enumerate(("read", "model", "template")))
    )
    question = Question("turns", NOON - DAY, NOON, only=("read", "model"))
    assert queries.total(owner.organisation, question) == 11
    assert queries.parts(owner.organisation, question)["how"] == {"read": 1, "model": 10}
    assert queries.bars(owner.organisation, question, hours=True, by="how") == {
        (NOON - HOUR, "read"): 1,
        (NOON - HOUR, "model"): 10,
    }


@pytest.mark.parametrize("zone", ["America/Sao_Paulo", "Asia/Tokyo", "UTC", "Europe/London"])
@pytest.mark.parametrize("hour", [0, 2, 14, 22, 23])
def test_a_bar_of_a_day_is_the_organisation_s_own_day(owner: Actor, zone: str, hour: int) -> None:
    owner.organisation.time_zone = zone
    at = datetime(2027, 2, 26, hour, tzinfo=ZoneInfo(zone))
    begins, ends = (datetime(2027, 2, day, tzinfo=ZoneInfo(zone)).astimezone(UTC) for day in (20, 28))
    count_in(owner, replaced(at))
    found = queries.bars(owner.organisation, Question("sentences.replaced", begins, ends), hours=False, by="cause")
    assert found == {(date(2027, 2, 26), "value"): 1}


@pytest.mark.parametrize("zone", ["America/Sao_Paulo", "Asia/Tokyo", "UTC"])
def test_over_many_days_the_ends_are_the_organisation_s_and_the_days_between_are_those_of_utc(
    owner: Actor, zone: str
) -> None:
    owner.organisation.time_zone = zone
    first, last, local = date(2027, 1, 27), date(2027, 3, 1), ZoneInfo(zone)
    begins = datetime(2027, 1, 27, tzinfo=local).astimezone(UTC)
    ends = datetime(2027, 3, 2, tzinfo=local).astimezone(UTC)
    count_in(owner, replaced(begins - HOUR, 1000), replaced(begins), replaced(NOON), replaced(NOON - 9 * DAY))
    found = queries.bars(owner.organisation, Question("sentences.replaced", begins, ends), hours=False)
    assert found == {(first, ""): 1, (date(2027, 2, 20), ""): 1, (last, ""): 1}


def test_tools_told_apart_have_bars_of_their_own_and_the_others_share_one(owner: Actor) -> None:
    count_in(owner, *(replaced(NOON - HOUR, 10**at, tool) for at, tool in enumerate(TOOLS)))
    found = queries.bars(owner.organisation, asked(1), hours=True, by="tool", apart=TOOLS[:2])
    assert found == {(NOON - HOUR, TOOLS[0]): 1, (NOON - HOUR, TOOLS[1]): 10, (NOON - HOUR, OTHERS): 100}
    assert queries.bars(owner.organisation, asked(1), hours=True, by="tool", apart=TOOLS).keys() == {
        (NOON - HOUR, tool) for tool in TOOLS
    }


def test_an_hour_in_which_a_runtime_was_at_work_is_told_whatever_was_asked_for(owner: Actor) -> None:
    count_in(owner, sample(NOON - 2 * HOUR), replaced(NOON - HOUR))
    assert queries.heard(owner.organisation, asked(1), hours=True) == {NOON - 2 * HOUR}
    assert queries.heard(owner.organisation, asked(90, "turns"), hours=False) == {NOON.date()}


def test_a_tool_s_counts_are_told_by_version(owner: Actor) -> None:
    added = sample(NOON - DAY, 7, "sentences.added", tool=TOOLS[0], outcome="failed", language="pt-BR")
    count_in(owner, replaced(NOON - DAY, 5), replaced(NOON, 6, version=4), replaced(NOON, 9, TOOLS[1]), added)
    found = queries.by_version(owner.organisation, TOOLS[0])
    assert found == {3: {"sentences.replaced": 5}, 4: {"sentences.replaced": 6}, 0: {"sentences.added": 7}}
    assert queries.by_version(owner.organisation, TOOLS[0], "done", "en").keys() == {3, 4}


def test_what_there_is_to_choose_from_is_what_was_counted(owner: Actor) -> None:
    count_in(owner, *(sample(NOON, version=str(number)) for number in (2, 10)), sample(NOON, language="en"))
    assert queries.versions(owner.organisation) == [10, 2]
    assert queries.tool_names(owner.organisation) == sorted(TOOLS)
    count_in(owner, replaced(NOON, tool="drop_table"))
    assert queries.tool_names(owner.organisation) == [*sorted(TOOLS), "_other"]


def test_runtimes_are_listed_by_when_they_were_last_heard_of(owner: Actor) -> None:
    count_in(owner)
    [found] = queries.installations(owner.organisation)
    assert (found.name, found.runtime, found.last_seen_at) == ("i1", "0.4.0", NOON)


def test_another_organisation_s_counts_are_never_among_them(owner: Actor, outsider: Actor) -> None:
    count_in(owner, replaced(NOON - HOUR), sample(NOON - HOUR))
    theirs = outsider.organisation
    for days in (1, 7, 90):
        assert not queries.total(theirs, asked(days))
        assert not queries.totals(theirs, NOON - days * DAY, NOON)
        assert not queries.by_tool(theirs, asked(days))
        assert not queries.bars(theirs, asked(days), hours=False, by="tool", apart=TOOLS)
        assert not queries.heard(theirs, asked(days), hours=False)
    assert not queries.by_version(theirs, TOOLS[0])
    assert not queries.versions(theirs)
    assert not queries.installations(theirs)


def test_more_tools_and_days_take_no_more_queries(owner: Actor) -> None:
    question = asked(90)
    taken = []
    for n in (1, 30):
        count_in(owner, *(replaced(NOON - at * DAY, tool=TOOLS[at % 3], version=at) for at in range(n)))
        with CaptureQueriesContext(connection) as ran:
            queries.parts(owner.organisation, question)
            queries.bars(owner.organisation, question, hours=False, by="tool", apart=TOOLS[:1])
        taken.append(len(ran))
    assert taken[0] == taken[1]


def test_a_counter_of_nothing_is_empty(owner: Actor) -> None:
    assert queries.total(owner.organisation, asked(1)) == 0
    assert queries.bars(owner.organisation, asked(1), hours=True) == Counter()
