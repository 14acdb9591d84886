"""Reads about alerts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.alerts import words
from console.alerts.judging import judged
from console.alerts.models import Alert, Asked, Change, Kind, State
from console.alerts.readings import reading
from console.organisations.actor import Actor
from console.organisations.models import Organisation

_STATES = {State.OK: "ok", State.RAISED: "bad"}


@dataclass(frozen=True, slots=True)
class AlertRow:
    """An alert as pages show it; `state` is a class of the style sheet, `word` what is read."""

    pk: int
    name: str
    asks: str
    found: str
    state: str
    word: str | Promise
    since: datetime | None
    looked_at: datetime | None
    recipients: list[str]


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A time that an alert was raised or cleared."""

    at: datetime
    state: str
    word: str | Promise
    found: str
    limit: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What an alert would say now, if it said nothing before."""

    asks: str
    found: str
    is_raised: bool


def alerts_of(organisation: Organisation) -> list[AlertRow]:
    """The organisation's alerts, by name."""
    found = Alert.objects.filter(organisation=organisation).prefetch_related("recipients__user")
    return [row(alert) for alert in found]


def alert(organisation: Organisation, pk: int) -> Alert:
    """One of the organisation's alerts. Raises Http404."""
    found = Alert.objects.prefetch_related("recipients__user")
    return get_object_or_404(found, organisation=organisation, pk=pk)


def raised(organisation: Organisation) -> list[AlertRow]:
    """Those that are raised, the latest first."""
    found = Alert.objects.filter(organisation=organisation, state=State.RAISED).order_by("-since")
    return [row(alert) for alert in found.prefetch_related("recipients__user")]


def changes(of: Alert) -> QuerySet[Change]:
    """When it was raised and cleared, the latest first."""
    return of.changes.all()


def row(of: Alert) -> AlertRow:
    """An alert as pages show it."""
    state, word = _state(of)
    found = words.found(Kind(of.kind), of.value, of.sentences) if of.looked_at else "–"
    since = of.since if of.is_on else None
    recipients = sorted(each.user.email for each in of.recipients.all())
    return AlertRow(of.pk, of.name, words.asks(of.asked), found, state, word, since, of.looked_at, recipients)


def change_row(of: Change) -> ChangeRow:
    """A change as pages show it."""
    kind, state = Kind(of.alert.kind), State(of.state)
    word = _("Raised") if state == State.RAISED else _("Cleared")
    found = words.found(kind, of.value, of.sentences)
    return ChangeRow(of.at, _STATES[state], word, found, words.asks(Asked(kind, "", of.limit, of.hours)))


def preview(by: Actor, asked: Asked) -> Preview:
    """What an alert that asks this would say now."""
    now = reading(by.organisation, asked, timezone.now())
    said = judged(asked, State.OK, now)
    return Preview(words.asks(asked), words.found(asked.kind, now.value, now.sentences), said == State.RAISED)


def _state(of: Alert) -> tuple[str, str | Promise]:
    if not of.is_on:
        return "off", _("Off")
    if of.looked_at is None:
        return "off", _("Not looked at yet")
    return _STATES[State(of.state)], State(of.state).label
