from __future__ import annotations

from contextlib import closing
from datetime import datetime
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path
from django.utils.formats import date_format
from django.utils.translation import override

from console.organisations import services
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.pages.problems import Conflict, Invalid, TooMany
from tests import factories
from tests.questions import FRAGMENT, Questions, View


@pytest.mark.parametrize("view", [View("overview", part=True)], ids=str)
class TestQuestions(Questions):
    pass


@pytest.mark.parametrize(("language", "written"), [("en", "5 Mar 2026, 09:07"), ("pt-br", "05/03/2026 09:07")])
def test_nobody_takes_the_month_for_the_day(language: str, written: str) -> None:
    with override(language):
        for kind in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"):
            assert date_format(datetime(2026, 3, 5, 9, 7), kind) == written


def test_a_person_of_several_organisations_chooses_one(viewer: Actor, viewer_client: Client) -> None:
    other = factories.organisation("Bakery")
    other.memberships.create(user=viewer.user, role=Role.EDITOR)
    page = viewer_client.get("/").content.decode()
    assert page.index("Bakery") < page.index(viewer.organisation.name)


def test_a_person_of_none_is_told_what_to_do(settings: Any) -> None:
    settings.SIGN_UP_OPEN = False
    client = factories.signed_in(factories.person())
    assert "Ask an owner for an invitation" in client.get("/").content.decode()


def test_a_step_taken_is_shown_as_done(owner: Actor, owner_client: Client) -> None:
    address = f"/o/{owner.organisation.slug}/"
    before = owner_client.get(address).content.decode().count(">Done<")
    factories.api_key(owner.organisation)
    factories.actor(owner.organisation, Role.EDITOR)
    assert owner_client.get(address).content.decode().count(">Done<") == before + 2


def test_a_theme_is_chosen_by_a_form_and_kept(viewer: Actor, viewer_client: Client) -> None:
    address = f"/o/{viewer.organisation.slug}/"
    page = viewer_client.post("/theme", {"theme": "dark", "next": address}, follow=True)
    assert page.redirect_chain[-1][0] == address
    assert 'data-theme="dark"' in page.content.decode()


def test_keys_of_one_letter_can_be_turned_off(viewer_client: Client) -> None:
    viewer_client.post("/keys", {"keys": "off"})
    assert 'data-keys="off"' in viewer_client.get("/", follow=True).content.decode()


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_a_form_never_leads_to_another_site(client: Client, elsewhere: str) -> None:
    assert client.post("/theme", {"theme": "neon", "next": elsewhere})["Location"] == "/"
    assert not client.cookies


def test_one_word_of_the_navigation_is_the_current_page(viewer: Actor, viewer_client: Client) -> None:
    page = viewer_client.get(f"/o/{viewer.organisation.slug}/activity/").content.decode()
    side = page[page.index('aria-label="Main"') : page.index("side-end")]
    assert side.count("aria-current") == 1
    assert 'activity/" aria-current="page">Activity' in side


def test_every_page_has_the_headers_that_keep_it_to_itself(client: Client) -> None:
    answer = client.get("/accounts/login/")
    policy = answer["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert (answer["X-Frame-Options"], answer["X-Content-Type-Options"]) == ("DENY", "nosniff")
    assert answer["Referrer-Policy"] == "same-origin"


def test_no_page_has_a_script_or_a_style_in_it(owner: Actor, owner_client: Client) -> None:
    root = f"/o/{owner.organisation.slug}/"
    for address in ("", "activity/", "settings/", "settings/members/", "settings/keys/"):
        page = owner_client.get(root + address).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert "<script>" not in page
        assert " onclick=" not in page


def fail(request: HttpRequest, how: str) -> HttpResponse:
    raise {
        "403": PermissionDenied(),
        "409": Conflict("Ana published v18.", "Look at it first."),
        "422": Invalid(),
        "429": TooMany(30),
        "500": OperationalError("no such table: secrets"),
    }[how]


urlpatterns = [path("fail/<how>", fail), path("", include("console.web.urls"))]
handler403 = "console.web.error_pages.forbidden"
handler404 = "console.web.error_pages.not_found"
handler500 = "console.web.error_pages.failed"


@pytest.fixture
def failing() -> Any:
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("403", "Ask an owner of the organisation"),
        ("409", "Ana published v18."),
        ("422", "Something in what you sent is not valid."),
        ("429", "Wait a minute"),
        ("500", "Nothing was changed."),
    ],
)
def test_a_problem_says_what_happened_and_what_to_do(failing: Client, how: str, said: str) -> None:
    page = failing.get(f"/fail/{how}")
    assert page.status_code == int(how)
    assert said in page.content.decode()
    assert "no such table" not in page.content.decode()


@pytest.mark.parametrize("how", ["403", "409", "422", "429", "500"])
def test_a_problem_of_a_fragment_is_a_message_and_leaves_the_page(failing: Client, how: str) -> None:
    part = failing.get(f"/fail/{how}", headers=FRAGMENT)
    assert part["HX-Retarget"] == "#live"
    assert "<html" not in part.content.decode()


def test_a_reader_who_is_too_fast_is_told_for_how_long_to_wait(failing: Client) -> None:
    assert failing.get("/fail/429")["Retry-After"] == "30"


def test_an_address_that_is_not_there_has_a_page_of_its_own(client: Client) -> None:
    page = client.get("/nothing/here")
    assert page.status_code == 404
    assert "There is nothing here for you." in page.content.decode()


@pytest.mark.parametrize(
    "address", ["/", "/accounts/login/", "/accounts/password/reset/", "/organisations/new", "/nothing/here", "/admin/"]
)
def test_no_cache_keeps_a_page_whoever_asks_for_it(viewer_client: Client, client: Client, address: str) -> None:
    for asking in (viewer_client, client):
        assert "no-store" in asking.get(address)["Cache-Control"]


def test_an_invitation_and_what_opens_a_password_s_page_are_kept_by_no_cache(owner: Actor, client: Client) -> None:
    _invitation, token = services.invite(owner, "new@example.com", Role.EDITOR)
    for address in (f"/invitations/{token}/", "/accounts/password/reset/key/1-made-up/", "/accounts/confirm-email/x/"):
        assert "no-store" in client.get(address)["Cache-Control"]


def test_files_of_the_site_are_kept(client: Client, settings: Any) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    with closing(client.get("/static/console.css")) as answer:
        assert "max-age" in answer["Cache-Control"]


def test_a_form_without_its_token_is_refused_with_advice(viewer: Actor) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post("/theme", {"theme": "dark"})
    assert page.status_code == 403
    assert "reload the page and send it again" in page.content.decode()
