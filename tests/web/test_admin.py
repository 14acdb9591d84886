from __future__ import annotations

import pytest
from django.test import Client

from console.accounts.models import User
from console.audit.models import AuditLine
from console.keys.models import ApiKey
from console.organisations import services
from console.organisations.actor import Actor
from tests import factories


@pytest.fixture
def operator_client() -> Client:
    operator = User.objects.create_superuser("operator@example.com", factories.PASSWORD)
    return factories.signed_in(operator)


@pytest.mark.parametrize(
    "kind",
    [
        *("organisations/organisation", "organisations/invitation", "keys/apikey", "audit/auditline", "accounts/user"),
        *("webhooks/endpoint", "webhooks/delivery", "alerts/alert", "letters/letter"),
        *("meters/installation", "meters/batch"),
    ],
)
def test_an_operator_lists_and_searches(operator_client: Client, kind: str) -> None:
    assert operator_client.get(f"/admin/{kind}/?q=shop").status_code == 200


@pytest.mark.parametrize("odd", ["²", "9" * 20, "-1", "\0", "nobody"])
def test_a_grant_to_what_is_no_organisation_is_refused(operator_client: Client, odd: str) -> None:
    asked = {"organisation": odd, "plan": "business", "until": "2030-01-01", "days": "365"}
    assert operator_client.post("/admin/licences/grant/add/", asked).status_code == 200
    assert operator_client.get("/admin/licences/grant/add/", asked).status_code in (200, 400)


def test_a_key_is_shown_by_its_prefix_alone(operator_client: Client, owner: Actor) -> None:
    key = factories.api_key(owner.organisation).key
    page = operator_client.get(f"/admin/keys/apikey/{key.pk}/change/").content.decode()
    assert key.prefix in page
    assert key.digest not in page
    assert operator_client.post(f"/admin/keys/apikey/{key.pk}/delete/", {"post": "yes"}).status_code == 403
    assert ApiKey.objects.exists()


def test_not_even_an_operator_changes_the_audit_log(operator_client: Client, owner: Actor) -> None:
    services.change_settings(owner, services.Settings("Renamed", "en", "UTC"))
    line = AuditLine.objects.get()
    address = f"/admin/audit/auditline/{line.pk}"
    assert operator_client.get(f"{address}/change/").status_code == 200
    assert operator_client.post(f"{address}/change/", {"who": "x"}).status_code == 403
    assert operator_client.post(f"{address}/delete/", {"post": "yes"}).status_code == 403


def test_an_owner_of_an_organisation_is_no_operator(owner_client: Client) -> None:
    assert owner_client.get("/admin/").status_code == 302


def test_a_webhook_is_shown_without_its_secret_and_its_path(operator_client: Client, owner: Actor) -> None:
    endpoint = factories.endpoint(owner.organisation, "https://hooks.example.com/token").endpoint
    page = operator_client.get(f"/admin/webhooks/endpoint/{endpoint.pk}/change/").content.decode()
    assert endpoint.name in page
    assert endpoint.secret not in page
    assert "hooks.example.com" not in page
