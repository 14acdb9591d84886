from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from console.accounts.models import User
from console.letters.models import Letter
from console.organisations import queries, services
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from tests import factories
from tests.questions import Questions, View


def a_member(organisation: Organisation) -> dict[str, Any]:
    return {"pk": organisation.memberships.get(user=factories.actor(organisation, Role.VIEWER).user).pk}


def an_invitation(organisation: Organisation) -> dict[str, Any]:
    return {"pk": factories.invitation(organisation).pk}


SETTINGS = {"name": "Shop", "selector_language": "pt-BR", "time_zone": "America/Sao_Paulo"}
VIEWS = [
    View("organisations:settings", part=True),
    View("organisations:settings", "POST", Role.OWNER, data=SETTINGS, works=302),
    View("organisations:members", part=True),
    View("organisations:invite", "POST", Role.OWNER, data={"email": "new@example.com", "role": "editor"}, works=201),
    View("organisations:change_role", "POST", Role.OWNER, a_member, {"role": "editor"}, works=302),
    View("organisations:remove", "POST", Role.OWNER, a_member, works=302),
    View("organisations:withdraw", "POST", Role.OWNER, an_invitation, works=302),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    pass


def test_the_owner_chooses_the_language_the_selector_reads(owner: Actor, owner_client: Client) -> None:
    page = owner_client.post(f"/o/{owner.organisation.slug}/settings/", SETTINGS, follow=True)
    owner.organisation.refresh_from_db()
    assert owner.organisation.selector_language == "pt-BR"
    assert "Saved the settings." in page.content.decode()


def test_an_unknown_language_or_zone_is_refused_and_the_text_kept(owner: Actor, owner_client: Client) -> None:
    asked = {"name": "Kept name", "selector_language": "pt-PT", "time_zone": "Mars/Crater"}
    page = owner_client.post(f"/o/{owner.organisation.slug}/settings/", asked)
    assert page.status_code == 422
    assert "Kept name" in page.content.decode()
    assert page.content.decode().count('class="error"') == 2


@pytest.mark.parametrize("name", ["A\nBcc: x@example.com", "A\x07", "A\u202e"])
def test_a_name_that_breaks_or_turns_a_line_is_refused(owner: Actor, owner_client: Client, name: str) -> None:
    page = owner_client.post(f"/o/{owner.organisation.slug}/settings/", {**SETTINGS, "name": name})
    assert page.status_code == 422
    assert "does not print" in page.content.decode()


def test_a_viewer_reads_the_settings_and_finds_no_button(viewer: Actor, viewer_client: Client) -> None:
    page = viewer_client.get(f"/o/{viewer.organisation.slug}/settings/").content.decode()
    assert "Language the selector reads" in page
    assert "Save the settings" not in page


def links(owner: Actor, owner_client: Client) -> tuple[str, str]:
    """Invite someone; the link as the inviting page shows it, and as the letter has it."""
    address = f"/o/{owner.organisation.slug}/settings/members/invite"
    page = owner_client.post(address, {"email": "New@Example.com", "role": "editor"}).content.decode()
    link = re.compile(r"http://testserver(/invitations/[^\s<]+)")
    return link.findall(page)[0], link.findall(str(mail.outbox[0].body))[0]


def test_an_invitation_goes_by_mail_and_its_link_is_shown_once(owner: Actor, owner_client: Client) -> None:
    shown, _sent = links(owner, owner_client)
    assert mail.outbox[0].to == ["new@example.com"]
    assert shown not in owner_client.get(f"/o/{owner.organisation.slug}/settings/members/").content.decode()


PASSWORDS = dict.fromkeys(("password1", "password2"), factories.PASSWORD)


@pytest.fixture
def closed(settings: Any) -> None:
    settings.SIGN_UP_OPEN, settings.ACCOUNT_EMAIL_VERIFICATION = False, "mandatory"


@pytest.mark.usefixtures("closed")
def test_who_comes_by_the_letter_signs_up_in_one_form_and_is_back_at_the_invitation(
    owner: Actor, owner_client: Client, client: Client
) -> None:
    _shown, sent = links(owner, owner_client)
    client.get(sent)
    assert 'value="new@example.com"' in client.get("/accounts/signup/").content.decode()
    page = client.post("/accounts/signup/", PASSWORDS, follow=True)
    assert page.redirect_chain[-1][0] == sent
    assert client.post(sent)["Location"] == f"/o/{owner.organisation.slug}/"
    assert len(mail.outbox) == 1
    assert not Letter.objects.exists()


@pytest.mark.usefixtures("closed")
def test_who_was_handed_the_link_must_show_that_the_address_is_theirs(
    owner: Actor, owner_client: Client, client: Client
) -> None:
    shown, sent = links(owner, owner_client)
    assert shown != sent
    for forged in (shown, shown[:-1] + ":forged/"):
        client.get(forged)
        page = client.post("/accounts/signup/", PASSWORDS | {"email": "new@example.com"}, follow=True)
        assert page.redirect_chain[-1][0] == "/accounts/confirm-email/"
        assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("closed")
def test_who_confirms_the_address_of_an_invitation_is_back_at_it_after_signing_in(
    owner: Actor, owner_client: Client, client: Client
) -> None:
    shown, _sent = links(owner, owner_client)
    client.get(shown)
    client.post("/accounts/signup/", PASSWORDS)
    EmailAddress.objects.update(verified=True)
    page = client.post("/accounts/login/", {"login": "new@example.com", "password": factories.PASSWORD})
    assert page["Location"] == shown


@pytest.mark.usefixtures("closed")
def test_an_invitation_lets_nobody_sign_up_at_another_address(owner: Actor, client: Client) -> None:
    _invitation, token = services.invite(owner, "new@example.com", Role.EDITOR)
    client.get(f"/invitations/{token}/")
    client.post("/accounts/signup/?email=other@example.com", PASSWORDS | {"email": "other@example.com"})
    assert not User.objects.filter(email="other@example.com").exists()


@pytest.mark.usefixtures("closed")
def test_an_invitation_that_was_withdrawn_opens_no_sign_up(owner: Actor, client: Client) -> None:
    invitation, token = services.invite(owner, "new@example.com", Role.EDITOR)
    client.get(f"/invitations/{token}/")
    services.withdraw_invitation(owner, invitation.pk)
    assert "Sign Up Closed" in client.get("/accounts/signup/").content.decode()


def test_an_invitation_withdrawn_while_it_is_taken_makes_no_member(
    owner: Actor, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, token = services.invite(owner, "new@example.com", Role.EDITOR)
    services.withdraw_invitation(owner, read.pk)
    monkeypatch.setattr(queries, "invitation", lambda token: read)
    page = factories.signed_in(factories.person("new@example.com")).post(f"/invitations/{token}/")
    assert page.status_code == 404
    assert "There is nothing here for you." in page.content.decode()
    assert owner.organisation.memberships.count() == 1


def test_a_mail_server_that_is_away_loses_no_invitation(
    owner: Actor, owner_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr("console.organisations.mail.send_mail", refuse)
    address = f"/o/{owner.organisation.slug}/settings/members/invite"
    page = owner_client.post(address, {"email": "new@example.com", "role": "editor"}).content.decode()
    assert "could not be sent" in page
    assert "/invitations/" in page


def test_who_is_invited_joins_with_the_role_offered(owner: Actor) -> None:
    _invitation, token = services.invite(owner, "new@example.com", Role.EDITOR)
    client = factories.signed_in(factories.person("new@example.com"))
    page = client.post(f"/invitations/{token}/", follow=True)
    assert page.redirect_chain[-1][0] == f"/o/{owner.organisation.slug}/"
    assert client.get(f"/invitations/{token}/").status_code == 404


def test_an_invitation_is_for_the_invited_address_alone(owner: Actor) -> None:
    _invitation, token = services.invite(owner, "new@example.com", Role.EDITOR)
    client = factories.signed_in(factories.person("other@example.com"))
    assert "Sign out, then open this link again" in client.get(f"/invitations/{token}/").content.decode()
    assert client.post(f"/invitations/{token}/").status_code == 403


def test_the_last_owner_can_be_neither_removed_nor_demoted(owner: Actor, owner_client: Client) -> None:
    me = owner.organisation.memberships.get()
    address = f"/o/{owner.organisation.slug}/settings/members/{me.pk}"
    assert owner_client.post(f"{address}/remove").status_code == 409
    answer = owner_client.post(f"{address}/role", {"role": "editor"})
    assert answer.status_code == 409
    assert "Make someone else an owner first." in answer.content.decode()


def test_anyone_may_leave(viewer: Actor, viewer_client: Client, owner: Actor) -> None:
    me = viewer.organisation.memberships.get(user=viewer.user)
    page = viewer_client.post(f"/o/{viewer.organisation.slug}/settings/members/{me.pk}/remove", follow=True)
    assert "You left Shop." in page.content.decode()
    assert viewer_client.get(f"/o/{viewer.organisation.slug}/").status_code == 404


def test_a_new_organisation_is_made_by_its_first_owner(viewer_client: Client) -> None:
    page = viewer_client.post("/organisations/new", {"name": "Padaria São João"}, follow=True)
    assert page.redirect_chain[-1][0] == "/o/padaria-sao-joao/"
    assert "Padaria São João" in page.content.decode()


def test_where_sign_up_is_closed_only_operators_make_organisations(viewer_client: Client, settings: Any) -> None:
    settings.SIGN_UP_OPEN = False
    assert viewer_client.post("/organisations/new", {"name": "Mine"}).status_code == 403


def test_html_in_a_name_is_shown_as_text(owner: Actor, owner_client: Client) -> None:
    asked = SETTINGS | {"name": "<script>alert(1)</script>"}
    page = owner_client.post(f"/o/{owner.organisation.slug}/settings/", asked, follow=True).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_queries_do_not_grow_with_members(
    owner: Actor, owner_client: Client, django_assert_max_num_queries: Any
) -> None:
    for _each in range(30):
        factories.actor(owner.organisation, Role.VIEWER)
    with django_assert_max_num_queries(6):
        owner_client.get(f"/o/{owner.organisation.slug}/settings/members/")
