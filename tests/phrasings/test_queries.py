from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import Http404
from django.test import Client

from console.organisations.actor import Actor
from console.organisations.models import Organisation
from phrasings import queries, services
from phrasings.content import Key
from phrasings.models import Version
from phrasings.phrasing import history, text_of
from tests.phrasings.conftest import LIVE

Save = Callable[..., None]
DONE = Key("refund_card", "en", "done")


def publish(by: Actor, text: str) -> Version:
    """Publish one text more."""
    number = queries.live_number(by.organisation)
    return services.publish_set(by, number, text, {"refund_card": {"en": {"done": text}}})


def test_before_the_first_version_the_document_is_empty(organisation: Organisation) -> None:
    document = queries.live_document(organisation)
    assert (document.version, document.tools, document.published_at) == (0, {}, None)


def test_the_document_has_the_selectors_language_and_another_tag_when_it_changes(live: Version) -> None:
    organisation = live.organisation
    before = queries.live_document(organisation)
    organisation.selector_language = "pt-BR"
    after = queries.live_document(organisation)
    assert (before.selector_language, after.selector_language) == ("en", "pt-BR")
    assert (before.version, before.tag != after.tag) == (after.version, True)


def test_an_organisation_sees_only_its_own(live: Version, outsider: Actor) -> None:
    assert queries.live_document(outsider.organisation).version == 0
    assert not queries.versions(outsider.organisation).exists()
    with pytest.raises(Http404):
        queries.version(outsider.organisation, 1)


def test_any_two_versions_can_be_compared(owner: Actor, live: Version) -> None:
    publish(owner, "Two")
    publish(owner, "Three")
    found = queries.compare(owner.organisation, 3, 2)
    assert [(str(each.key), each.before, each.after) for each in found.changes] == [(str(DONE), "Three", "Two")]
    assert len(queries.compare(owner.organisation, 0, 1).changes) == 3


def test_a_review_tells_what_would_change_and_what_is_wrong(
    organisation: Organisation, live: Version, draft: Save
) -> None:
    draft("Sent {ammount}.")
    review = queries.review(organisation)
    assert [(each.change.key, each.change.after, each.who) for each in review.pending] == [
        (DONE, "Sent {ammount}.", "editor@example.com")
    ]
    assert ([each.code for each in review.errors], review.next) == (["placeholder"], 2)
    assert {each.code for each in review.warnings} == {"twin"}


def test_a_review_says_where_what_is_live_has_moved_on(owner: Actor, live: Version, draft: Save) -> None:
    draft("Mine")
    publish(owner, "Theirs")
    assert [each.moved for each in queries.review(owner.organisation).pending] == [True]


def test_the_history_of_a_phrasing_is_the_versions_that_changed_it(owner: Actor, live: Version) -> None:
    publish(owner, "Two")
    found = [(each.version.number, each.language, each.after) for each in history(owner.organisation, *DONE[::2])]
    assert found == [
        (2, "en", "Two"),
        (2, "pt-BR", ""),
        (1, "en", LIVE["refund_card"]["en"]["done"]),
        (1, "pt-BR", LIVE["refund_card"]["pt-BR"]["done"]),
    ]


def test_the_text_of_a_version_is_known_though_it_did_not_change_it(owner: Actor, live: Version) -> None:
    publish(owner, "Two")
    services.publish_set(owner, 2, "More", {"refund_card": {"en": {"done": "Two", "failed": "No."}}})
    assert [text_of(owner.organisation, DONE, number) for number in (0, 1, 2, 3)] == [
        None,
        LIVE["refund_card"]["en"]["done"],
        "Two",
        "Two",
    ]


@pytest.mark.parametrize(
    "address", ["versions/", "versions/1/", "refund_card/done/", "publish/", "versions/compare/?old=1&new=2"]
)
def test_pages_take_few_queries_however_many_versions_there_are(
    owner: Actor, owner_client: Client, live: Version, django_assert_max_num_queries: Any, address: str
) -> None:
    publish(owner, "Two")
    owner_client.get(f"/o/{owner.organisation.slug}/phrasings/{address}")
    for number in range(3, 61):
        publish(owner, f"Text {number}")
    with django_assert_max_num_queries(11):
        assert owner_client.get(f"/o/{owner.organisation.slug}/phrasings/{address}").status_code == 200
