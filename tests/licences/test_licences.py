from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client, override_settings
from django.utils import timezone
from joserfc import jws
from joserfc.jwk import KeySet

from console import signing
from console.audit.models import AuditLine
from console.licences import queries, services
from console.licences.models import Grant, Licence
from console.licences.services import AT_THE_MACHINE, Terms
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.pages.problems import Conflict
from settings.signing import new_key, signing_keys
from tests.questions import Questions, View

OLD, NEW = new_key(), new_key()


def granted(organisation: Organisation, plan: str = "enterprise", **terms: Any) -> Grant:
    until = timezone.now().date() + timedelta(days=400)
    return services.grant(AT_THE_MACHINE, organisation, Terms(plan, **{"until": until, **terms}))


def issued(organisation: Organisation, **terms: Any) -> Licence:
    granted(organisation, **terms)
    return services.issue(AT_THE_MACHINE.at(organisation))


def a_grant(organisation: Organisation) -> dict[str, Any]:
    granted(organisation)
    return {}


def a_licence(organisation: Organisation) -> dict[str, Any]:
    if not organisation.licences.exists():
        issued(organisation)
    return {}


VIEWS = [
    View("licences:licence", least=Role.OWNER, part=True),
    View("licences:issue", "POST", Role.OWNER, a_grant, works=302),
    View("licences:download", least=Role.OWNER, make=a_licence),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    pass


def claims(text: str) -> dict[str, Any]:
    """What a licence says, to whoever holds the public keys."""
    found = jws.deserialize_compact(text, KeySet.import_key_set(signing.public_keys()), ["Ed25519"])
    assert found.headers()["typ"] == "licence+jwt"
    read: dict[str, Any] = json.loads(found.payload or b"")
    return read


@time_machine.travel("2027-03-01 09:00Z", tick=False)
def test_a_licence_is_signed_and_says_what_was_granted(organisation: Organisation) -> None:
    licence = issued(organisation, until=date(2027, 12, 31), days=90)
    assert claims(licence.text) == {
        "jti": f"{organisation.slug}-1",
        "aud": "veraz-runtime",
        "organisation": organisation.slug,
        "plan": "enterprise",
        "features": ["personal_data"],
        "iat": 1803891600,
        "nbf": 1803891600,
        "exp": 1811721599,  # 2027-05-30 23:59:59
    }


def test_the_team_plan_allows_no_personal_data(organisation: Organisation) -> None:
    assert claims(issued(organisation, plan="team").text)["features"] == []


@time_machine.travel("2027-12-24 09:00Z", tick=False)
def test_no_licence_lasts_longer_than_the_plan(organisation: Organisation) -> None:
    licence = issued(organisation, until=date(2027, 12, 31))
    assert licence.ends_at.isoformat() == "2027-12-31T23:59:59+00:00"


def test_an_owner_renews_within_what_is_granted_and_no_further(owner: Actor) -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False):
        issued(owner.organisation, until=date(2027, 5, 15), days=60)
    with time_machine.travel("2027-04-01 09:00Z", tick=False):
        assert services.issue(owner).ends_at.date() == date(2027, 5, 15)
        with pytest.raises(Conflict, match="already valid until"):
            services.issue(owner)
    with time_machine.travel("2027-05-16 09:00Z", tick=False), pytest.raises(Conflict, match="plan has ended"):
        services.issue(owner)


def test_a_second_press_of_the_button_issues_nothing_more(owner: Actor, owner_client: Client) -> None:
    granted(owner.organisation)
    address = f"/o/{owner.organisation.slug}/settings/licence/issue"
    assert [owner_client.post(address).status_code for _press in range(2)] == [302, 409]
    assert Licence.objects.count() == 1


def test_without_a_plan_nothing_is_issued(owner: Actor) -> None:
    with pytest.raises(Conflict, match="No plan is granted"):
        services.issue(owner)


def test_only_owners_issue(publisher: Actor) -> None:
    granted(publisher.organisation)
    with pytest.raises(PermissionDenied):
        services.issue(publisher)
    assert not Licence.objects.exists()


def test_only_the_staff_is_the_operator(owner: Actor) -> None:
    assert owner.user
    with pytest.raises(PermissionDenied):
        services.operator(owner.user)
    owner.user.is_staff = True
    assert services.operator(owner.user).name == "owner@example.com"


@pytest.mark.parametrize(
    ("terms", "complaint"),
    [
        ({"plan": "free"}, "not a valid choice"),
        ({"days": 0}, "greater than or equal to 1"),
        ({"days": 5000}, "less than or equal to 1095"),
        ({"until": date(2020, 1, 1)}, "has passed"),
    ],
)
def test_terms_that_are_none_are_refused(organisation: Organisation, terms: Any, complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        granted(organisation, **terms)
    assert not AuditLine.objects.exists()


def test_every_act_has_its_line(owner: Actor) -> None:
    issued(owner.organisation, until=date(2099, 12, 31))
    granted(owner.organisation, "team", until=date(2099, 12, 31))
    services.issue(owner)
    services.withdraw(AT_THE_MACHINE, owner.organisation)
    lines = [(line.who, line.action) for line in AuditLine.objects.order_by("pk")]
    assert lines == [
        ("manage.py", "licence.granted"),
        ("manage.py", "licence.issued"),
        ("manage.py", "licence.granted"),
        ("owner@example.com", "licence.issued"),
        ("manage.py", "licence.withdrawn"),
    ]
    changed = AuditLine.objects.order_by("pk")[2]
    assert (changed.before["plan"], changed.after["plan"]) == ("enterprise", "team")


def test_the_same_terms_again_leave_no_line(organisation: Organisation) -> None:
    granted(organisation)
    granted(organisation)
    assert AuditLine.objects.count() == 1


def test_what_is_withdrawn_twice_is_a_conflict(organisation: Organisation) -> None:
    with pytest.raises(Conflict, match="no plan"):
        services.withdraw(AT_THE_MACHINE, organisation)


@pytest.mark.parametrize(
    ("moment", "word", "plan"),
    [
        ("2027-03-02", "Valid", "Enterprise"),
        ("2027-05-10", "Ends soon", "Enterprise"),
        ("2027-06-05", "In grace", "Enterprise"),
        ("2027-06-15", "Expired", "Free"),
    ],
)
def test_how_a_licence_stands_goes_with_the_time(organisation: Organisation, moment: str, word: str, plan: str) -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False):
        issued(organisation, until=date(2027, 5, 31))
    with time_machine.travel(f"{moment} 09:00Z", tick=False):
        standing = queries.standing(organisation)
    assert (standing.state.word, standing.plan) == (word, plan)


def test_without_a_licence_the_plan_is_the_free_one(organisation: Organisation) -> None:
    granted(organisation)
    standing = queries.standing(organisation)
    assert (standing.plan, standing.allows, standing.state.word) == ("Free", [], "Not issued")
    assert standing.renewed_until


def test_what_an_old_key_signed_is_to_be_renewed_and_what_a_gone_one_did_is_not_trusted(owner: Actor) -> None:
    with override_settings(SIGNING_KEYS=signing_keys(OLD)):
        issued(owner.organisation)
    with override_settings(SIGNING_KEYS=signing_keys(NEW + OLD)):
        assert queries.standing(owner.organisation).state.word == "Signed by an old key"
    with override_settings(SIGNING_KEYS=signing_keys(NEW)):
        assert queries.standing(owner.organisation).plan == "Free"
        assert queries.standing(owner.organisation).state.word == "Not trusted"
        services.issue(owner)
        assert queries.standing(owner.organisation).state.word == "Valid"


def test_an_owner_reads_plan_term_and_state_issues_and_downloads(owner: Actor, owner_client: Client) -> None:
    granted(owner.organisation)
    address = f"/o/{owner.organisation.slug}/settings/licence/"
    assert "Issue a licence for Enterprise, until" in owner_client.get(address).content.decode()
    page = owner_client.post(f"{address}issue", follow=True).content.decode()
    assert "A model may read the personal data that tools return" in page
    assert f"Issued the licence {owner.organisation.slug}-1" in page
    assert "Renew the licence" not in page
    file = owner_client.get(f"{address}download")
    assert file["Content-Disposition"] == f'attachment; filename="{owner.organisation.slug}-1.licence"'
    assert claims(file.content.decode().strip())["plan"] == "enterprise"


def test_the_page_shows_the_fingerprints_of_the_keys(owner: Actor, owner_client: Client) -> None:
    with override_settings(SIGNING_KEYS=signing_keys(NEW + OLD)):
        page = owner_client.get(f"/o/{owner.organisation.slug}/settings/licence/").content.decode()
        places = [page.index(fingerprint) for fingerprint in signing.fingerprints()]
    assert places == sorted(places)
    assert page.index("Signs") < page.index("Is accepted")


def test_there_is_nothing_to_download_before_a_licence_is_issued(owner: Actor, owner_client: Client) -> None:
    granted(owner.organisation)
    assert owner_client.get(f"/o/{owner.organisation.slug}/settings/licence/download").status_code == 404


def test_the_page_does_not_grow_with_licences(
    owner: Actor, owner_client: Client, django_assert_max_num_queries: Any
) -> None:
    for days in range(1, 20):
        granted(owner.organisation, days=days)
        services.issue(owner)
    with django_assert_max_num_queries(7):
        owner_client.get(f"/o/{owner.organisation.slug}/settings/licence/")
