"""Where events are told, what was told there, and how each attempt went."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.organisations.models import Organisation
from console.tasks.models import Retried


class Stopped(models.TextChoices):
    """Why nothing is sent to an endpoint any more."""

    BY_HAND = "by_hand", _("Turned off by an owner")
    FAILING = "failing", _("Turned off: it failed for days")
    GONE = "gone", _("Turned off: it answered that it is gone (410)")


class Endpoint(models.Model):
    """An address that is told of events. Its secrets are sealed (see `sealing`); each is shown once."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="endpoints")
    name = models.CharField(max_length=80)
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)  # types
    secret = models.TextField(editable=False)
    old_secret = models.TextField(blank=True, editable=False)  # signs beside the other one until…
    old_secret_until = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    failing_since = models.DateTimeField(null=True, editable=False)  # the first failure since the last success
    stopped_at = models.DateTimeField(null=True, editable=False)
    stopped = models.CharField(max_length=8, choices=Stopped.choices, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(stopped_at=None, stopped="")
                | models.Q(stopped_at__isnull=False, stopped__in=Stopped.values),
                name="an_endpoint_stopped_for_a_reason",
            )
        ]

    def __str__(self) -> str:
        return self.name


class State(models.TextChoices):
    """What became of a delivery."""

    WAITING = "waiting", _("Waiting")
    DELIVERED = "delivered", _("Delivered")
    FAILED = "failed", _("Given up")


class Delivery(Retried):
    """An event for one endpoint: what is sent, byte for byte, on every attempt."""

    endpoint = models.ForeignKey(Endpoint, models.CASCADE, related_name="deliveries", db_index=False)
    message = models.CharField(max_length=40)  # the same for every endpoint and attempt, by which a repeat is known
    event = models.CharField(max_length=64)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        verbose_name_plural = "deliveries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["endpoint", "message"], name="an_endpoint_is_told_once")
        ]
        indexes: ClassVar = [models.Index(fields=["endpoint", "-created_at", "-id"], name="deliveries_by_time")]

    def __str__(self) -> str:
        return f"{self.event} {self.message}"


class Problem(models.TextChoices):
    """Why an attempt had no answer."""

    NAME = "name", _("The name has no address")
    ADDRESS = "address", _("The address may not be sent to")
    CONNECTION = "connection", _("No connection")
    TLS = "tls", _("The certificate is not valid")
    TIMEOUT = "timeout", _("No answer in time")
    BROKEN = "broken", _("The answer broke off")
    SECRET = "secret", _("The secret cannot be read: rotate it")


class Attempt(models.Model):
    """One try at a delivery: the status of the answer, or why there was none."""

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="tries")
    at = models.DateTimeField(default=timezone.now, editable=False)
    status = models.PositiveSmallIntegerField(null=True)
    problem = models.CharField(max_length=10, choices=Problem.choices, blank=True)
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return str(self.status or self.problem)
