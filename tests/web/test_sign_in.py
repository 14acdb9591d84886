from __future__ import annotations

from django.test import Client

from console.organisations.actor import Actor
from tests.factories import PASSWORD


def test_a_member_signs_in_by_email_and_lands_in_their_only_organisation(client: Client, viewer: Actor) -> None:
    answer = client.post("/accounts/login/", {"login": "Viewer@example.com", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/o/{viewer.organisation.slug}/"
    assert "Overview" in answer.content.decode()


def test_a_wrong_password_stays_on_the_page_and_says_so(client: Client, viewer: Actor) -> None:
    answer = client.post("/accounts/login/", {"login": "viewer@example.com", "password": "wrong"})
    assert "not correct" in answer.content.decode()


def test_a_page_asks_a_stranger_to_sign_in_and_remembers_it(client: Client, organisation: object) -> None:
    answer = client.get("/o/shop-1/")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/login/?next=/o/shop-1/"


def test_an_expired_session_in_a_fragment_sends_the_window_to_sign_in(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/o/shop/tools/"}
    answer = client.get("/o/shop/", headers=headers)
    assert answer["HX-Redirect"] == "/accounts/login/?next=/o/shop/tools/"
