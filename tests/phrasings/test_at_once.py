from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from console.organisations.actor import Actor
from phrasings import queries, services
from phrasings.models import Version


@pytest.mark.django_db(transaction=True)
def test_of_two_who_publish_at_once_one_is_told_and_nothing_is_lost(owner: Actor, publisher: Actor) -> None:
    if connection.vendor == "sqlite" and connection.is_in_memory_db():  # type: ignore[attr-defined]
        pytest.skip("SQLite in memory cannot be written to by two")
    services.save_draft(owner, "refund_card", "en", "done", "A draft", services.revision_of(""))
    gate = Barrier(2, timeout=20)

    def publish(by: Actor) -> str:
        gate.wait()
        try:
            services.publish_set(by, 0, "At once", {"refund_card": {"en": {"failed": f"By {by.name}"}}})
        except services.StaleVersion as stale:
            return f"stale, v{stale.current}"
        finally:
            connections.close_all()
        return "published"

    with ThreadPoolExecutor(2) as both:
        said = sorted(both.map(publish, (owner, publisher)))
    assert said == ["published", "stale, v1"]
    assert Version.objects.count() == queries.live_number(owner.organisation) == 1
    assert queries.review(owner.organisation).pending[0].change.after == "A draft"
