from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from console.audit.services import record
from console.organisations import actions, services
from console.organisations.actor import Actor
from tests.questions import Questions, View


@pytest.mark.parametrize("view", [View("activity", part=True)], ids=str)
class TestQuestions(Questions):
    pass


def line(by: Actor, item: str = "thing:1", **change: Any) -> None:
    record(by, actions.INVITED, item, "A thing", **change)


def test_activity_says_who_did_what_before_and_after(owner: Actor, owner_client: Client) -> None:
    services.change_settings(owner, services.Settings("Shop", "pt-BR", "UTC"))
    page = owner_client.get(f"/o/{owner.organisation.slug}/activity/").content.decode()
    assert "changed the settings" in page
    assert "<del>en</del> <ins>pt-BR</ins>" in page


def test_activity_is_narrowed_by_person_action_and_item(owner: Actor, editor: Actor, owner_client: Client) -> None:
    line(owner, "thing:1")
    line(editor, "thing:2")
    address = f"/o/{owner.organisation.slug}/activity/"
    assert owner_client.get(address).content.decode().count("<tr data-row") == 2
    for narrowed in ("who=editor@example.com", "item=thing:1"):
        assert owner_client.get(f"{address}?{narrowed}").content.decode().count("<tr data-row") == 1
    assert "No change passes these filters." in owner_client.get(f"{address}?action=member.joined").content.decode()


def test_another_organisations_lines_are_not_shown(owner: Actor, outsider: Actor, owner_client: Client) -> None:
    line(outsider)
    page = owner_client.get(f"/o/{owner.organisation.slug}/activity/").content.decode()
    assert "outsider@example.com" not in page


@pytest.mark.parametrize("value", ["%01", "%ff", "'", "x" * 300])
def test_nonsense_in_a_filter_finds_nothing(owner: Actor, owner_client: Client, value: str) -> None:
    assert owner_client.get(f"/o/{owner.organisation.slug}/activity/?who={value}&page=-3").status_code == 200


def test_pages_hold_fifty_lines_and_keep_the_filters(
    owner: Actor, owner_client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(120):
        line(owner, f"thing:{number}")
    with django_assert_max_num_queries(7):
        page = owner_client.get(f"/o/{owner.organisation.slug}/activity/?who=owner@example.com&page=2")
    assert page.content.decode().count("<tr data-row") == 50
    assert "?who=owner%40example.com&amp;page=3" in page.content.decode()
