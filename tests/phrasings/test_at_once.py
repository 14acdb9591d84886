from __future__ import annotations

from functools import partial

import pytest

from console.organisations.actor import Actor
from phrasings import queries, services
from phrasings.models import Version
from tests.at_once import at_once


@pytest.mark.django_db(transaction=True)
def test_of_two_who_publish_at_once_one_is_told_and_nothing_is_lost(owner: Actor, publisher: Actor) -> None:
    services.save_draft(owner, "refund_card", "en", "done", "A draft", services.revision_of(""))

    def publish(by: Actor) -> str:
        try:
            services.publish_set(by, 0, "At once", {"refund_card": {"en": {"failed": f"By {by.name}"}}})
        except services.StaleVersion as stale:
            return f"stale, v{stale.current}"
        return "published"

    said = at_once([partial(publish, owner), partial(publish, publisher)])
    assert sorted(said) == ["published", "stale, v1"]
    assert Version.objects.count() == queries.live_number(owner.organisation) == 1
    assert queries.review(owner.organisation).pending[0].change.after == "A draft"
