"""Alerts, and each time one was raised or cleared."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.organisations.models import Membership, Organisation


class Kind(models.TextChoices):
    """What an alert looks at."""

    REPLACED = "replaced", _("Many sentences are replaced")
    SILENT = "silent", _("No runtime is heard from")
    DROPPING = "dropping", _("Runtimes drop counts")


class State(models.TextChoices):
    """What an alert says."""

    OK = "ok", _("Fine")
    RAISED = "raised", _("Raised")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an alert asks of the counts.

    :ivar tool: of which alone sentences are counted; empty for all.
    :ivar limit: a share in percent, or how many are dropped; above it the alert is raised. Silence has none.
    :ivar hours: that are looked at, or for how long nothing was heard.
    :ivar least: the sentences it takes to judge a share.
    """

    kind: Kind
    tool: str = ""
    limit: Decimal = Decimal(0)
    hours: int = 1
    least: int = 0


class Alert(models.Model):
    """What is looked at every minute, what it said last, and who is written to when that changes."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="alerts")
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    tool = models.CharField(max_length=128, blank=True)
    limit = models.DecimalField(max_digits=12, decimal_places=2, default=0)
    hours = models.PositiveSmallIntegerField()
    least = models.PositiveIntegerField(default=0)
    recipients = models.ManyToManyField(Membership, related_name="alerts", blank=True)
    is_on = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=6, choices=State.choices, default=State.OK, editable=False)
    since = models.DateTimeField(default=timezone.now, editable=False)
    value = models.DecimalField(max_digits=14, decimal_places=2, null=True, editable=False)  # when it was last looked
    sentences = models.BigIntegerField(default=0, editable=False)  # that a share was of
    looked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="alert_kind_is_known"),
            models.CheckConstraint(condition=models.Q(state__in=State.values), name="alert_state_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def asked(self) -> Asked:
        """What it asks."""
        return Asked(Kind(self.kind), self.tool, self.limit, self.hours, self.least)


class Change(models.Model):
    """An alert was raised or cleared: what it found, and what it asked then."""

    alert = models.ForeignKey(Alert, models.CASCADE, related_name="changes", db_index=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=6, choices=State.choices)
    value = models.DecimalField(max_digits=14, decimal_places=2)
    sentences = models.BigIntegerField(default=0)
    limit = models.DecimalField(max_digits=12, decimal_places=2)
    hours = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["alert", "-at", "-id"], name="alert_changes_by_time")]

    def __str__(self) -> str:
        return f"{self.state} {self.at:%Y-%m-%d %H:%M}"
