from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.webhooks import services
from console.webhooks.models import Delivery, Endpoint, State
from phrasings.events import PUBLISHED
from tests import factories
from tests.questions import FRAGMENT, Questions, View
from tests.webhooks.receiving import Receiver

SECRET = re.compile(r"whsec_[\w+/=]{44}")
LOCAL = "http://127.0.0.1:9/hook/token"


def an_endpoint(organisation: Organisation) -> dict[str, Any]:
    return {"pk": factories.endpoint(organisation, LOCAL).endpoint.pk}


def a_stopped_one(organisation: Organisation) -> dict[str, Any]:
    place = an_endpoint(organisation)
    services.stop(Actor(organisation, Role.OWNER, "tests"), place["pk"])
    return place


def a_delivery(organisation: Organisation) -> dict[str, Any]:
    return {"pk": a_made_delivery(organisation).pk}


def a_made_delivery(organisation: Organisation) -> Delivery:
    an_endpoint(organisation)
    with transaction.atomic():
        services.emit(organisation, PUBLISHED, {"version": 1})
    Delivery.objects.update(next_attempt_at=None, state=State.DELIVERED)
    return Delivery.objects.latest("pk")


NEW = {"name": "Chat", "url": LOCAL, "events": ["version.published"]}
VIEWS = [
    View("webhooks:list", part=True),
    View("webhooks:list", "POST", Role.OWNER, data=NEW, works=201),
    View("webhooks:one", make=an_endpoint, part=True),
    View("webhooks:one", "POST", Role.OWNER, an_endpoint, NEW, works=302),
    View("webhooks:rotate", "POST", Role.OWNER, an_endpoint, {"overlap": "1"}, works=201),
    View("webhooks:test", "POST", Role.OWNER, an_endpoint, works=302),
    View("webhooks:stop", "POST", Role.OWNER, an_endpoint, works=302),
    View("webhooks:start", "POST", Role.OWNER, a_stopped_one, works=302),
    View("webhooks:remove", "POST", Role.OWNER, an_endpoint, works=302),
    View("webhooks:delivery", make=a_delivery, part=True),
    View("webhooks:resend", "POST", Role.OWNER, a_delivery, works=302),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    pass


@pytest.fixture
def home(organisation: Organisation) -> str:
    return f"/o/{organisation.slug}/settings/webhooks/"


def test_a_secret_is_shown_when_it_is_made_and_never_again(owner_client: Client, home: str) -> None:
    made = owner_client.post(home, NEW)
    first = SECRET.search(made.content.decode())
    one = f"{home}{Endpoint.objects.get().pk}/"
    rotated = owner_client.post(f"{one}rotate", {"overlap": "0"})
    second = SECRET.search(rotated.content.decode())
    assert first
    assert second
    assert first[0] != second[0]
    assert made["Cache-Control"] == rotated["Cache-Control"] == "no-store"
    for address in (home, one):
        assert not SECRET.search(owner_client.get(address).content.decode())
    assert first[0] not in str(list(Endpoint.objects.values()))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://10.0.0.1/", "not a public one"),
        ("http://93.184.215.14/", "begins with https"),
        ("nonsense", "begins with https"),
    ],
)
def test_an_address_that_may_not_be_sent_to_is_refused_beside_its_field(
    owner_client: Client, home: str, url: str, said: str
) -> None:
    answer = owner_client.post(home, {**NEW, "url": url})
    assert (answer.status_code, Endpoint.objects.exists()) == (422, False)
    assert said in answer.content.decode()
    assert url in answer.content.decode()


def test_an_event_that_nobody_names_is_refused(owner_client: Client, home: str) -> None:
    assert owner_client.post(home, {**NEW, "events": ["everything"]}).status_code == 422


def test_who_is_no_owner_sees_neither_the_path_nor_a_form(
    viewer_client: Client, owner_client: Client, organisation: Organisation, home: str
) -> None:
    one = f"{home}{an_endpoint(organisation)['pk']}/"
    for address in (home, one):
        shown = viewer_client.get(address).content.decode()
        assert "http://127.0.0.1:9/…" in shown
        assert "token" not in shown.replace("csrfmiddlewaretoken", "").replace("X-CSRFToken", "")
        assert 'name="url"' not in shown
    assert LOCAL in owner_client.get(one).content.decode()


def test_a_test_shows_how_it_went(
    owner_client: Client, organisation: Organisation, home: str, receiver: Receiver,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    endpoint = factories.endpoint(organisation, receiver.url).endpoint
    receiver.status = 418
    with django_capture_on_commit_callbacks(execute=True):
        answer = owner_client.post(f"{home}{endpoint.pk}/test")
    shown = owner_client.get(answer["Location"]).content.decode()
    assert "A test is on its way." in shown
    assert "418" in shown
    assert "webhook.test" in receiver.came[0].body.decode()
    assert "418" in owner_client.get(f"{home}{endpoint.pk}/").content.decode()


def test_a_delivery_under_way_reloads_itself_until_it_ended(
    owner_client: Client, organisation: Organisation, home: str
) -> None:
    delivery = a_made_delivery(organisation)
    address = f"{home}deliveries/{delivery.pk}/"
    assert "hx-get" not in owner_client.get(address, headers=FRAGMENT).content.decode().replace("hx-headers", "")
    services.resend(Actor(organisation, Role.OWNER, "tests"), delivery.pk)
    part = owner_client.get(address, headers=FRAGMENT).content.decode()
    assert f'hx-get="{address}"' in part
    assert f'<a href="{address}">Reload</a>' in part


def test_a_webhook_is_turned_off_and_on(owner_client: Client, organisation: Organisation, home: str) -> None:
    one = f"{home}{an_endpoint(organisation)['pk']}/"
    assert "Turned off by an owner" in owner_client.post(f"{one}stop", follow=True).content.decode()
    page = owner_client.post(f"{one}start", follow=True).content.decode()
    assert "Turned off by an owner" not in page
    assert "Turned Receiver on." in page
