"""What is done to alerts, by owners: each a transaction with its audit line. And looking, which may change a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from console.alerts import actions, events, words
from console.alerts.judging import judged
from console.alerts.models import Alert, Asked, Change, Kind, State
from console.alerts.readings import CENT, Reading, reading
from console.audit.services import record
from console.organisations.actor import Actor
from console.organisations.mail import write_to
from console.organisations.models import Role
from console.organisations.services import take_turns
from console.pages.links import link
from console.pages.problems import Conflict
from console.webhooks.services import emit

MOST_ALERTS = 50


@dataclass(frozen=True, slots=True)
class Described:
    """What an alert's form says; `recipients` are memberships."""

    name: str
    asked: Asked
    recipients: frozenset[int]
    is_on: bool = True


@transaction.atomic
def make_alert(by: Actor, new: Described) -> Alert:
    """Make an alert; it is well until it was looked at."""
    by.require(Role.OWNER)
    take_turns(by.organisation)
    if by.organisation.alerts.count() >= MOST_ALERTS:
        raise Conflict(_("An organisation has at most %(most)s alerts.") % {"most": MOST_ALERTS})
    alert = Alert(organisation=by.organisation)
    _describe(alert, new)
    record(by, actions.CREATED, _item(alert), alert.name, after=_shown(alert))
    return alert


@transaction.atomic
def change_alert(by: Actor, pk: int, new: Described) -> Alert:
    """Change an alert; nothing is written where nothing differs. One that is turned off says nothing any more."""
    by.require(Role.OWNER)
    alert = _locked(by, pk)
    before = _shown(alert)
    _describe(alert, new)
    after = _shown(alert)
    if after != before:
        record(by, actions.CHANGED, _item(alert), alert.name, before=before, after=after)
    return alert


@transaction.atomic
def remove_alert(by: Actor, pk: int) -> str:
    """Take an alert away, with its history. Returns what it was called."""
    by.require(Role.OWNER)
    alert = _locked(by, pk)
    record(by, actions.REMOVED, _item(alert), alert.name, before=_shown(alert))
    _withdraw(alert)
    alert.delete()
    return alert.name


def look(pk: int) -> None:
    """Look at the counts for an alert, and tell where what it says has changed."""
    alert = Alert.objects.select_related("organisation").filter(pk=pk, is_on=True).first()
    if alert:
        now = timezone.now()
        _settle(alert, reading(alert.organisation, alert.asked, now), now)


@transaction.atomic
def _settle(looked: Alert, found: Reading, now: datetime) -> None:
    """Keep what was found, and tell of a change, together and once: whoever holds the row sees what it says by now."""
    alert = Alert.objects.select_for_update().filter(pk=looked.pk, is_on=True).first()
    if alert is None or alert.asked != looked.asked or (alert.looked_at and alert.looked_at > now):
        return  # someone changed it, or looked, in the meantime
    alert.value, alert.sentences, alert.looked_at = found.value, found.sentences, now
    state = judged(alert.asked, State(alert.state), found)
    if state != alert.state and found.value is not None:
        alert.state, alert.since = state, now
        _tell(alert)
    alert.save(update_fields=["value", "sentences", "looked_at", "state", "since"])


def _tell(alert: Alert) -> None:
    """An alert was raised or cleared: its history, the webhooks and its recipients."""
    now = {"at": alert.since, "state": alert.state, "value": alert.value, "sentences": alert.sentences}
    Change.objects.create(alert=alert, **now, limit=alert.limit, hours=alert.hours)
    emit(alert.organisation, events.EVENTS[State(alert.state)], events.told(alert))
    members = alert.recipients.filter(user__is_active=True).select_related("user", "organisation")
    page = link("alerts:one", slug=alert.organisation.slug, pk=alert.pk)
    asks = partial(words.asks, alert.asked)  # said when the letter is, in the language of who gets it
    found = partial(words.found, Kind(alert.kind), alert.value, alert.sentences)
    write_to(members, "alerts/changed.txt", {"alert": alert, "asks": asks, "found": found, "link": page})


def _describe(alert: Alert, new: Described) -> None:
    asked = new.asked
    alert.name, alert.is_on = new.name, new.is_on
    alert.kind, alert.tool, alert.limit = asked.kind, asked.tool, asked.limit.quantize(CENT)
    alert.hours, alert.least = asked.hours, asked.least
    if not alert.is_on:
        _withdraw(alert)
    alert.save()
    alert.recipients.set(_members(alert, new.recipients))


def _withdraw(alert: Alert) -> None:
    """Let nobody wait for the end of an alert that is not looked at any more."""
    if alert.state == State.RAISED:
        alert.state, alert.since = State.OK, timezone.now()
        emit(alert.organisation, events.EVENTS[State.OK], events.told(alert))


def _members(alert: Alert, pks: Iterable[int]) -> Iterable[int]:
    """Those of the memberships that are the organisation's own."""
    return alert.organisation.memberships.filter(pk__in=pks).values_list("pk", flat=True)


def _locked(by: Actor, pk: int) -> Alert:
    return get_object_or_404(Alert.objects.select_for_update(), organisation=by.organisation, pk=pk)


def _item(alert: Alert) -> str:
    return f"alert:{alert.pk}"


def _shown(alert: Alert) -> dict[str, object]:
    who = sorted(alert.recipients.values_list("user__email", flat=True))
    asked = {"kind": alert.kind, "tool": alert.tool, "limit": str(alert.limit), "hours": alert.hours}
    return {"name": alert.name, "on": alert.is_on, **asked, "least": alert.least, "recipients": who}
