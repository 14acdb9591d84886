"""Reads about endpoints and deliveries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.organisations.actor import Actor
from console.webhooks.addresses import without_path
from console.webhooks.events import words_for
from console.webhooks.models import Attempt, Delivery, Endpoint, Problem, State, Stopped

_STATES = {State.WAITING: "warn", State.DELIVERED: "ok", State.FAILED: "bad"}


@dataclass(frozen=True, slots=True)
class EndpointRow:
    """An endpoint as pages show it; `state` is a class of the style sheet, `word` what is read."""

    pk: int
    name: str
    url: str
    events: list[str]
    is_on: bool
    state: str
    word: str | Promise
    since: datetime | None


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """An attempt as pages show it."""

    at: datetime
    result: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery as pages show it, its attempts newest first."""

    pk: int
    message: str
    event: str
    words: str
    state: str
    word: str | Promise
    is_waiting: bool
    created_at: datetime
    next_attempt_at: datetime | None
    tries: list[AttemptRow]

    @property
    def latest(self) -> AttemptRow | None:
        """The last attempt."""
        return self.tries[0] if self.tries else None


def endpoints_of(by: Actor) -> list[EndpointRow]:
    """The organisation's endpoints, by name; only owners see whole addresses, which may hold a secret."""
    return [_endpoint(each, by) for each in Endpoint.objects.filter(organisation=by.organisation)]


def endpoint(by: Actor, pk: int) -> Endpoint:
    """One of the organisation's endpoints. Raises Http404."""
    return get_object_or_404(Endpoint, organisation=by.organisation, pk=pk)


def endpoint_row(by: Actor, pk: int) -> EndpointRow:
    """One of the organisation's endpoints as its page shows it. Raises Http404."""
    return _endpoint(endpoint(by, pk), by)


def deliveries(of: EndpointRow) -> QuerySet[Delivery]:
    """What an endpoint was told, newest first."""
    return Delivery.objects.filter(endpoint=of.pk).prefetch_related("tries")


def delivery(by: Actor, pk: int) -> Delivery:
    """One delivery of the organisation's. Raises Http404."""
    found = Delivery.objects.select_related("endpoint").prefetch_related("tries")
    return get_object_or_404(found, endpoint__organisation=by.organisation, pk=pk)


def delivery_row(of: Delivery) -> DeliveryRow:
    """A delivery as pages show it."""
    state, tries = State(of.state), [AttemptRow(each.at, _result(each), each.milliseconds) for each in of.tries.all()]
    is_under_way = of.attempts > len(tries)
    return DeliveryRow(
        of.pk,
        of.message,
        of.event,
        words_for(of.event),
        _STATES[state],
        state.label,
        state == State.WAITING,
        of.created_at,
        None if is_under_way or not of.next_attempt_at or of.next_attempt_at <= timezone.now() else of.next_attempt_at,
        tries,
    )


def _endpoint(of: Endpoint, by: Actor) -> EndpointRow:
    state, word, since = _state(of)
    url = of.url if by.is_owner else without_path(of.url)
    return EndpointRow(of.pk, of.name, url, list(map(words_for, of.events)), not of.stopped, state, word, since)


def _state(of: Endpoint) -> tuple[str, str | Promise, datetime | None]:
    if of.stopped:
        return "off", Stopped(of.stopped).label, of.stopped_at
    if of.failing_since:
        return "bad", _("Fails"), of.failing_since
    return "ok", _("On"), None


def _result(of: Attempt) -> str:
    return str(of.status or Problem(of.problem).label)
