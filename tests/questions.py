"""The questions every view of an organisation answers. A test module lists its views, a line each:

VIEWS = [View("tools:list", part=True), View("tools:forget", "POST", Role.OWNER, make=a_tool, works=302)]

@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions): ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from tests import factories

FRAGMENT = {"HX-Request": "true"}


def nothing(organisation: Organisation) -> dict[str, Any]:
    """The address of a view that is about no particular object."""
    return {}


@dataclass(frozen=True)
class View:
    """A view and what is expected of it.

    `make` makes the object it is about and returns the rest of its address; where that has a `pk`, or `bad` says how
    else to spoil it, an object that does not exist is asked for too. `works` is the status of a good answer.
    """

    name: str
    method: str = "GET"
    least: Role = Role.VIEWER
    make: Callable[[Organisation], dict[str, Any]] = nothing
    data: Mapping[str, Any] = field(default_factory=dict)
    works: int = 200
    part: bool = False  # a fragment request gets less than the page
    bad: Mapping[str, Any] = field(default_factory=dict)
    wrong: str = "DELETE"

    def __str__(self) -> str:
        return f"{self.method} {self.name}"

    def ask(self, client: Client, of: Organisation, *, method: str = "", **request: Any) -> HttpResponse:
        """Send the request for a new object of the organisation."""
        return self.send(client, self.address(of), method or self.method, **request)

    def address(self, of: Organisation, **spoilt: Any) -> str:
        """The view's address, of a new object."""
        return reverse(self.name, kwargs={"slug": of.slug, **self.make(of), **spoilt})

    def send(self, client: Client, address: str, method: str, **request: Any) -> HttpResponse:
        """Send the view's data by a method."""
        data = dict(self.data) if method in ("GET", "POST") else None
        answer: HttpResponse = getattr(client, method.lower())(address, data, **request)
        return answer


class Questions:
    """Inherit, with `view` parametrized."""

    def test_it_works_for_the_least_role_and_for_the_owner(self, view: View, organisation: Organisation) -> None:
        for role in {view.least, Role.OWNER}:
            client = factories.signed_in(factories.actor(organisation, role))
            assert view.ask(client, organisation).status_code == view.works, role

    def test_no_cache_keeps_it(self, view: View, organisation: Organisation, owner: Actor, client: Client) -> None:
        for asking in (factories.signed_in(owner), client):
            assert view.ask(asking, organisation)["Cache-Control"] == "no-store"

    def test_a_lesser_role_is_refused(self, view: View, organisation: Organisation) -> None:
        for role in [role for role in Role if not role.may_act_as(view.least)]:
            client = factories.signed_in(factories.actor(organisation, role))
            assert view.ask(client, organisation).status_code == 403, role

    def test_an_outsider_finds_nothing(self, view: View, organisation: Organisation, outsider: Actor) -> None:
        client = factories.signed_in(outsider)
        assert view.ask(client, organisation).status_code == 404

    def test_an_outsider_finds_nothing_at_home_either(
        self, view: View, organisation: Organisation, outsider: Actor
    ) -> None:
        theirs, client = view.make(organisation), factories.signed_in(outsider)
        if "pk" not in theirs:
            pytest.skip("about no particular object")
        address = reverse(view.name, kwargs={"slug": outsider.organisation.slug, **theirs})
        assert view.send(client, address, view.method).status_code == 404

    def test_a_stranger_is_sent_to_sign_in(self, view: View, organisation: Organisation, client: Client) -> None:
        answer = view.ask(client, organisation)
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")

    def test_an_expired_session_sends_the_window_of_a_fragment_to_sign_in(
        self, view: View, organisation: Organisation, client: Client
    ) -> None:
        assert view.ask(client, organisation, headers=FRAGMENT)["HX-Redirect"].startswith("/accounts/login/")

    def test_a_wrong_method_is_refused(self, view: View, organisation: Organisation, owner: Actor) -> None:
        answer = view.ask(factories.signed_in(owner), organisation, method=view.wrong)
        assert answer.status_code == 405
        assert view.method in answer["Allow"]

    def test_what_is_not_there_is_not_found(self, view: View, organisation: Organisation, owner: Actor) -> None:
        spoilt = [dict(view.bad)] if view.bad else [{"pk": 10**6}, {"pk": 10**30}]
        if not view.bad and "pk" not in view.make(organisation):
            pytest.skip("about no particular object")
        for change in spoilt:
            answer = view.send(factories.signed_in(owner), view.address(organisation, **change), view.method)
            assert answer.status_code == 404, change

    def test_a_page_is_whole_and_a_fragment_is_its_part(
        self, view: View, organisation: Organisation, owner: Actor
    ) -> None:
        if not view.part:
            pytest.skip("answers no part")
        client = factories.signed_in(owner)
        whole = view.ask(client, organisation).content.decode()
        part = view.ask(client, organisation, headers=FRAGMENT).content.decode()
        assert whole.startswith("<!doctype html>")
        assert "<html" not in part
        assert part.strip()
