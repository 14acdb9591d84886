from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from console.organisations.actor import Actor
from phrasings import services
from tests import factories
from tests.meters.conftest import count_in, sample

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def publish(by: Actor, number: int, en: str, pt: str) -> None:
    content = {"refund_card": {"en": {"done": en}, "pt-BR": {"done": pt}}}
    services.publish_set(by, number, f"Version {number + 1}", content)


def test_the_history_of_a_phrasing_says_how_often_each_text_was_told(owner: Actor, owner_client: Client) -> None:
    factories.tools(owner.organisation)
    publish(owner, 0, "One.", "Um.")
    publish(owner, 1, "Two.", "Um.")
    publish(owner, 2, "Two.", "Três.")

    def told(n: int, meter: str, version: int, language: str, outcome: str = "done", **more: str) -> dict[str, object]:
        labels = {"tool": "refund_card", "outcome": outcome, "language": language, "version": str(version), **more}
        return sample(NOON - timedelta(days=1), n, meter, **labels)

    count_in(
        owner,
        told(5, "sentences.replaced", 1, "en", cause="value"),
        told(20, "sentences.replaced", 2, "en", cause="value"),
        told(300, "sentences.added", 3, "en"),
        told(1, "sentences.added", 1, "pt-BR"),
        told(1, "sentences.added", 2, "pt-BR"),
        told(7, "sentences.added", 3, "pt-BR"),
        told(9000, "sentences.added", 3, "en", outcome="failed"),
        told(9000, "phrasings.defaulted", 3, "en"),
    )
    page = owner_client.get(f"/o/{owner.organisation.slug}/phrasings/refund_card/done/").content.decode()
    row = r'data-edit>(v\d)</a>\s*</th>\s*<td>([^<]*)</td>.*?<td class="number">([^<]*)</td>'
    rows = re.findall(row, page, re.DOTALL)
    assert rows == [
        ("v3", "Português (Brasil)", "7"),
        ("v2", "English", "320"),  # and it is still told in v3
        ("v1", "English", "5"),
        ("v1", "Português (Brasil)", "2"),
    ]
