from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from console.meters.models import Installation
from console.meters.services import Sent, ingest
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from console.web.runtimes import Live, Runtime, runtime
from tests import factories
from tests.meters.conftest import count_in, sample

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def overview(client: Client, of: Organisation) -> str:
    answer = client.get(f"/o/{of.slug}/")
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    main = html[html.index("<main") : html.index("</main>")]
    return " ".join(re.sub("<[^>]+>", " ", main).split())


@pytest.fixture
def counted(owner: Actor) -> Organisation:
    """What a shop counted yesterday."""
    factories.tools(owner.organisation)
    labels = {"tool": "refund_card", "outcome": "done", "language": "en", "version": "3"}
    at = NOON - DAY
    count_in(
        owner,
        *(sample(at, n, "turns", how=how) for how, n in (("read", 60), ("asked", 5), ("model", 35), ("template", 4))),
        sample(at, 90, language="en"),
        sample(at, 400, "sentences.read", language="en"),
        sample(at, 6, "sentences.replaced", cause="disagrees", **labels),
        sample(at, 2, "sentences.replaced", cause="no_call", **labels),
        sample(at, 3, "sentences.added", **labels),
        sample(at, 7, "rules.applied", rule="personal_data"),
        sample(NOON - 8 * DAY, 1000, language="en"),
    )
    return owner.organisation


def test_until_counts_come_it_is_what_there_is_to_do(owner: Actor, owner_client: Client) -> None:
    said = words(overview(owner_client, owner.organisation))
    assert "Until then, this is what is left to do." in said
    assert "The last 7 days" not in said


def test_the_lines_that_connect_a_runtime_name_this_console(owner: Actor, owner_client: Client) -> None:
    said = overview(owner_client, owner.organisation)
    assert 'id="connect"' in said
    assert "Console(&quot;http://testserver&quot;, os.environ[&quot;VERAZ_KEY&quot;])" in said


@pytest.mark.parametrize(
    "told",
    [
        "Replies checked 90",
        "Sentences replaced 2.0% 8 of 400 read",
        "Writes the model left out 3 told after the reply",
        "Turns 100 4 told by phrasings",
        "Says something else than what became of the call 6 1.5%",
        "No such call was made 2 0.5%",
        "Read 60 60.0%",
        "Asked to say it again 5 5.0%",
        "Went to the model 35 35.0%",
        "Personal data 7 100.0%",
    ],
)
def test_it_tells_of_the_last_seven_days(counted: Organisation, owner_client: Client, told: str) -> None:
    assert told in words(overview(owner_client, counted))


def test_its_chart_is_spelt_out_for_who_does_not_see_it(counted: Organisation, owner_client: Client) -> None:
    assert "8 Mar 2027: nothing heard; 9 Mar 2027: 8; 10 Mar 2027: nothing heard" in overview(owner_client, counted)


def test_what_is_left_to_do_stays_below_the_counts_until_it_is_done(
    counted: Organisation, owner_client: Client
) -> None:
    assert "This is what is left to do." in words(overview(owner_client, counted))


def test_counts_that_runtimes_dropped_are_told_with_what_they_mean(owner: Actor, owner_client: Client) -> None:
    ingest(owner, Sent("b", "till-4", "0.1.0", dropped={"spool_full": 1200}))
    said = words(overview(owner_client, owner.organisation))
    assert "1,200 counts were dropped by runtimes before they could be sent" in said
    assert re.search(r"till-4 0\.1\.0 .* 1,200", said)


@pytest.mark.parametrize(
    ("held", "live", "seen", "told"),
    [
        (3, 3, HOUR, ("ok", "v3, live")),
        (2, 3, HOUR, ("warn", "v2, behind v3")),
        (2, 3, 3 * HOUR, ("off", "v2 when last seen")),
        (2, 3, 2 * HOUR - timedelta(minutes=1), ("off", "v2 when last seen")),
        (4, 3, HOUR, ("warn", "v4, never published here")),
        (None, 3, HOUR, ("off", "none, as far as it said")),
    ],
)
def test_a_runtime_is_behind_once_it_was_heard_after_it_should_have_fetched_what_is_live(
    held: int | None, live: int, seen: timedelta, told: tuple[str, str]
) -> None:
    found = shown(Installation(name="i", runtime="0.1.0", version=held, last_seen_at=NOON - seen), live)
    assert (found.state, found.holds) == told


def test_a_runtime_that_says_nothing_for_an_hour_is_silent() -> None:
    seen = [shown(Installation(name="i", last_seen_at=NOON - ago), 0).silent for ago in (HOUR, HOUR + DAY)]
    assert seen == [False, True]


def shown(found: Installation, live: int) -> Runtime:
    return runtime(found, Live(live, NOON - 2 * HOUR), NOON)


def test_runtimes_are_listed_by_the_page_and_as_many_questions_are_asked(owner: Actor, owner_client: Client) -> None:
    count_in(owner, sample(NOON - DAY, 1, "turns", how="read"))
    asked = []
    for number in range(2):
        with CaptureQueriesContext(connection) as queries:
            said = overview(owner_client, owner.organisation)
        asked.append(len(queries))
        for name in range(60):
            ingest(owner, Sent(f"{number} {name}", f"installation {name}", "0.1.0"))
    assert asked[0] == asked[1] < 45
    assert "Page 1 of 2" in said


def test_nobody_sees_another_organisations_runtimes(counted: Organisation, outsider: Actor) -> None:
    said = overview(factories.signed_in(outsider), outsider.organisation)
    assert "The last 7 days" not in said
    assert "Runtimes" not in words(said)
