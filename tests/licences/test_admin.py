from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from console.accounts.models import User
from console.audit.models import AuditLine
from console.licences import services
from console.licences.models import Grant
from console.licences.services import AT_THE_MACHINE, Terms
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from tests import factories

ADDRESS = "/admin/licences/grant/"
TERMS = {"plan": "enterprise", "until": "2099-12-31", "days": "90"}


@pytest.fixture
def staff_client() -> Client:
    return factories.signed_in(User.objects.create_superuser("operator@example.com", factories.PASSWORD))


def lines() -> list[tuple[str, str]]:
    return [(line.who, line.action) for line in AuditLine.objects.order_by("pk")]


def test_the_staff_grants_changes_and_withdraws_a_plan(staff_client: Client, organisation: Organisation) -> None:
    assert staff_client.post(f"{ADDRESS}add/", {**TERMS, "organisation": organisation.pk}).status_code == 302
    grant = Grant.objects.get()
    assert (grant.plan, grant.until, grant.days) == ("enterprise", date(2099, 12, 31), 90)
    assert staff_client.post(f"{ADDRESS}{grant.pk}/change/", {**TERMS, "plan": "team"}).status_code == 302
    assert staff_client.post(f"{ADDRESS}{grant.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Grant.objects.exists()
    acts = ("licence.granted", "licence.granted", "licence.withdrawn")
    assert lines() == [("operator@example.com", act) for act in acts]


def test_several_plans_withdrawn_at_once_have_a_line_each(staff_client: Client) -> None:
    for _each in range(2):
        services.grant(AT_THE_MACHINE, factories.organisation(), Terms("team", date(2099, 12, 31)))
    chosen = {"action": "delete_selected", "_selected_action": [grant.pk for grant in Grant.objects.all()]}
    staff_client.post(ADDRESS, {**chosen, "post": "yes"})
    assert lines()[2:] == [("operator@example.com", "licence.withdrawn")] * 2


@pytest.mark.parametrize(("name", "value"), [("until", "2020-01-01"), ("days", "0"), ("plan", "free")])
def test_terms_that_are_none_are_refused(
    staff_client: Client, organisation: Organisation, name: str, value: str
) -> None:
    answer = staff_client.post(f"{ADDRESS}add/", {**TERMS, "organisation": organisation.pk, name: value})
    assert (answer.status_code, Grant.objects.exists()) == (200, False)


def test_issued_licences_are_listed_and_never_changed(staff_client: Client, organisation: Organisation) -> None:
    services.grant(AT_THE_MACHINE, organisation, Terms("team", date(2099, 12, 31)))
    licence = services.issue(AT_THE_MACHINE.at(organisation))
    assert str(licence) in staff_client.get("/admin/licences/licence/?q=shop").content.decode()
    address = f"/admin/licences/licence/{licence.pk}"
    assert staff_client.post(f"{address}/change/", {"plan": "enterprise"}).status_code == 403
    assert staff_client.post(f"{address}/delete/", {"post": "yes"}).status_code == 403


def test_an_owner_of_an_organisation_grants_nothing(owner_client: Client, owner: Actor) -> None:
    answer: Any = owner_client.post(f"{ADDRESS}add/", {**TERMS, "organisation": owner.organisation.pk})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/admin/login/")
    assert not Grant.objects.exists()
