from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.db import IntegrityError
from django.test import Client

from console.accounts.models import User
from console.organisations.actor import Actor
from tests import factories


def test_an_address_in_another_case_is_the_same_person() -> None:
    factories.person("Ana@Example.com")
    assert User.objects.get_by_natural_key("ANA@example.COM").email == "ana@example.com"
    with pytest.raises(IntegrityError):
        factories.person("ana@EXAMPLE.com")


def test_passwords_are_kept_as_argon2_outside_the_tests(settings: object) -> None:
    from settings import base

    assert base.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


@pytest.mark.django_db(transaction=True)
def test_someone_signs_up_and_is_asked_to_confirm_their_address(client: Client) -> None:
    form = {"email": "new@example.com", "password1": factories.PASSWORD, "password2": factories.PASSWORD}
    page = client.post("/accounts/signup/", form, follow=True)
    assert "You belong to no organisation yet" in page.content.decode()
    assert mail.outbox[0].to == ["new@example.com"]


def test_a_second_step_is_asked_for_once_it_is_set_up(client: Client, viewer: Actor) -> None:
    assert viewer.user
    secret = generate_totp_secret()
    TOTP.activate(viewer.user, secret)
    page = client.post("/accounts/login/", {"login": "viewer@example.com", "password": factories.PASSWORD}, follow=True)
    assert page.redirect_chain[-1][0].startswith("/accounts/2fa/authenticate/")
    assert client.get("/").status_code == 302
    code = format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))
    assert client.post("/accounts/2fa/authenticate/", {"code": code}, follow=True).status_code == 200
    assert "_auth_user_id" in client.session
    assert Authenticator.objects.count() == 1


def test_an_operator_made_at_the_machine_signs_in_without_any_letter(client: Client, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    User.objects.create_superuser("Operator@example.com", factories.PASSWORD)
    sent = {"login": "operator@example.com", "password": factories.PASSWORD}
    assert client.post("/accounts/login/?next=/admin/", sent, follow=True).redirect_chain[-1][0] == "/admin/"


@pytest.mark.parametrize("page", ["login/", "signup/", "password/reset/"])
def test_the_pages_of_a_stranger_are_our_own(client: Client, page: str) -> None:
    text = client.get(f"/accounts/{page}").content.decode()
    assert 'class="shell"' in text
    assert 'class="field"' in text


@pytest.mark.parametrize("page", ["email/", "password/change/", "2fa/"])
def test_the_pages_of_an_account_are_our_own(viewer_client: Client, page: str) -> None:
    text = viewer_client.get(f"/accounts/{page}", follow=True).content.decode()
    assert 'class="shell"' in text
    assert 'aria-label="Your account"' in text


def test_the_language_of_the_pages_is_remembered_for_letters(client: Client, viewer: Actor) -> None:
    def remembered() -> str:
        return User.objects.get(email="viewer@example.com").language

    assert remembered() == ""
    sent = {"login": "viewer@example.com", "password": factories.PASSWORD}
    client.post("/accounts/login/", sent, headers={"Accept-Language": "pt-BR"})
    assert remembered() == "pt-br"
    client.post("/language", {"language": "en"})
    assert remembered() == "en"
    client.post("/language", {"language": "tlh"})
    assert remembered() == "en"
