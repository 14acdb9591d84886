from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from console.organisations.actor import Actor
from console.organisations.models import Organisation
from tests import factories
from tests.meters.conftest import count_in, sample
from tests.questions import FRAGMENT, Questions, View

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
DAY = timedelta(days=1)

VIEWS = [View("meters:meters", part=True), View("meters:csv")]


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    pass


def replaced(
    n: int, *, ago: timedelta = DAY, tool: str = "refund_card", cause: str = "value", version: str = "3"
) -> dict[str, object]:
    labels = {"tool": tool, "outcome": "done", "cause": cause, "language": "en", "version": version}
    return sample(NOON - ago, n, "sentences.replaced", **labels)


def read(n: int, *, ago: timedelta = DAY, version: str = "3") -> dict[str, object]:
    return sample(NOON - ago, n, "sentences.read", language="en", version=version)


def turn(*, ago: timedelta = DAY) -> dict[str, object]:
    return sample(NOON - ago, 1, "turns", how="read", language="en")


@pytest.fixture
def counted(owner: Actor) -> Organisation:
    """Two tools' counts of yesterday and three days ago."""
    factories.tools(owner.organisation, *({**factories.REFUND, "name": name} for name in ("refund_card", "send_card")))
    count_in(
        owner,
        *(turn(), turn(ago=3 * DAY)),
        *(read(100), read(60, ago=3 * DAY, version="2")),
        *(replaced(3), replaced(2, cause="no_call"), replaced(5, ago=3 * DAY, tool="send_card", version="2")),
    )
    return owner.organisation


def page(client: Client, of: Organisation, query: str = "", status: int = 200) -> str:
    answer = client.get(f"/o/{of.slug}/meters/{query}")
    assert answer.status_code == status
    return answer.content.decode()


def words(html: str) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def test_before_anything_came_it_says_what_this_is_and_how_to_begin(owner: Actor, owner_client: Client) -> None:
    said = page(owner_client, owner.organisation)
    assert "No counts yet" in said
    assert f'href="/o/{owner.organisation.slug}/#connect"' in said
    assert "<form" not in said[said.index("<main") : said.index("</main>")]


def test_a_number_stands_with_what_it_is_a_share_of(counted: Organisation, owner_client: Client) -> None:
    assert "10 6.3% of 160 sentences read" in words(page(owner_client, counted))


def test_the_table_has_each_bars_numbers(counted: Organisation, owner_client: Client) -> None:
    said = words(page(owner_client, counted))
    assert "9 Mar 2027 5 100 5.0% 8 Mar 2027 – – – 7 Mar 2027 5 60 8.3%" in said


def test_a_chart_says_what_it_shows_to_who_does_not_see_it(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted)
    assert 'role="img" aria-labelledby="count-chart count-said"' in said
    assert re.search(r"<title id=\"count-chart\">Sentences replaced by day, 4 Mar 2027 to 10 Mar 2027</title>", said)
    assert "10 in all, the most of them, 5, in the bar" in said


@pytest.mark.parametrize(
    "row",
    [
        "States a value that no call has 8 5.0%",
        "No such call was made 2 1.3%",
        "refund_card 5 3.1%",
        "send_card 5 3.1%",
        "v3 5 100 5.0%",
        "v2 5 60 8.3%",
        "Done 10 6.3%",
        "English 10 160 6.3%",
    ],
)
def test_each_cause_tool_and_version_has_its_share(counted: Organisation, owner_client: Client, row: str) -> None:
    assert row in words(page(owner_client, counted))


@pytest.mark.parametrize(
    ("query", "n", "whole"),
    [
        ("?tool=refund_card", 5, 160),
        ("?cause=no_call", 2, 160),
        ("?version=2", 5, 60),
        ("?tool=refund_card&version=2", 0, 60),
        ("?since=2027-03-09&until=2027-03-09", 5, 100),
        ("?language=pt-BR", 0, 0),
    ],
)
def test_a_filter_holds_for_the_number_and_as_far_as_it_can_for_the_whole(
    counted: Organisation, owner_client: Client, query: str, n: int, whole: int
) -> None:
    said = words(page(owner_client, counted, query))
    assert re.search(rf"(?<!\d){n} (\S+%|–) of {whole} sentences read", said)


def test_what_the_whole_cannot_be_narrowed_by_is_said(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted, "?tool=refund_card")
    assert "Sentences read are not counted by tool: the share is of all of them." in said


def test_a_filter_that_the_count_does_not_know_is_said_to_be_passed_over(
    counted: Organisation, owner_client: Client
) -> None:
    said = page(owner_client, counted, "?meter=turns&cause=value")
    assert "This is not counted by cause, which is passed over." in said
    assert 'value="value" selected' in said  # and is not lost


def test_bars_told_apart_have_a_legend_and_a_column_each(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted, "?by=tool")
    assert "9 Mar 2027 5 0 5 100 5.0%" in words(said)
    assert said.count('class="swatch"') == 2


def test_the_tools_that_count_least_share_a_colour_and_their_numbers_add_up(owner: Actor, owner_client: Client) -> None:
    names = [f"tool_{number}" for number in range(1, 9)]
    factories.tools(owner.organisation, *({**factories.REFUND, "name": name} for name in names))
    count_in(owner, turn(), read(100), *(replaced(n, tool=name) for n, name in enumerate(names, start=1)))
    said = page(owner_client, owner.organisation, "?by=tool")
    assert re.findall(r'rx="2"/></svg> (\S+)</li>', said) == [*(f"tool_{n}" for n in (8, 7, 6, 5, 4)), "others"]
    assert "9 Mar 2027 8 7 6 5 4 6 36 100 36.0%" in words(said)


def test_turns_told_by_phrasings_are_no_turns_of_their_own(owner: Actor, owner_client: Client) -> None:
    count_in(owner, turn(), sample(NOON - DAY, 1, "turns", how="template", language="en"))
    said = words(page(owner_client, owner.organisation, "?meter=turns&by=how"))
    assert "9 Mar 2027 1 1" in said
    assert "1 100.0% of 1 turns" in words(page(owner_client, owner.organisation, "?meter=turns.template"))


def test_a_wrong_value_is_told_and_the_others_are_kept(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted, "?since=2027-02-30&tool=refund_card&by=cause", 422)
    assert "“2027-02-30” is not a date." in said
    assert 'value="refund_card" selected' in said
    assert 'value="cause" selected' in said
    assert '<svg class="bars' not in said


def test_a_fragment_with_a_wrong_value_is_the_filters_with_what_is_wrong(
    counted: Organisation, owner_client: Client
) -> None:
    answer = owner_client.get(f"/o/{counted.slug}/meters/?per=week", headers=FRAGMENT)
    assert answer.status_code == 422
    assert "“week” is not one of the choices." in answer.content.decode()


def test_days_without_any_count_offer_those_that_have_some(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted, "?since=2026-01-01&until=2026-01-05&tool=refund_card")
    assert "There are counts from 7 Mar 2027 to 9 Mar 2027." in said
    [wider] = re.findall(r'href="(\?[^"]*since=2027[^"]*)"', said)
    assert "5 3.1% of 160 sentences read" in words(page(owner_client, counted, wider.replace("&amp;", "&")))


def test_nothing_replaced_is_not_the_same_as_nothing_heard(owner: Actor, owner_client: Client) -> None:
    count_in(owner, turn(), read(40))
    said = words(page(owner_client, owner.organisation))
    assert "0 0.0% of 40 sentences read" in said
    assert "Nothing was counted." in said


def test_hours_are_those_of_the_organisations_clock(counted: Organisation, owner_client: Client) -> None:
    counted.time_zone = "America/Sao_Paulo"
    counted.save()
    said = words(page(owner_client, counted, "?since=2027-03-09&until=2027-03-09"))
    assert "9 Mar 2027, 09:00 5 100 5.0%" in said


def test_a_long_range_says_that_its_days_are_those_of_utc_where_they_are_not_ones_own(
    counted: Organisation, owner_client: Client
) -> None:
    note = "In a range of more than 31 days each bar is a day in UTC."
    assert note not in page(owner_client, counted, "?range=90d")
    counted.time_zone = "America/Sao_Paulo"
    counted.save()
    assert note in page(owner_client, counted, "?range=90d")
    assert note not in page(owner_client, counted, "?range=30d")


def test_nobody_sees_another_organisations_counts(counted: Organisation, outsider: Actor) -> None:
    client = factories.signed_in(outsider)
    assert "No counts yet" in page(client, outsider.organisation)
    answer = client.get(f"/o/{outsider.organisation.slug}/meters/csv?tool=refund_card")
    assert "refund_card" not in b"".join(answer).decode()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "query", ["", "?by=tool", "?range=365d", "?range=today", "?tool=refund_card&version=3&by=cause"]
)
def test_a_page_asks_the_database_as_often_for_much_as_for_little(
    owner: Actor, owner_client: Client, query: str
) -> None:
    names = [f"tool_{number}" for number in range(30)]
    factories.tools(owner.organisation, *({**factories.REFUND, "name": name} for name in names))
    count_in(owner, turn(), read(9), replaced(1, tool="tool_0"))
    asked = []
    for _time in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(owner_client, owner.organisation, query)
        asked.append(len(queries))
        days = [number * DAY for number in range(30)]
        count_in(owner, *(replaced(1, ago=ago, tool=name, version="4") for ago in days for name in names))
    assert asked[0] == asked[1] < 40


def test_a_year_of_days_and_many_tools_are_shown_whole(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted, "?range=365d")
    assert said.count('class="time"') == 365
    assert " style=" not in said


def test_it_speaks_portuguese_with_its_own_commas(counted: Organisation, owner_client: Client) -> None:
    owner_client.cookies["django_language"] = "pt-br"
    said = page(owner_client, counted)
    assert "6,3%" in said
    assert not re.search(r'(?:x|y|width|d)="[^"]*\d,\d', said)  # coordinates keep their points


def test_the_file_has_what_the_page_shows(counted: Organisation, owner_client: Client) -> None:
    said = page(owner_client, counted, "?tool=refund_card")
    [link] = re.findall(r'class="button" href="([^"]*csv[^"]*)"', said)
    answer = owner_client.get(link.replace("&amp;", "&"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    lines = b"".join(answer).decode().splitlines()  # type: ignore[arg-type]
    assert "2027-03-09,5,100,5.0" in lines
    assert "2027-03-07,0,60,0.0" in lines


def test_a_file_of_times_has_the_organisations_own_though_it_is_sent_later(
    counted: Organisation, owner_client: Client
) -> None:
    counted.time_zone = "America/Sao_Paulo"
    counted.save()
    answer = owner_client.get(f"/o/{counted.slug}/meters/csv?since=2027-03-09&until=2027-03-09")
    assert "2027-03-09T09:00-03:00,5,100,5.0" in b"".join(answer).decode()  # type: ignore[arg-type]


def test_a_file_of_a_table_that_is_not_there_is_not_found_and_one_of_wrong_filters_says_so(
    counted: Organisation, owner_client: Client
) -> None:
    address = f"/o/{counted.slug}/meters/csv"
    assert owner_client.get(f"{address}?table=weather").status_code == 404
    assert owner_client.get(f"{address}?meter=turns&table=tool").status_code == 404
    answer = owner_client.get(f"{address}?since=soon")
    assert answer.status_code == 422
    assert "These filters cannot be read." in answer.content.decode()
