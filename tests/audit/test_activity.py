from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from console.audit.actions import action, known, words_for
from console.audit.models import AuditLine, LinesAreKept
from console.audit.services import record
from console.organisations import actions, services
from console.organisations.actor import Actor
from console.organisations.models import Role
from tests import factories
from tests.questions import Questions, View


@pytest.mark.parametrize("view", [View("audit:activity", part=True)], ids=str)
class TestQuestions(Questions):
    pass


def line(by: Actor, item: str = "thing:1", **change: Any) -> None:
    record(by, actions.INVITED, item, "A thing", **change)


def test_a_line_can_be_neither_changed_nor_deleted(owner: Actor) -> None:
    line(owner)
    kept = AuditLine.objects.get()
    for attempt in (kept.save, kept.delete, AuditLine.objects.all().delete, lambda: AuditLine.objects.update(who="x")):
        with pytest.raises(LinesAreKept):
            attempt()


@pytest.mark.django_db(transaction=True)
def test_a_line_outside_the_transaction_of_its_change_is_refused(owner: Actor) -> None:
    assert not connection.in_atomic_block
    with pytest.raises(transaction.TransactionManagementError):
        line(owner)


def test_a_change_that_fails_leaves_no_line(owner: Actor) -> None:
    def change_and_fail() -> None:
        with transaction.atomic():
            line(owner)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_and_fail()
    assert not AuditLine.objects.exists()


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


def test_the_line_of_a_removed_person_keeps_their_name(owner: Actor) -> None:
    editor = factories.actor(owner.organisation, Role.EDITOR, "gone@example.com")
    line(editor)
    assert editor.user
    editor.user.delete()
    assert AuditLine.objects.get().who == "gone@example.com"


def test_an_action_is_named_once_and_a_forgotten_code_is_still_shown() -> None:
    with pytest.raises(ValueError, match="named twice"):
        action(actions.INVITED.code, "again")
    assert actions.INVITED in known()
    assert words_for("old.code") == "old.code"
