from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction

from console.audit.actions import action, known, words_for
from console.audit.models import AuditLine, LinesAreKept
from console.audit.services import record
from console.organisations import actions
from console.organisations.actor import Actor
from console.organisations.models import Role
from tests import factories


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
