"""Adding a line: called by the other apps' services, inside the transaction that makes the change."""

from __future__ import annotations

from typing import Any, Protocol

from django.db import models, transaction

from console.accounts.models import User
from console.audit.actions import Action
from console.audit.models import AuditLine


class Author(Protocol):
    """Who makes a change; an actor of an organisation is one."""

    @property
    def organisation(self) -> models.Model:
        """Whose log says so."""

    @property
    def name(self) -> str:
        """What the log calls them."""

    @property
    def user(self) -> User | None:
        """The person; None where it is an API key, or the console itself."""


def record(by: Author, action: Action, item: str, name: str, *, before: Any = None, after: Any = None) -> None:
    """Add a line: `by` did `action` to `item` («kind:id», shown as `name`), which was `before` and is `after`.

    The two are JSON values: only what changed, and never a secret. Raises TransactionManagementError outside a
    transaction, where the change could be kept and its line lost.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("An audit line is written in the transaction of its change.")
    AuditLine.objects.create(
        organisation_id=by.organisation.pk,
        user=by.user,
        who=by.name,
        action=action.code,
        item=item,
        item_name=name[:200],
        before=before,
        after=after,
    )
