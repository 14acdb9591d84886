"""Counts of an organisation, and alerts that look at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
import time_machine

from console.alerts.models import Alert, Asked, Kind
from console.alerts.services import Described, make_alert
from console.organisations.actor import Actor
from tests.meters.conftest import count_in, sample

NOW = datetime(2027, 3, 1, 9, 30, tzinfo=UTC)
REPLACED = Asked(Kind.REPLACED, limit=Decimal(10), hours=3, least=50)
SILENT = Asked(Kind.SILENT, hours=2)
DROPPING = Asked(Kind.DROPPING, limit=Decimal(0), hours=3)

Count = Callable[..., None]
Make = Callable[..., Alert]


@pytest.fixture
def clock() -> Iterator[Any]:
    """The time is NOW until a test moves it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def count(owner: Actor) -> Count:
    """Take in sentences that were read and replaced, a moment ago."""

    def take(read: int, replaced: int = 0, tool: str = "refund_card") -> None:
        at = datetime.now(UTC).replace(second=0)
        labels = {"tool": tool, "outcome": "done", "cause": "disagrees"}
        found = [sample(at, read, "sentences.read")]
        count_in(owner, *found, *([sample(at, replaced, "sentences.replaced", **labels)] if replaced else []))

    return take


@pytest.fixture
def make(owner: Actor) -> Make:
    """Make an alert that writes to nobody, unless it is told to."""

    def new(asked: Asked = REPLACED, *recipients: Actor) -> Alert:
        members = owner.organisation.memberships.filter(user__in=[each.user for each in recipients])
        chosen = frozenset(members.values_list("pk", flat=True))
        return make_alert(owner, Described(str(asked.kind.label), asked, chosen))

    return new
