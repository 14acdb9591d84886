"""What the shop has looked at and told: alerts that were raised before, and a webhook with a log."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal

from django.utils import timezone

from console.alerts.models import Alert, Asked, Change, Kind, State
from console.alerts.services import Described, make_alert
from console.organisations.actor import Actor
from console.webhooks.models import Attempt, Delivery, Endpoint
from console.webhooks.models import State as Delivered
from console.webhooks.services import Described as Address
from console.webhooks.services import add_endpoint
from phrasings.events import PUBLISHED, published
from phrasings.models import Version

_ALERTS = (
    ("Many sentences replaced", Asked(Kind.REPLACED, limit=Decimal(10), hours=24, least=100)),
    ("No runtime for two hours", Asked(Kind.SILENT, hours=2)),
    ("Counts lost", Asked(Kind.DROPPING, hours=24)),
)
_CHANGES = ((112, State.RAISED, "12.4", 1206), (103, State.OK, "7.85", 1183))  # hours ago, and what was found
_WEBHOOK = Address("Team chat", "https://hooks.shop.example/veraz/8f2c", [PUBLISHED.type])
_ATTEMPTS = (((200, 84),), ((503, 212), (200, 97)), ((200, 71),))  # status and milliseconds, by version


def watch(owner: Actor) -> None:
    """Make the alerts, with a history of the first, and the webhook, with a log of the versions published."""
    members = frozenset(owner.organisation.memberships.filter(user=owner.user).values_list("pk", flat=True))
    first, *_others = [make_alert(owner, Described(name, asked, members)) for name, asked in _ALERTS]
    _remember(first)
    endpoint = add_endpoint(owner, _WEBHOOK).endpoint
    versions = Version.objects.filter(organisation=owner.organisation).order_by("number")
    for version, attempts in zip(versions, _ATTEMPTS, strict=False):
        _log(endpoint, version, attempts)


def _remember(alert: Alert) -> None:
    for hours, state, value, sentences in _CHANGES:
        found = {"value": Decimal(value), "sentences": sentences, "limit": alert.limit, "hours": alert.hours}
        Change.objects.create(alert=alert, at=timezone.now() - timedelta(hours=hours), state=state, **found)


def _log(endpoint: Endpoint, version: Version, attempts: tuple[tuple[int, int], ...]) -> None:
    at = version.published_at
    body = {"type": PUBLISHED.type, "timestamp": at.isoformat(), "data": published(version)}
    delivery = Delivery.objects.create(
        endpoint=endpoint,
        message=f"msg_{version.number:032x}",
        event=PUBLISHED.type,
        body=json.dumps(body),
        state=Delivered.DELIVERED,
        created_at=at,
        attempts=len(attempts),
        next_attempt_at=None,
    )
    for number, (status, milliseconds) in enumerate(attempts):
        tried = at + timedelta(seconds=5 * number, milliseconds=milliseconds)
        Attempt.objects.create(delivery=delivery, at=tried, status=status, milliseconds=milliseconds)
