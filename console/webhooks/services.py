"""What is done to endpoints, by owners: each a transaction with its audit line. And `emit`, with which others tell."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from console.audit.services import record
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.organisations.services import take_turns
from console.pages.problems import Conflict
from console.tasks.queue import later
from console.tasks.retries import LEASE
from console.webhooks import actions, tasks
from console.webhooks.addresses import without_path
from console.webhooks.events import TEST, Event
from console.webhooks.models import Delivery, Endpoint, State, Stopped
from console.webhooks.sealing import seal
from console.webhooks.signatures import new_secret

MOST_ENDPOINTS = 20


@dataclass(frozen=True, slots=True)
class Described:
    """What an endpoint's form says."""

    name: str
    url: str
    events: list[str]


@dataclass(frozen=True, slots=True)
class NewSecret:
    """An endpoint with the secret that is never seen again."""

    endpoint: Endpoint
    secret: str


def emit(organisation: Organisation, event: Event, data: Mapping[str, Any]) -> None:
    """Tell the organisation's endpoints, in the transaction of what has happened: together they are kept, or neither.

    :param data: JSON values; what everyone who receives them may know.
    :raises TransactionManagementError: outside a transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("An event is told in the transaction of what has happened.")
    listening = Endpoint.objects.filter(organisation=organisation, stopped="")
    _tell([endpoint for endpoint in listening if event.type in endpoint.events], event, data)


@transaction.atomic
def add_endpoint(by: Actor, new: Described) -> NewSecret:
    """Add an endpoint and make its secret."""
    by.require(Role.OWNER)
    take_turns(by.organisation)
    if by.organisation.endpoints.count() >= MOST_ENDPOINTS:
        raise Conflict(_("An organisation has at most %(most)s webhooks.") % {"most": MOST_ENDPOINTS})
    secret = new_secret()
    endpoint = Endpoint.objects.create(
        organisation=by.organisation, name=new.name, url=new.url, events=new.events, secret=seal(secret)
    )
    record(by, actions.CREATED, _item(endpoint), endpoint.name, after=_shown(endpoint))
    return NewSecret(endpoint, secret)


@transaction.atomic
def change_endpoint(by: Actor, pk: int, new: Described) -> Endpoint:
    """Change what an endpoint is called, where it is and what it is told; no line where nothing differs."""
    by.require(Role.OWNER)
    endpoint = _locked(by, pk)
    before = _shown(endpoint)
    if (endpoint.name, endpoint.url, endpoint.events) != (new.name, new.url, new.events):
        endpoint.name, endpoint.url, endpoint.events = new.name, new.url, new.events
        endpoint.save(update_fields=["name", "url", "events"])
        record(by, actions.CHANGED, _item(endpoint), endpoint.name, before=before, after=_shown(endpoint))
    return endpoint


@transaction.atomic
def rotate_secret(by: Actor, pk: int, overlap: timedelta) -> NewSecret:
    """Make a new secret; for `overlap`, what is sent is signed with the one before it too."""
    by.require(Role.OWNER)
    endpoint, secret = _locked(by, pk), new_secret()
    until = timezone.now() + overlap if overlap else None
    endpoint.old_secret, endpoint.old_secret_until = endpoint.secret if until else "", until
    endpoint.secret = seal(secret)
    endpoint.save(update_fields=["secret", "old_secret", "old_secret_until"])
    until_told = {"old_secret_until": until.isoformat() if until else None}
    record(by, actions.ROTATED, _item(endpoint), endpoint.name, after=until_told)
    return NewSecret(endpoint, secret)


@transaction.atomic
def stop(by: Actor, pk: int) -> Endpoint:
    """Send nothing more to an endpoint; what waits is given up."""
    by.require(Role.OWNER)
    endpoint = _locked(by, pk)
    if not endpoint.stopped:
        tasks.stop(by, endpoint, Stopped.BY_HAND)
    return endpoint


@transaction.atomic
def start(by: Actor, pk: int) -> Endpoint:
    """Send to an endpoint again."""
    by.require(Role.OWNER)
    endpoint = _locked(by, pk)
    if endpoint.stopped:
        record(by, actions.STARTED, _item(endpoint), endpoint.name, before={"stopped": endpoint.stopped})
        endpoint.stopped, endpoint.stopped_at, endpoint.failing_since = "", None, None
        endpoint.save(update_fields=["stopped", "stopped_at", "failing_since"])
    return endpoint


@transaction.atomic
def remove_endpoint(by: Actor, pk: int) -> str:
    """Take an endpoint away, with the log of its deliveries. Returns what it was called."""
    by.require(Role.OWNER)
    endpoint = _locked(by, pk)
    record(by, actions.REMOVED, _item(endpoint), endpoint.name, before=_shown(endpoint))
    endpoint.delete()
    return endpoint.name


@transaction.atomic
def send_test(by: Actor, pk: int) -> Delivery:
    """Send an endpoint an event that means nothing, once; not before the last such was attempted: each takes time."""
    by.require(Role.OWNER)
    endpoint = _locked(by, pk)
    _refuse_if_stopped(endpoint)
    if endpoint.deliveries.filter(event=TEST.type, state=State.WAITING).exists():
        raise _under_way()
    return _tell([endpoint], TEST, {"organisation": by.organisation.slug})[0]


@transaction.atomic
def resend(by: Actor, pk: int) -> Delivery:
    """Make another attempt now at a delivery that was made, was given up, or waits for later."""
    by.require(Role.OWNER)
    delivery = get_object_or_404(Delivery, endpoint__organisation=by.organisation, pk=pk)
    _refuse_if_stopped(_locked(by, delivery.endpoint_id))
    now = timezone.now()
    idle = Q(next_attempt_at=None) | Q(next_attempt_at__gt=now + LEASE)  # sooner, and it may be under way
    if not Delivery.objects.filter(idle, pk=pk).update(next_attempt_at=now, state=State.WAITING):
        raise _under_way()
    later(tasks.deliver, pk)
    return delivery


def _tell(endpoints: list[Endpoint], event: Event, data: Mapping[str, Any]) -> list[Delivery]:
    if not endpoints:
        return []
    body = {"type": event.type, "timestamp": timezone.now().isoformat(), "data": data}
    told = {"message": f"msg_{secrets.token_hex(16)}", "event": event.type, "body": json.dumps(body)}
    deliveries = Delivery.objects.bulk_create(Delivery(endpoint=endpoint, **told) for endpoint in endpoints)
    later(tasks.deliver_due)
    return deliveries


def _locked(by: Actor, pk: int) -> Endpoint:
    return get_object_or_404(Endpoint.objects.select_for_update(), organisation=by.organisation, pk=pk)


def _refuse_if_stopped(endpoint: Endpoint) -> None:
    if endpoint.stopped:
        raise Conflict(_("This webhook is turned off."), _("Turn it on first."))


def _under_way() -> Conflict:
    return Conflict(_("An attempt is being made or is about to be."), _("Reload to see how it went."))


def _item(endpoint: Endpoint) -> str:
    return f"webhook:{endpoint.pk}"


def _shown(endpoint: Endpoint) -> dict[str, object]:
    """For the audit log, which everyone reads: an address's path may hold a secret."""
    return {"name": endpoint.name, "address": without_path(endpoint.url), "events": endpoint.events}
