"""Delivering: attempts, what comes of them, and the end of an endpoint that fails for days."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from console.audit.services import record
from console.organisations.actor import Actor, itself
from console.organisations.mail import write_to_owners
from console.pages.links import link
from console.tasks import retries
from console.tasks.queue import later
from console.tasks.registry import task
from console.webhooks import actions
from console.webhooks.events import TEST
from console.webhooks.models import Attempt, Delivery, Endpoint, Problem, State, Stopped
from console.webhooks.sealing import CannotOpen, reseal, unseal
from console.webhooks.sending import Answer, post
from console.webhooks.signatures import headers

WAITS = [
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
]
"""Between one attempt and the next: the schedule that standardwebhooks.com advises, three days in all."""

STOPPED_AFTER = timedelta(days=5)  # of failures with no success among them
KEPT = timedelta(days=30)
_LONGEST_PAUSE = timedelta(days=1)
_GONE = 410
_ALL = Delivery.objects.select_related("endpoint__organisation")


@task("webhooks.deliver")
def deliver(pk: int) -> None:
    """Make one attempt at a delivery, if one is due and nobody else is making it."""
    delivery = retries.claimed(_ALL.all(), pk)
    if delivery is None:
        return
    if delivery.endpoint.stopped:  # between the event and its being told
        retries.settle(Delivery.objects.all(), delivery, None, state=State.FAILED)
        return
    answer = _sent(delivery)
    with transaction.atomic():
        _settle(delivery, answer)


@task("webhooks.deliver_due")
def deliver_due() -> None:
    """Find the deliveries that an attempt is due for."""
    for pk in retries.due(Delivery.objects.all()):
        later(deliver, pk)


@task("webhooks.tidy")
def tidy() -> None:
    """Take away old deliveries and secrets, and seal those that stay with the present key."""
    now = timezone.now()
    Delivery.objects.filter(next_attempt_at=None, created_at__lt=now - KEPT).delete()
    Endpoint.objects.filter(old_secret_until__lt=now).update(old_secret="", old_secret_until=None)
    for endpoint in Endpoint.objects.all():
        _reseal(endpoint)


def stop(by: Actor, endpoint: Endpoint, why: Stopped) -> None:
    """Send nothing more to an endpoint that was sent to, and give up what waits. Called in a transaction."""
    endpoint.stopped, endpoint.stopped_at = why, timezone.now()
    endpoint.save(update_fields=["stopped", "stopped_at"])
    endpoint.deliveries.filter(state=State.WAITING).update(state=State.FAILED, next_attempt_at=None)
    record(by, actions.STOPPED, f"webhook:{endpoint.pk}", endpoint.name, after={"stopped": why.value})


def _sent(delivery: Delivery) -> Answer:
    """Make the attempt."""
    now, body = timezone.now(), delivery.body.encode()
    try:
        signing = _secrets(delivery.endpoint, now)
    except CannotOpen:
        return Answer(0, problem=Problem.SECRET)
    told = headers(delivery.message, int(now.timestamp()), body, signing)
    fixed = {"content-type": "application/json", "user-agent": "Veraz-Webhooks/1"}
    return post(delivery.endpoint.url, {**fixed, **told}, body)


def _secrets(endpoint: Endpoint, now: datetime) -> list[str]:
    overlaps = endpoint.old_secret_until is not None and endpoint.old_secret_until > now
    return [unseal(each) for each in (endpoint.secret, *([endpoint.old_secret] if overlaps else []))]


def _settle(delivery: Delivery, answer: Answer) -> None:
    """Keep what came of an attempt, for the delivery and for its endpoint, whose row is the lock."""
    endpoint = Endpoint.objects.select_for_update().filter(pk=delivery.endpoint_id).first()
    if endpoint is None:  # removed in the meantime, with its log
        return
    Attempt.objects.create(
        delivery=delivery, status=answer.status, problem=answer.problem, milliseconds=answer.milliseconds
    )
    pause = None if answer.is_good else _pause(delivery, answer)
    state = State.DELIVERED if answer.is_good else State.WAITING if pause else State.FAILED
    following = timezone.now() + pause if pause else None
    still_wanted = Delivery.objects.all() if answer.is_good else Delivery.objects.filter(state=State.WAITING)
    retries.settle(still_wanted, delivery, following, state=state)
    _judge(endpoint, answer, is_test=delivery.event == TEST.type)


def _pause(delivery: Delivery, answer: Answer) -> timedelta | None:
    """How long until the next attempt; at least as long as the answer asks for."""
    pause = None if delivery.event == TEST.type else retries.wait(delivery.attempts, WAITS)
    asked = timedelta(seconds=answer.retry_after or 0)
    return max(pause, min(asked, _LONGEST_PAUSE)) if pause else None


def _judge(endpoint: Endpoint, answer: Answer, *, is_test: bool) -> None:
    """Note whether the endpoint fails, and stop one that is gone or has failed for days."""
    now = timezone.now()
    failing_since = None if answer.is_good else endpoint.failing_since or (None if is_test else now)
    if failing_since != endpoint.failing_since:
        endpoint.failing_since = failing_since
        endpoint.save(update_fields=["failing_since"])
    if why := _why_stopped(answer, failing_since, now):
        _stop_and_tell(endpoint, why)


def _why_stopped(answer: Answer, failing_since: datetime | None, now: datetime) -> Stopped | None:
    if answer.status == _GONE:
        return Stopped.GONE
    return Stopped.FAILING if failing_since and now - failing_since >= STOPPED_AFTER else None


def _stop_and_tell(endpoint: Endpoint, why: Stopped) -> None:
    if endpoint.stopped:
        return
    stop(itself(endpoint.organisation), endpoint, why)
    page = link("webhooks:one", slug=endpoint.organisation.slug, pk=endpoint.pk)
    context = {"endpoint": endpoint, "link": page}
    write_to_owners(endpoint.organisation, "webhooks/stopped.txt", context)


def _reseal(endpoint: Endpoint) -> None:
    try:
        secret = reseal(endpoint.secret)
        old = reseal(endpoint.old_secret) if endpoint.old_secret else ""
    except CannotOpen:
        return  # each attempt says so
    unchanged = Endpoint.objects.filter(pk=endpoint.pk, secret=endpoint.secret, old_secret=endpoint.old_secret)
    unchanged.update(secret=secret, old_secret=old)
