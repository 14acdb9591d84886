from __future__ import annotations

import re
from functools import partial
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from console.accounts.models import User
from console.letters.models import Letter
from console.letters.tasks import send_due
from console.organisations import sign_in
from console.organisations.actor import Actor
from tests import factories
from tests.at_once import at_once

HERE, ELSEWHERE = "203.0.113.1", "198.51.100.2"


@pytest.fixture(autouse=True)
def _limits(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}


def said(password: str = "wrong", account: str = "owner@example.com", **asker: str) -> str:
    """What someone is answered who tries a password."""
    client = Client(REMOTE_ADDR=asker.pop("place", HERE), headers=asker)
    page = client.post("/accounts/login/", {"login": account, "password": password})
    if page.status_code == 302:
        return "signed in"
    return "too many" if page.status_code == 429 or "Too many" in page.content.decode() else "wrong"


def test_after_five_wrong_passwords_the_right_one_is_not_tried_either(owner: Actor) -> None:
    assert [said() for _each in range(6)] == ["wrong"] * 5 + ["too many"]
    assert said(factories.PASSWORD) == "too many"


def test_an_owner_signs_in_while_someone_elsewhere_tries_passwords_on_their_account(owner: Actor) -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False) as clock:
        for _each in range(300):
            said(place=ELSEWHERE)
            clock.shift(120)
    assert said(factories.PASSWORD) == "signed in"


def test_passwords_are_not_tried_on_one_account_from_many_places_without_end(owner: Actor) -> None:
    tries = [sign_in.may_try("owner@example.com", f"10.0.{n}.1") for n in range(201)]
    assert tries == [True] * 200 + [False]
    assert said(factories.PASSWORD) == "too many"


def test_a_new_password_begins_the_count_anew(owner: Actor, django_capture_on_commit_callbacks: Any) -> None:
    factories.verified(owner)
    while said() == "wrong":
        pass
    with django_capture_on_commit_callbacks(execute=True):
        Client(REMOTE_ADDR=HERE).post("/accounts/password/reset/", {"email": "owner@example.com"})
    client = Client(REMOTE_ADDR=HERE)
    form = client.get(re.findall(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))[0])["Location"]
    client.post(form, dict.fromkeys(("password1", "password2"), "another long pass phrase"))
    assert said("another long pass phrase") == "signed in"


def test_right_passwords_are_not_counted(owner: Actor) -> None:
    assert {said(factories.PASSWORD) for _each in range(12)} == {"signed in"}


def test_behind_a_proxy_each_is_told_by_the_address_the_proxy_saw(owner: Actor, settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    others = [said(account=f"{n}@example.com", x_forwarded_for=f"10.0.0.{n}, {ELSEWHERE}") for n in range(12)]
    assert others == ["wrong"] * 10 + ["too many"] * 2
    assert said(factories.PASSWORD, x_forwarded_for=f"{ELSEWHERE}, {HERE}") == "signed in"


def test_without_a_proxy_nobody_says_who_they_are(owner: Actor) -> None:
    answers = [said(x_forwarded_for=f"10.0.0.{n}") for n in range(6)]
    assert answers == ["wrong"] * 5 + ["too many"]


def test_the_addresses_of_one_network_are_one_place(owner: Actor) -> None:
    answers = [said(place=f"2001:db8:0:1::{n}") for n in range(6)]
    assert answers == ["wrong"] * 5 + ["too many"]
    assert said(factories.PASSWORD, place="2001:db8:0:2::1") == "signed in"


@pytest.mark.django_db(transaction=True)
def test_of_many_passwords_tried_at_once_no_more_than_five_are_looked_at() -> None:
    assert at_once([partial(sign_in.may_try, "owner@example.com", HERE)] * 9).count(True) == 5


PAGES = {
    "/accounts/password/reset/": {"email": "owner@example.com"},
    "/accounts/signup/": {"email": "new@example.com", **dict.fromkeys(("password1", "password2"), factories.PASSWORD)},
}


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.django_db(transaction=True)
def test_a_mail_server_that_is_away_changes_no_page_and_the_letter_goes_later(
    address: str, owner: Actor, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*letter: Any) -> None:
        raise SMTPServerDisconnected

    factories.verified(owner)
    with monkeypatch.context() as away:
        away.setattr("console.letters.tasks.send_mail", refuse)
        assert client.post(address, PAGES[address]).status_code == 302
    assert "/accounts/" in Letter.objects.get().text
    Letter.objects.update(next_attempt_at="2026-01-01T00:00Z")
    send_due()
    assert mail.outbox[0].to == [PAGES[address]["email"]]
    assert Letter.objects.get().text == ""


def test_where_sign_up_is_closed_nobody_is_asked_to_sign_up(client: Client, settings: Any) -> None:
    assert "No account yet?" in client.get("/accounts/login/").content.decode()
    settings.SIGN_UP_OPEN = False
    assert "/accounts/signup/" not in client.get("/accounts/login/").content.decode()


def test_a_first_operator_is_shown_how_to_begin(settings: Any) -> None:
    settings.SIGN_UP_OPEN = False
    operator = User.objects.create_superuser("operator@example.com", factories.PASSWORD)
    assert "Make the first one" in factories.signed_in(operator).get("/").content.decode()
