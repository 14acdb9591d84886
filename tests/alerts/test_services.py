from __future__ import annotations

import json
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from console.accounts.languages import remember
from console.alerts import services, tasks
from console.alerts.models import Alert, Change, State
from console.alerts.readings import Reading, reading
from console.alerts.services import Described
from console.audit.models import AuditLine
from console.letters.models import Letter
from console.meters.services import Sent, ingest
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.organisations.services import remove_member
from console.pages.problems import Conflict
from console.webhooks.models import Delivery
from tests import factories
from tests.alerts.conftest import DROPPING, NOW, REPLACED, SILENT, Count, Make
from tests.at_once import at_once

pytestmark = pytest.mark.usefixtures("clock")


def said(alert: Alert) -> str:
    """What the alert says after another look."""
    services.look(alert.pk)
    return Alert.objects.get(pk=alert.pk).state


def read(of: Actor, asked: Any) -> Reading:
    return reading(of.organisation, asked, timezone.now())


def test_a_share_is_of_all_that_was_read_in_the_hours_looked_at(owner: Actor, count: Count, clock: Any) -> None:
    count(60, 6)
    clock.shift(3600)
    count(40, 9, tool="cancel_order")
    assert read(owner, REPLACED) == Reading(Decimal(15), 100)
    clock.shift(3 * 3600)
    assert read(owner, REPLACED) == Reading(None, 40)


def test_a_share_may_be_of_one_tool_alone(owner: Actor, count: Count) -> None:
    factories.tools(owner.organisation)
    count(60, 6)
    count(40, 9, tool="cancel_order")
    asked = services.Asked(REPLACED.kind, "refund_card", REPLACED.limit, REPLACED.hours, REPLACED.least)
    assert read(owner, asked) == Reading(Decimal(6), 100)


def test_too_few_sentences_are_nothing_to_judge_by(owner: Actor, count: Count) -> None:
    assert read(owner, REPLACED) == Reading(None, 0)
    count(49, 49)
    assert read(owner, REPLACED) == Reading(None, 49)


def test_silence_is_counted_from_the_runtime_that_was_heard_last(owner: Actor, count: Count, clock: Any) -> None:
    assert read(owner, SILENT) == Reading(None)
    ingest(owner, Sent("first", "another", "0.4.0", samples=[]))
    clock.shift(3600)
    count(1)
    clock.shift(5400)
    assert read(owner, SILENT) == Reading(Decimal("1.5"))


def test_what_runtimes_dropped_is_counted(owner: Actor) -> None:
    assert read(owner, DROPPING) == Reading(Decimal(0))
    ingest(owner, Sent("first", "i1", "0.4.0", samples=[], dropped={"spool_full": 12}))
    assert read(owner, DROPPING) == Reading(Decimal(12))


def test_another_organisations_counts_are_not_looked_at(outsider: Actor, count: Count) -> None:
    count(100, 50)
    assert read(outsider, REPLACED) == Reading(None, 0)
    assert read(outsider, SILENT) == Reading(None)


def test_an_alert_is_raised_and_cleared_once_each_however_often_it_is_looked_at(
    owner: Actor, make: Make, count: Count, clock: Any
) -> None:
    alert = make(REPLACED, owner)
    factories.endpoint(owner.organisation)
    count(100, 20)
    for _look in range(3):
        assert said(alert) == State.RAISED
        clock.shift(60)
    count(400)
    for _look in range(3):
        assert said(alert) == State.OK
        clock.shift(60)
    assert [(each.state, each.value) for each in Change.objects.order_by("at")] == [
        (State.RAISED, Decimal(20)),
        (State.OK, Decimal(4)),
    ]
    assert list(Delivery.objects.order_by("pk").values_list("event", flat=True)) == ["alert.raised", "alert.cleared"]
    assert [letter.to for letter in Letter.objects.all()] == ["owner@example.com"] * 2


def test_nothing_is_told_before_anything_is_amiss(owner: Actor, make: Make, count: Count) -> None:
    alert = make(REPLACED, owner)
    count(100, 1)
    assert said(alert) == State.OK
    assert not Change.objects.exists()
    assert not Letter.objects.exists()


def test_each_recipient_is_written_to_in_their_own_language(
    owner: Actor, viewer: Actor, make: Make, count: Count, django_capture_on_commit_callbacks: Any
) -> None:
    owner.organisation.selector_language = "pt-BR"
    owner.organisation.save()
    assert viewer.user
    remember(viewer.user, "en")
    alert = make(REPLACED, owner, viewer)
    count(1000, 125)
    with django_capture_on_commit_callbacks(execute=True):
        services.look(alert.pk)
    english, portuguese = sorted(mail.outbox, key=lambda sent: str(sent.subject))
    assert (english.to, english.subject) == (["viewer@example.com"], f"Alert at Shop: {alert.name}")
    assert "12.5% of 1,000 sentences" in str(english.body)
    assert f"http://localhost:8000/o/{owner.organisation.slug}/settings/alerts/{alert.pk}/" in str(english.body)
    assert (portuguese.to, portuguese.subject) == (["owner@example.com"], f"Alerta em Shop: {alert.name}")
    assert "12,5% de 1.000 frases" in str(portuguese.body)


def test_webhooks_are_told_in_numbers(owner: Actor, make: Make, count: Count) -> None:
    factories.endpoint(owner.organisation)
    count(100, 20)
    services.look((alert := make(REPLACED)).pk)
    told = json.loads(Delivery.objects.get().body)
    assert (told["type"], told["data"]["value"], told["data"]["limit"]) == ("alert.raised", 20.0, 10.0)
    assert told["data"]["alert"] == {"id": alert.pk, "name": alert.name, "kind": "replaced", "tool": None}
    assert told["data"]["at"] == NOW.isoformat()


def test_who_leaves_is_not_written_to_any_more(owner: Actor, viewer: Actor, make: Make, count: Count) -> None:
    alert = make(REPLACED, viewer)
    remove_member(owner, owner.organisation.memberships.get(user=viewer.user).pk)
    count(100, 20)
    assert said(alert) == State.RAISED
    assert not Letter.objects.exists()


def test_every_alert_that_is_on_is_looked_at(
    owner: Actor, make: Make, count: Count, django_capture_on_commit_callbacks: Any
) -> None:
    on, off = make(), make()
    services.change_alert(owner, off.pk, Described("Off", REPLACED, frozenset(), is_on=False))
    count(100, 20)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.look_all()
    assert list(Alert.objects.filter(state=State.RAISED)) == [on]


def test_a_look_that_is_overtaken_changes_nothing(owner: Actor, make: Make, count: Count, clock: Any) -> None:
    looked = make()
    count(100, 20)
    found, earlier = read(owner, REPLACED), timezone.now()
    clock.shift(60)
    count(400)
    assert said(looked) == State.OK
    services._settle(looked, found, earlier)
    assert Alert.objects.get().state == State.OK
    services.change_alert(owner, looked.pk, Described("Other", DROPPING, frozenset()))
    clock.shift(60)
    services._settle(looked, found, timezone.now())
    assert Alert.objects.get().state == State.OK


@pytest.mark.django_db(transaction=True)
def test_of_many_who_look_at_once_one_tells(owner: Actor, make: Make, count: Count) -> None:
    alert = make(REPLACED, owner)
    count(100, 20)
    at_once([partial(services.look, alert.pk)] * 4)
    assert (Change.objects.count(), Letter.objects.count()) == (1, 1)


def test_a_raised_alert_that_is_turned_off_or_removed_is_cleared_for_those_who_wait(
    owner: Actor, make: Make, count: Count
) -> None:
    factories.endpoint(owner.organisation)
    count(100, 20)
    first, second = make(), make()
    assert said(first) == said(second) == State.RAISED
    services.change_alert(owner, first.pk, Described("Off", REPLACED, frozenset(), is_on=False))
    services.remove_alert(owner, second.pk)
    assert Delivery.objects.filter(event="alert.cleared").count() == 2
    assert Alert.objects.get().state == State.OK


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR, Role.PUBLISHER])
def test_only_owners_keep_alerts(owner: Actor, make: Make, role: Role) -> None:
    other, alert = factories.actor(owner.organisation, role), make()
    described = Described("Mine", SILENT, frozenset())
    for refused in (
        lambda: services.make_alert(other, described),
        lambda: services.change_alert(other, alert.pk, described),
        lambda: services.remove_alert(other, alert.pk),
    ):
        with pytest.raises(PermissionDenied):
            refused()


def test_another_organisations_alert_is_not_found_nor_are_its_members_written_to(
    owner: Actor, outsider: Actor, make: Make
) -> None:
    with pytest.raises(Http404):
        services.remove_alert(outsider, make().pk)
    theirs = frozenset(outsider.organisation.memberships.values_list("pk", flat=True))
    alert = services.make_alert(owner, Described("Mine", SILENT, theirs))
    assert not alert.recipients.exists()


def test_a_line_says_what_an_alert_was_and_is_and_only_where_it_differs(owner: Actor, make: Make) -> None:
    alert = make(REPLACED, owner)
    own = frozenset(alert.recipients.values_list("pk", flat=True))
    services.change_alert(owner, alert.pk, Described(alert.name, REPLACED, own))
    services.change_alert(owner, alert.pk, Described(alert.name, SILENT, frozenset()))
    services.remove_alert(owner, alert.pk)
    lines = list(AuditLine.objects.order_by("pk"))
    assert [line.action for line in lines] == ["alert.created", "alert.changed", "alert.removed"]
    assert (lines[1].before["recipients"], lines[1].after["recipients"]) == (["owner@example.com"], [])
    assert (lines[1].before["kind"], lines[1].after["kind"]) == ("replaced", "silent")


def test_no_more_than_fifty_are_made(make: Make) -> None:
    for _each in range(services.MOST_ALERTS):
        make(SILENT)
    with pytest.raises(Conflict, match="at most 50"):
        make(SILENT)
