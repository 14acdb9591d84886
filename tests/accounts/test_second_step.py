from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal.flows.login import complete_login
from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from console.accounts.models import User
from tests import factories

ADDRESS = "careful@example.com"
SENT = {**dict.fromkeys(("login", "username", "email"), ADDRESS), "password": factories.PASSWORD}


def addresses(resolver: Any, before: str = "/") -> Iterator[str]:
    """Every address that takes no arguments."""
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, path)
        elif isinstance(pattern, URLPattern) and not re.search(r"[<(]", path):
            yield path


@pytest.fixture
def careful() -> User:
    """An operator with a second step."""
    user = User.objects.create_superuser(ADDRESS, factories.PASSWORD)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    return user


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_no_address_signs_in_by_password_alone_who_has_a_second_step(careful: User) -> None:
    walked = list(addresses(get_resolver()))
    assert {"/accounts/login/", "/accounts/reauthenticate/", "/admin/login/", "/v1/docs"} <= set(walked)
    basic = base64.b64encode(f"{ADDRESS}:{factories.PASSWORD}".encode()).decode()
    for address in walked:
        client = Client(raise_request_exception=False)
        client.post(address, SENT, headers={"Authorization": f"Basic {basic}"})
        assert not is_signed_in(client), address
        assert client.get("/organisations/new").status_code == 302, address


def test_the_admin_has_no_sign_in_of_its_own(client: Client, careful: User) -> None:
    answer = client.post("/admin/login/?next=/admin/", SENT)
    assert answer["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    assert factories.signed_in(careful).get("/admin/login/?next=/admin/")["Location"] == "/admin/"


def test_the_admin_changes_no_password(careful: User) -> None:
    answer = factories.signed_in(careful).get("/admin/password_change/")
    assert answer["Location"] == "/accounts/password/change/"


def test_a_new_password_signs_nobody_in(client: Client, careful: User, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/password/reset/", {"email": ADDRESS})
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    assert link
    form = client.get(link[0])["Location"]
    new = dict.fromkeys(("password1", "password2"), "another long pass phrase")
    assert client.post(form, new)["Location"] == "/accounts/password/reset/key/done/"
    assert not is_signed_in(client)
    assert User.objects.get(email=ADDRESS).check_password("another long pass phrase")


def test_a_confirmed_address_signs_nobody_in(client: Client, careful: User) -> None:
    address = EmailAddress.objects.create(user=careful, email="second@example.com")
    link = f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/"
    client.post("/accounts/login/", SENT)
    client.post(link)
    assert EmailAddress.objects.get(pk=address.pk).verified
    assert not is_signed_in(client)


def test_a_provider_does_not_stand_in_for_the_second_step(rf: RequestFactory, careful: User, settings: Any) -> None:
    app = {"provider_id": "oidc", "client_id": "veraz", "secret": "s", "settings": {"server_url": "https://id.example"}}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
    SocialAccount.objects.create(user=careful, provider="oidc", uid="1")
    request: Any = rf.get("/")
    request.session, request.user = SessionStore(), AnonymousUser()
    with context.request_context(request):
        provider = get_adapter().get_provider(request, "oidc")
        told = SocialLogin(account=SocialAccount(provider="oidc", uid="1"), provider=provider)
        answer = complete_login(request, told)
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in request.session
