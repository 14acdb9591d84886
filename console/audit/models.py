"""The audit log's lines. They are added and never changed."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone


class LinesAreKept(TypeError):
    """Someone tried to change or delete an audit line."""


class AuditLines(models.QuerySet["AuditLine"]):
    """Lines can be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise LinesAreKept("Audit lines are only ever added.")

    def delete(self) -> NoReturn:
        """Refused."""
        raise LinesAreKept("Audit lines are only ever added.")


class AuditLine(models.Model):
    """One change: who did what to which item, and what it was before and after."""

    organisation = models.ForeignKey("organisations.Organisation", models.PROTECT, related_name="audit_lines")
    at = models.DateTimeField(default=timezone.now, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=254)  # as they were called then: an address, or a key by its prefix
    action = models.CharField(max_length=64)  # a code of console.audit.actions
    item = models.CharField(max_length=200)  # «kind:id», by which an item's own lines are found
    item_name = models.CharField(max_length=200)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    objects: ClassVar[Any] = AuditLines.as_manager()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["organisation", "-at", "-id"], name="audit_by_time"),
            models.Index(fields=["organisation", "item", "-at"], name="audit_by_item"),
        ]

    def __str__(self) -> str:
        return f"{self.who} {self.action} {self.item}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the line; one that was added is refused."""
        if not self._state.adding:
            raise LinesAreKept("Audit lines are only ever added.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise LinesAreKept("Audit lines are only ever added.")
