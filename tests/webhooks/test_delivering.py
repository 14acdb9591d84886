from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from console.accounts.languages import remember
from console.audit.models import AuditLine
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.pages.problems import Conflict
from console.webhooks import services, signatures, tasks
from console.webhooks.events import TEST, Event
from console.webhooks.models import Attempt, Delivery, Endpoint, State, Stopped
from console.webhooks.sending import Answer
from phrasings.services import publish, revision_of, save_draft
from tests import factories
from tests.at_once import at_once
from tests.webhooks.receiving import Receiver

HAPPENED = Event("it.happened", "It happened")
Tell = Callable[[], Delivery]


@pytest.fixture
def endpoint(owner: Actor, receiver: Receiver) -> Endpoint:
    return factories.endpoint(owner.organisation, receiver.url, HAPPENED.type).endpoint


@pytest.fixture
def tell(organisation: Organisation, endpoint: Endpoint) -> Tell:
    """Tell of something; gives the delivery, which nobody has attempted yet."""

    def emit() -> Delivery:
        services.emit(organisation, HAPPENED, {"number": 1})
        return Delivery.objects.latest("pk")

    return emit


def again(delivery: Delivery) -> Delivery:
    """Make the next attempt, when it is due."""
    assert delivery.next_attempt_at
    with time_machine.travel(delivery.next_attempt_at):
        tasks.deliver(delivery.pk)
    return Delivery.objects.get(pk=delivery.pk)


def test_an_event_arrives_signed_and_is_delivered_once(
    organisation: Organisation, receiver: Receiver, django_capture_on_commit_callbacks: Any
) -> None:
    new = factories.endpoint(organisation, receiver.url, HAPPENED.type)
    with django_capture_on_commit_callbacks(execute=True):
        services.emit(organisation, HAPPENED, {"number": 1})
    delivery, came = Delivery.objects.get(), receiver.came[0]
    assert json.loads(came.body)["data"] == {"number": 1}
    assert json.loads(came.body)["type"] == came.headers["webhook-id"].replace(delivery.message, "it.happened")
    at = int(came.headers["webhook-timestamp"])
    assert signatures.headers(delivery.message, at, came.body, [new.secret]).items() <= came.headers.items()
    tasks.deliver_due()
    tasks.deliver(delivery.pk)
    assert (len(receiver.came), delivery.state) == (1, State.DELIVERED)


def test_only_endpoints_that_asked_are_told_and_only_their_own_organisations(
    tell: Tell, organisation: Organisation, outsider: Actor
) -> None:
    factories.endpoint(organisation, "https://hooks.example.com/", "something.else")
    factories.endpoint(outsider.organisation, "https://hooks.example.com/", HAPPENED.type)
    tell()
    assert Delivery.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_told_to_nobody(
    organisation: Organisation, endpoint: Endpoint, receiver: Receiver
) -> None:
    with transaction.atomic():
        services.emit(organisation, HAPPENED, {})
        transaction.set_rollback(True)
    assert receiver.came == []
    with pytest.raises(transaction.TransactionManagementError):
        services.emit(organisation, HAPPENED, {})


def test_attempts_go_on_by_the_schedule_with_the_same_id_and_body_until_one_succeeds(
    tell: Tell, receiver: Receiver
) -> None:
    receiver.status = 500
    delivery = again(tell())
    assert delivery.next_attempt_at
    assert timedelta(seconds=4) < delivery.next_attempt_at - timezone.now() < timedelta(seconds=8)
    delivery = again(delivery)
    receiver.status = 204
    delivery = again(delivery)
    assert (delivery.state, delivery.next_attempt_at) == (State.DELIVERED, None)
    assert len({(each.headers["webhook-id"], each.body) for each in receiver.came}) == 1
    assert len({each.headers["webhook-signature"] for each in receiver.came}) == 3
    assert list(delivery.tries.values_list("status", flat=True)) == [204, 500, 500]


def test_a_delivery_is_given_up_after_three_days(tell: Tell, receiver: Receiver) -> None:
    receiver.status = 500
    delivery, began = tell(), timezone.now()
    while delivery.next_attempt_at:
        last, delivery = delivery.next_attempt_at, again(delivery)
    assert (delivery.state, len(receiver.came)) == (State.FAILED, len(tasks.WAITS) + 1)
    assert timedelta(hours=65) < last - began < timedelta(hours=85)


def test_an_endpoint_that_asks_for_time_gets_it_up_to_a_day(tell: Tell, receiver: Receiver) -> None:
    receiver.status = 429
    for asked, hours in (("7200", 2), ("999999", 24)):
        receiver.headers = {"Retry-After": asked}
        delivery = again(tell())
        assert delivery.next_attempt_at
        assert abs(delivery.next_attempt_at - timezone.now() - timedelta(hours=hours)) < timedelta(minutes=1)


def test_a_delivery_whose_sender_died_is_made_by_another(tell: Tell, receiver: Receiver) -> None:
    delivery = tell()
    assert tasks.retries.claimed(Delivery.objects.all(), delivery.pk)  # and never heard of again
    tasks.deliver(delivery.pk)
    assert receiver.came == []
    assert again(Delivery.objects.get()).state == State.DELIVERED


@pytest.mark.django_db(transaction=True)
def test_of_many_who_find_a_delivery_one_makes_it(tell: Tell, receiver: Receiver) -> None:
    with transaction.atomic():
        delivery = tell()
        transaction.on_commit(lambda: None)
        Delivery.objects.update(next_attempt_at=timezone.now() + timedelta(hours=1))
    Delivery.objects.update(next_attempt_at=timezone.now())
    at_once([partial(tasks.deliver, delivery.pk)] * 4)
    assert len(receiver.came) == 1


def test_both_secrets_sign_while_they_overlap(owner: Actor, tell: Tell, receiver: Receiver) -> None:
    endpoint = Endpoint.objects.get()
    old = signatures.new_secret()
    Endpoint.objects.update(secret=services.seal(old))
    new = services.rotate_secret(owner, endpoint.pk, timedelta(days=1)).secret
    again(tell())
    came = receiver.came[0]
    message, at = came.headers["webhook-id"], int(came.headers["webhook-timestamp"])
    signed = signatures.headers(message, at, came.body, [new, old])
    assert came.headers["webhook-signature"] == signed["webhook-signature"]
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        tasks.tidy()
        again(tell())
    assert len(receiver.came[1].headers["webhook-signature"].split()) == 1
    assert Endpoint.objects.get().old_secret == ""


def test_a_secret_that_cannot_be_read_is_said_to_be(tell: Tell, receiver: Receiver, settings: Any) -> None:
    settings.SECRET_KEY = "another" * 10
    tasks.tidy()
    again(tell())
    assert (Attempt.objects.get().problem, receiver.came) == ("secret", [])


def test_secrets_are_sealed_anew_with_the_present_key(tell: Tell, receiver: Receiver, settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    tasks.tidy()
    settings.SECRET_KEY_FALLBACKS = []
    assert again(tell()).state == State.DELIVERED


def test_an_endpoint_that_fails_for_days_is_turned_off_and_its_owners_are_told_in_their_language(
    tell: Tell, owner: Actor, publisher: Actor, receiver: Receiver, django_capture_on_commit_callbacks: Any
) -> None:
    assert owner.user
    remember(owner.user, "pt-br")
    receiver.status = 500
    again(tell())
    assert Endpoint.objects.get().failing_since
    with (
        time_machine.travel(timezone.now() + tasks.STOPPED_AFTER + timedelta(hours=1)),
        django_capture_on_commit_callbacks(execute=True),
    ):
        again(tell())
    assert Endpoint.objects.get().stopped == Stopped.FAILING
    assert not Delivery.objects.filter(state=State.WAITING).exists()
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [
        (["owner@example.com"], "O webhook “Receiver” foi desligado")
    ]
    assert f"/settings/webhooks/{Endpoint.objects.get().pk}/" in str(mail.outbox[0].body)
    line = AuditLine.objects.get(action="webhook.stopped")
    assert (line.who, line.after) == ("Veraz", {"stopped": "failing"})


def test_a_success_among_failures_keeps_an_endpoint_on(tell: Tell, receiver: Receiver) -> None:
    for days, status in ((0, 500), (3, 200), (6, 500)):
        receiver.status = status
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            again(tell())
    assert Endpoint.objects.get().stopped == ""


def test_an_endpoint_that_says_it_is_gone_is_believed(tell: Tell, receiver: Receiver) -> None:
    receiver.status = 410
    again(tell())
    assert Endpoint.objects.get().stopped == Stopped.GONE
    services.emit(Endpoint.objects.get().organisation, HAPPENED, {})
    assert len(receiver.came) == Delivery.objects.count() == 1


def test_what_was_told_just_before_an_endpoint_was_turned_off_is_not_sent(
    tell: Tell, owner: Actor, receiver: Receiver
) -> None:
    delivery = tell()
    services.stop(owner, Endpoint.objects.get().pk)
    Delivery.objects.update(state=State.WAITING, next_attempt_at=timezone.now())
    tasks.deliver(delivery.pk)
    assert (receiver.came, Delivery.objects.get().state) == ([], State.FAILED)


def test_an_endpoint_removed_during_an_attempt_leaves_nothing(
    tell: Tell, owner: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def remove_and_answer(*sent: Any) -> Answer:
        services.remove_endpoint(owner, Endpoint.objects.get().pk)
        return Answer(1, 200)

    monkeypatch.setattr(tasks, "post", remove_and_answer)
    tasks.deliver(tell().pk)
    assert not Attempt.objects.exists()


def test_a_test_is_attempted_once_and_turns_nothing_off(owner: Actor, endpoint: Endpoint, receiver: Receiver) -> None:
    receiver.status = 500
    delivery = again(services.send_test(owner, endpoint.pk))
    assert (delivery.event, delivery.state, len(receiver.came)) == (TEST.type, State.FAILED, 1)
    assert Endpoint.objects.get().failing_since is None


def test_one_test_of_an_endpoint_is_under_way_at_a_time(owner: Actor, endpoint: Endpoint) -> None:
    delivery = services.send_test(owner, endpoint.pk)
    with pytest.raises(Conflict, match="about to be"):
        services.send_test(owner, endpoint.pk)
    again(delivery)
    services.send_test(owner, endpoint.pk)


def test_a_delivery_that_was_given_up_is_sent_again_on_demand_but_not_twice_at_once(
    owner: Actor, endpoint: Endpoint, receiver: Receiver
) -> None:
    receiver.status = 500
    delivery = again(services.send_test(owner, endpoint.pk))
    receiver.status = 200
    services.resend(owner, delivery.pk)
    with pytest.raises(Conflict, match="about to be"):
        services.resend(owner, delivery.pk)
    assert again(Delivery.objects.get()).state == State.DELIVERED
    assert receiver.came[0].headers["webhook-id"] == receiver.came[1].headers["webhook-id"]


def test_nothing_is_sent_on_demand_to_what_is_turned_off(owner: Actor, endpoint: Endpoint, tell: Tell) -> None:
    delivery = tell()
    services.stop(owner, endpoint.pk)
    for ask in (lambda: services.send_test(owner, endpoint.pk), lambda: services.resend(owner, delivery.pk)):
        with pytest.raises(Conflict, match="turned off"):
            ask()
    services.start(owner, endpoint.pk)
    assert services.resend(owner, delivery.pk)


def test_old_deliveries_are_forgotten_and_those_that_wait_are_not(tell: Tell) -> None:
    made, waiting = again(tell()), tell()
    with time_machine.travel(timezone.now() + tasks.KEPT + timedelta(days=1)):
        tasks.tidy()
    assert list(Delivery.objects.values_list("pk", flat=True)) == [waiting.pk]
    assert made.pk != waiting.pk


def test_a_version_that_goes_live_is_told(owner: Actor, receiver: Receiver) -> None:
    factories.endpoint(owner.organisation, receiver.url, "version.published")
    save_draft(owner, "refund_card", "en", "done", "Refunded.", revision_of(""))
    publish(owner, "First words", 0)
    again(Delivery.objects.get())
    data = json.loads(receiver.came[0].body)["data"]
    assert (data["version"], data["note"], data["changed"], data["restores"]) == (1, "First words", 1, None)
    assert data["link"] == f"http://localhost:8000/o/{owner.organisation.slug}/phrasings/versions/1/"
    assert "owner@example.com" not in receiver.came[0].body.decode()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR, Role.PUBLISHER])
def test_only_owners_keep_webhooks(owner: Actor, endpoint: Endpoint, tell: Tell, role: Role) -> None:
    other, pk, delivery = factories.actor(owner.organisation, role), endpoint.pk, tell()
    described = services.Described("Mine", endpoint.url, [])
    for refused in (
        lambda: services.add_endpoint(other, described),
        lambda: services.change_endpoint(other, pk, described),
        lambda: services.rotate_secret(other, pk, timedelta(0)),
        lambda: services.stop(other, pk),
        lambda: services.start(other, pk),
        lambda: services.remove_endpoint(other, pk),
        lambda: services.send_test(other, pk),
        lambda: services.resend(other, delivery.pk),
    ):
        with pytest.raises(PermissionDenied):
            refused()


def test_another_organisations_webhook_is_not_found(outsider: Actor, endpoint: Endpoint, tell: Tell) -> None:
    delivery = tell()
    for refused in (
        lambda: services.remove_endpoint(outsider, endpoint.pk),
        lambda: services.resend(outsider, delivery.pk),
    ):
        with pytest.raises(Http404):
            refused()


def test_the_audit_log_holds_neither_a_secret_nor_the_path_of_an_address(owner: Actor) -> None:
    new = factories.endpoint(owner.organisation, "https://hooks.example.com/a-path/token", HAPPENED.type)
    pk, described = new.endpoint.pk, services.Described("Renamed", "https://hooks.example.com/a-path/other", [])
    services.change_endpoint(owner, pk, described)
    services.change_endpoint(owner, pk, described)
    rotated = services.rotate_secret(owner, pk, timedelta(days=1))
    services.remove_endpoint(owner, pk)
    lines = str(list(AuditLine.objects.values()))
    assert [line.action for line in AuditLine.objects.order_by("pk")] == [
        *("webhook.created", "webhook.changed", "webhook.rotated", "webhook.removed")
    ]
    for secret in (new.secret, rotated.secret, "token", "a-path"):
        assert secret not in lines


@pytest.mark.django_db(transaction=True)
def test_no_more_than_twenty_are_added_at_once_either(owner: Actor) -> None:
    for _each in range(services.MOST_ENDPOINTS - 1):
        factories.endpoint(owner.organisation)

    def add() -> bool:
        try:
            return bool(factories.endpoint(owner.organisation))
        except Conflict:
            return False

    assert at_once([add] * 4).count(True) == 1


def test_no_more_than_twenty_are_added(owner: Actor) -> None:
    for _each in range(services.MOST_ENDPOINTS):
        factories.endpoint(owner.organisation)
    with pytest.raises(Conflict, match="at most 20"):
        factories.endpoint(owner.organisation)
