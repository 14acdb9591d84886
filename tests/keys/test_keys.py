from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from console.audit.models import AuditLine
from console.keys import queries, services
from console.keys.models import ApiKey, Scope
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.pages.problems import Conflict
from tests import factories
from tests.questions import Questions, View


def a_key(organisation: Organisation) -> dict[str, Any]:
    return {"pk": factories.api_key(organisation).key.pk}


NEW = {"name": "Runtime", "scopes": ["phrasings:read", "meters:write"], "lasts": "365"}
VIEWS = [
    View("keys:list", least=Role.OWNER, part=True),
    View("keys:list", "POST", Role.OWNER, data=NEW, works=201),
    View("keys:rotate", "POST", Role.OWNER, a_key, {"overlap": "7"}, works=201),
    View("keys:revoke", "POST", Role.OWNER, a_key, works=302),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    pass


def test_a_key_is_shown_once_and_its_secret_kept_nowhere(owner: Actor, owner_client: Client) -> None:
    address = f"/o/{owner.organisation.slug}/settings/keys/"
    answer = owner_client.post(address, NEW)
    secret = re.search(r"vz_[0-9a-f]{8}_[\w-]{43}", answer.content.decode())
    assert secret
    assert answer["Cache-Control"] == "no-store"
    assert secret[0] not in owner_client.get(address).content.decode()
    assert secret[0] not in str([*ApiKey.objects.values(), *AuditLine.objects.values()])


def test_a_key_whose_name_does_not_print_is_not_made(owner: Actor, owner_client: Client) -> None:
    answer = owner_client.post(f"/o/{owner.organisation.slug}/settings/keys/", {**NEW, "name": "Run\x07time"})
    assert (answer.status_code, ApiKey.objects.exists()) == (422, False)


def test_a_key_is_recognised_with_its_organisation_and_scopes(organisation: Organisation) -> None:
    new = factories.api_key(organisation, Scope.PHRASINGS_READ)
    key = services.recognise(new.secret)
    assert key
    assert (key.organisation, key.may(Scope.PHRASINGS_READ), key.may(Scope.PLAN)) == (organisation, True, False)


def test_a_wrong_or_shortened_key_is_nobodys(organisation: Organisation) -> None:
    secret = factories.api_key(organisation).secret
    assert services.recognise(secret[:-1]) is None
    assert services.recognise("") is None


def test_a_revoked_key_stops_at_once_and_cannot_be_revoked_again(owner: Actor) -> None:
    new = factories.api_key(owner.organisation)
    services.revoke_key(owner, new.key.pk)
    assert services.recognise(new.secret) is None
    with pytest.raises(Conflict, match="already ended"):
        services.revoke_key(owner, new.key.pk)


def test_a_rotated_key_works_beside_the_new_one_for_a_while(owner: Actor) -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False):
        old = factories.api_key(owner.organisation, Scope.TOOLS_WRITE)
        new = services.rotate_key(owner, old.key.pk, timedelta(days=7))
        assert services.recognise(old.secret)
    assert new.key.scopes == [Scope.TOOLS_WRITE]
    with time_machine.travel("2027-03-08 09:00Z", tick=False):
        assert services.recognise(old.secret) is None
        assert services.recognise(new.secret)


def test_a_rotation_never_lengthens_a_key(owner: Actor) -> None:
    soon = timezone.now() + timedelta(hours=1)
    old = services.create_key(owner, "Short", [Scope.PLAN], soon)
    services.rotate_key(owner, old.key.pk, timedelta(days=7))
    old.key.refresh_from_db()
    assert old.key.expires_at == soon


def test_use_is_noted_at_most_once_a_minute(organisation: Organisation) -> None:
    new = factories.api_key(organisation)
    for moment in ("2027-03-01 09:00:00Z", "2027-03-01 09:00:30Z"):
        with time_machine.travel(moment, tick=False):
            services.recognise(new.secret)
    assert ApiKey.objects.get().last_used_at.isoformat() == "2027-03-01T09:00:00+00:00"


@pytest.mark.parametrize("scope", [Scope.PHRASINGS_WRITE, Scope.TOOLS_WRITE])
def test_a_key_that_writes_acts_as_a_publisher_and_any_other_reads(organisation: Organisation, scope: Scope) -> None:
    writer = factories.api_key(organisation, scope).key
    reader = factories.api_key(organisation, Scope.PHRASINGS_READ, Scope.METERS_WRITE).key
    assert queries.actor(writer).role == Role.PUBLISHER
    assert queries.actor(reader).role == Role.VIEWER
    assert writer.prefix in queries.actor(writer).name


def test_a_key_without_a_scope_is_refused_and_the_name_kept(owner: Actor, owner_client: Client) -> None:
    page = owner_client.post(f"/o/{owner.organisation.slug}/settings/keys/", {"name": "Kept", "lasts": "30"})
    assert page.status_code == 422
    assert 'value="Kept"' in page.content.decode()


def test_queries_do_not_grow_with_keys(owner: Actor, owner_client: Client, django_assert_max_num_queries: Any) -> None:
    for _each in range(30):
        factories.api_key(owner.organisation)
    with django_assert_max_num_queries(6):
        owner_client.get(f"/o/{owner.organisation.slug}/settings/keys/")
