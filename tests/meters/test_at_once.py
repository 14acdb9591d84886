"""Posts that come at the same moment, on PostgreSQL: SQLite takes one at a time."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from console.meters import rows
from console.meters.models import Batch, Day, Hour, Month, Post, Sample, Series
from console.meters.reading import EVERY_TOOL
from console.meters.services import Sent, Taken, ingest
from console.organisations.actor import Actor
from tests import factories
from tests.at_once import at_once
from tests.meters.conftest import sample

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite takes one post at a time"),
]
TOOLS = [f"tool_{number}" for number in range(8)]


@pytest.fixture(autouse=True)
def _declared(owner: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_ids", {})
    factories.tools(owner.organisation, *({**factories.REFUND, "name": name} for name in TOOLS))


def samples(version: int = 1) -> list[dict[str, Any]]:
    start = timezone.now() - timedelta(hours=3)
    return [
        sample(start + timedelta(minutes=40 * at), 1, "arguments.assumed", tool=tool, version=str(version))
        for at in range(4)
        for tool in TOOLS
    ]


def counted(model: type[Hour] | type[Day] | type[Month]) -> int:
    return model.objects.exclude(series__tool=EVERY_TOOL).aggregate(n=Sum("n"))["n"] or 0


def test_the_same_post_twice_at_once_counts_once_and_is_answered_the_same(owner: Actor) -> None:
    sent = Sent("b1", "i1", "0.4.0", samples=samples(), dropped={"spool_full": 5})
    answers = at_once([partial(ingest, owner, sent)] * 4)
    assert answers == [Taken(32, 0, ())] * 4
    assert (Batch.objects.count(), Post.objects.count(), Sample.objects.count()) == (1, 1, 33)
    assert (counted(Hour), counted(Day), counted(Month)) == (37, 37, 32)


def test_parts_that_overlap_at_once_count_each_sample_once(owner: Actor) -> None:
    all_of_them = samples()
    parts = [all_of_them[:20], all_of_them[10:], all_of_them[5:25], all_of_them[::-1]]
    ingest(owner, Sent("b1", "i1", "0.4.0"))
    sent = [Sent("b1", f"i{number}", "0.4.0", samples=part) for number, part in enumerate(parts)]
    answers = at_once([partial(ingest, owner, each) for each in sent])
    assert sum(answer.accepted for answer in answers) == 32
    assert sum(answer.duplicates for answer in answers) == sum(map(len, parts)) - 32
    assert counted(Hour) == 32


def test_runtimes_that_add_to_the_same_numbers_at_once_wait_for_each_other_and_never_in_a_ring(owner: Actor) -> None:
    """All make the same series and add to the same hours, each in an order of its own."""

    def send(number: int) -> Taken:
        taken = Taken(0, 0, ())
        for version in range(6):
            rows._ids.clear()
            turned = samples(version)[:: (1, -1)[number % 2]]
            taken = ingest(owner, Sent(f"b{number}-{version}", f"i{number}", "0.4.0", samples=turned))
        return taken

    at_once([partial(send, number) for number in range(6)])
    assert counted(Hour) == counted(Day) == 6 * 6 * 32
    assert Series.objects.filter(tool="tool_3").count() == 6 + 1
