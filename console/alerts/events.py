"""What webhooks tell of alerts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from console.alerts.models import Alert, State
from console.pages.links import link
from console.webhooks.events import event

EVENTS = {
    State.RAISED: event("alert.raised", _("An alert is raised")),
    State.OK: event("alert.cleared", _("An alert is cleared")),
}


def told(alert: Alert) -> dict[str, Any]:
    """What is told of an alert that has just changed."""
    slug = alert.organisation.slug
    return {
        "organisation": slug,
        "alert": {"id": alert.pk, "name": alert.name, "kind": alert.kind, "tool": alert.tool or None},
        "value": float(alert.value) if alert.value is not None else None,
        "limit": float(alert.limit),
        "hours": alert.hours,
        "at": alert.since.isoformat(),
        "link": link("alerts:one", slug=slug, pk=alert.pk),
    }
