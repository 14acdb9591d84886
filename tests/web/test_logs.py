from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from console.organisations.actor import Actor
from tests import factories
from tests.api.conftest import Api
from tests.webhooks.receiving import receiving

FORM_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
LINK = re.compile(r"http://testserver(/\S+)")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All that is logged, at every level, as it is written."""
    written, root = io.StringIO(), logging.getLogger()
    handler = next(each for each in root.handlers if type(each) is logging.StreamHandler)
    before, level = handler.setStream(written), root.level
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(level)
    handler.setStream(before)


class Browser:
    """A browser that fills forms in, and remembers every secret it saw or sent."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client or Client()
        self.client.handler.enforce_csrf_checks = True
        self.client.raise_request_exception = False
        self.secrets: set[str] = set()

    def get(self, address: str) -> Any:
        page = self.client.get(address, follow=True)
        self.secrets |= {*FORM_TOKEN.findall(page.content.decode()), *self._cookies()}
        return page

    def post(self, address: str, on: str = "", **data: Any) -> Any:
        token = FORM_TOKEN.search(self.get(on or address).content.decode())
        assert token
        answer = self.client.post(address, {**data, "csrfmiddlewaretoken": token[1]}, follow=True)
        self.secrets |= {str(value) for name, value in data.items() if "password" in name} | self._cookies()
        return answer

    def link(self) -> str:
        """The one in the last letter."""
        link: str = LINK.findall(str(mail.outbox[-1].body))[0]
        self.secrets.add(link.strip("/").rpartition("/")[2])
        return link

    def _cookies(self) -> set[str]:
        return {each.value for name, each in self.client.cookies.items() if name in ("sessionid", "csrftoken")}


@pytest.mark.django_db(transaction=True)
def test_no_line_has_a_secret_of_who_signs_up_and_resets_their_password(lines: io.StringIO, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    ana, address = Browser(), "ana@example.com"
    ana.post("/accounts/signup/", email=address, password1=factories.PASSWORD, password2=factories.PASSWORD)
    ana.post(ana.link())
    ana.post("/accounts/password/reset/", email=address)
    form = ana.get(ana.link()).request["PATH_INFO"]
    ana.get(ana.link() + "more/")
    ana.post(form, password1="another long pass phrase", password2="another long pass phrase")
    ana.post("/accounts/login/", login=address, password="wrong pass phrase")
    ana.post("/accounts/login/", login=address, password="another long pass phrase")
    assert "_auth_user_id" in ana.client.session
    _none_of(ana.secrets, lines)


@pytest.mark.django_db(transaction=True)
def test_no_line_has_a_secret_of_an_invitation(
    lines: io.StringIO, owner: Actor, owner_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    inviting, invited = Browser(owner_client), Browser(factories.signed_in(factories.person("new@example.com")))
    members = f"/o/{owner.organisation.slug}/settings/members/"
    inviting.post(f"{members}invite", on=members, email="new@example.com", role="viewer")
    link = invited.link()
    invited.secrets.add(link.split("/")[2].partition(":")[0])
    assert invited.get(f"{link}more").status_code == 404
    assert Client(enforce_csrf_checks=True).post(link).status_code == 403
    with monkeypatch.context() as failing:
        failing.setattr("console.organisations.queries.invitation", lambda token: 1 / 0)
        assert invited.client.get(link).status_code == 500
    assert invited.post(link).status_code == 200
    _none_of(inviting.secrets | invited.secrets, lines)


@pytest.mark.django_db(transaction=True)
def test_no_line_has_a_key_or_what_a_webhook_is_reached_by(
    lines: io.StringIO, owner: Actor, owner_client: Client
) -> None:
    browser, settings = Browser(owner_client), f"/o/{owner.organisation.slug}/settings"
    made = browser.post(f"{settings}/keys/", name="Shop", scopes=["tools:write"], lasts="30")
    key = re.search(r"vz_\w{8}_[\w-]{43}", made.content.decode())
    assert key
    Api(key[0]).get("tools")
    Api(f"{key[0]}x").get("tools")
    with receiving() as receiver:
        new = factories.endpoint(owner.organisation, f"{receiver.url}/services/T0/a-secret-path")
        browser.post(f"{settings}/webhooks/{new.endpoint.pk}/test", on=f"{settings}/webhooks/{new.endpoint.pk}/")
    browser.post(f"{settings}/webhooks/{new.endpoint.pk}/test", on=f"{settings}/webhooks/{new.endpoint.pk}/")
    _none_of(browser.secrets | {key[0], new.secret, "a-secret-path"}, lines)


def test_a_line_says_which_page_it_is_about(lines: io.StringIO, client: Client) -> None:
    client.get("/invitations/made-up/")
    client.get("/made-up/")
    assert lines.getvalue().count('"route": "invitations/<str:token>/"') == 1
    assert "Not Found: invitations/<str:token>/" in lines.getvalue()
    assert '"route": "unmatched"' in lines.getvalue()
    assert "made-up" not in lines.getvalue()


def _none_of(secrets: set[str], lines: io.StringIO) -> None:
    written = lines.getvalue()
    assert written.count('"route"') > 3
    assert len(secrets) > 3
    assert {secret for secret in secrets if secret in written} == set()
