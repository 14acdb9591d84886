"""What every endpoint answers whoever asks, however they ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError
from django.test import override_settings
from django.utils import timezone
from rest_framework.settings import api_settings

from console.api.base import Rates
from console.keys.models import Scope
from console.keys.services import create_key, revoke_key
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from tests import factories
from tests.api.conftest import Api

COUNTS = {"schema": 1, "batch_id": "b", "installation": "i", "runtime": "0.4.0", "samples": []}
RATES = ("reads", "writes", "counts", "anyone")
PUBLICATION = {"base_version": 0, "note": "n", "tools": {"refund_card": {"en": {"done": "Done."}}}}


@dataclass(frozen=True)
class Endpoint:
    """One, with the scope it needs and the status of a good answer, once `refund_card` is registered."""

    method: str
    path: str
    scope: Scope | None
    body: Any = field(default=b"")
    works: int = 200

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def ask(self, api: Api, **headers: str) -> Any:
        return api.send(self.method, self.path, self.body, **headers)


KEYED = [
    Endpoint("GET", "outcome-phrasings", Scope.PHRASINGS_READ),
    Endpoint("GET", "outcome-phrasings/versions", Scope.PHRASINGS_READ),
    Endpoint("GET", "outcome-phrasings/versions/1", Scope.PHRASINGS_READ, works=404),
    Endpoint("GET", "outcome-phrasings/versions/1/diff", Scope.PHRASINGS_READ, works=404),
    Endpoint("POST", "outcome-phrasings/versions", Scope.PHRASINGS_WRITE, PUBLICATION, 201),
    Endpoint("GET", "outcome-phrasings/suggestions", Scope.PHRASINGS_READ),
    Endpoint("POST", "outcome-phrasings/suggestions/0/accept", Scope.PHRASINGS_WRITE, {"text": "Done."}, 404),
    Endpoint("POST", "outcome-phrasings/suggestions/0/reject", Scope.PHRASINGS_WRITE, {"reason": "No."}, 404),
    Endpoint("GET", "tools", Scope.TOOLS_WRITE),
    Endpoint("PUT", "tools", Scope.TOOLS_WRITE, {"tools": [factories.REFUND], "digest": "d"}),
    Endpoint("POST", "meters", Scope.METERS_WRITE, COUNTS, 202),
]
OPEN = [Endpoint("GET", "keys", None), Endpoint("GET", "schema", None)]
MALFORMED = (b"{", b"\xff", b"[NaN]", b"[1e999]", b'["\\u0000"]', b'["\\ud800"]', b'{"a":1,"a":2}', b"[" * 10**5)
BODIES = [endpoint for endpoint in KEYED if endpoint.body]


def code_of(answer: Any, status: int) -> str:
    """The code of a problem document, which must be one."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    document = answer.json()
    assert answer.status_code == document["status"] == status
    assert document["type"] == f"urn:veraz:problem:{document['code']}"
    assert document["title"]
    code: str = document["code"]
    return code


@pytest.fixture(autouse=True)
def _tools(organisation: Organisation) -> None:
    factories.tools(organisation)


@pytest.mark.parametrize("endpoint", KEYED, ids=str)
class TestEveryKeyedEndpoint:
    def test_it_works_with_its_scope_alone(self, endpoint: Endpoint, organisation: Organisation) -> None:
        assert endpoint.scope
        api = Api(factories.api_key(organisation, endpoint.scope).secret)
        assert endpoint.ask(api).status_code == endpoint.works

    def test_every_other_scope_is_not_enough(self, endpoint: Endpoint, organisation: Organisation) -> None:
        others = [scope for scope in Scope if scope != endpoint.scope]
        answer = endpoint.ask(Api(factories.api_key(organisation, *others).secret))
        assert code_of(answer, 403) == "scope_missing"
        assert str(endpoint.scope) in answer.json()["detail"]
        assert f'scope="{endpoint.scope}"' in answer["WWW-Authenticate"]

    def test_without_a_key_it_asks_for_one(self, endpoint: Endpoint, nobody: Api) -> None:
        answer = endpoint.ask(nobody)
        assert code_of(answer, 401) == "key_missing"
        assert answer["WWW-Authenticate"] == 'Bearer realm="veraz"'

    def test_a_wrong_key_is_refused(self, endpoint: Endpoint, nobody: Api) -> None:
        for sent in ("Bearer vz_0_wrong", "Bearer", "Basic dTpw", "vz_1", "Bearer é", ""):
            assert code_of(endpoint.ask(nobody, Authorization=sent), 401) == "key_invalid", sent

    def test_an_ended_key_is_refused(self, endpoint: Endpoint, organisation: Organisation, owner: Actor) -> None:
        expired = create_key(owner, "Old", list(Scope), timezone.now() - timedelta(seconds=1))
        revoked = factories.api_key(organisation)
        revoke_key(owner, revoked.key.pk)
        for key in (expired, revoked):
            assert code_of(endpoint.ask(Api(key.secret)), 401) == "key_invalid"

    def test_it_shows_another_organisation_nothing(self, endpoint: Endpoint, organisation: Organisation) -> None:
        elsewhere = Api(factories.api_key(factories.organisation()).secret)
        factories.tools(organisation, {**factories.REFUND, "name": "only_here"})
        assert "only_here" not in endpoint.ask(elsewhere).content.decode()

    def test_its_use_of_the_key_is_noted(self, endpoint: Endpoint, organisation: Organisation) -> None:
        key = factories.api_key(organisation)
        endpoint.ask(Api(key.secret))
        key.key.refresh_from_db()
        assert key.key.last_used_at


@pytest.mark.parametrize("endpoint", [*KEYED, *OPEN], ids=str)
class TestEveryEndpoint:
    def test_a_wrong_method_is_refused_and_the_right_one_named(self, endpoint: Endpoint, api: Api) -> None:
        for method in ("DELETE", "PATCH", "OPTIONS", "TRACE"):
            answer = api.send(method, endpoint.path)
            assert code_of(answer, 405) == "method_not_allowed", method
            assert endpoint.method in answer["Allow"]

    def test_what_it_cannot_answer_in_is_refused(self, endpoint: Endpoint, api: Api) -> None:
        for accept in ("text/html", "image/*", "application/xml;q=0.9", "nonsense"):
            assert code_of(endpoint.ask(api, Accept=accept), 406) == "not_acceptable", accept

    def test_a_rate_is_held_to_and_says_when_to_come_back(
        self, endpoint: Endpoint, api: Api, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Rates, "THROTTLE_RATES", dict.fromkeys(RATES, "2/min"))
        with time_machine.travel("2027-03-01 09:00Z", tick=False) as clock:
            statuses = [endpoint.ask(api).status_code for _ in range(3)]
            answer = endpoint.ask(api)
            assert (statuses[2], code_of(answer, 429), answer["Retry-After"]) == (429, "too_many_requests", "60")
            clock.shift(61)
            assert endpoint.ask(api).status_code != 429

    def test_what_fails_is_told_as_a_problem_without_its_insides(
        self, endpoint: Endpoint, api: Api, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*args: Any, **kwargs: Any) -> None:
            raise DatabaseError("secret insides")

        monkeypatch.setattr(Rates, "allow_request", fail)
        answer = endpoint.ask(api)
        assert code_of(answer, 500) == "internal"
        assert "secret" not in answer.content.decode()


@pytest.mark.parametrize("endpoint", BODIES, ids=str)
class TestEveryBody:
    def test_what_is_no_json_is_malformed(self, endpoint: Endpoint, api: Api) -> None:
        for body in MALFORMED:
            answer = api.send(endpoint.method, endpoint.path, body)
            assert code_of(answer, 400) == "malformed", body[:20]
            assert answer.json()["detail"]

    def test_a_body_of_five_megabytes_is_refused(self, endpoint: Endpoint, api: Api) -> None:
        answer = api.send(endpoint.method, endpoint.path, b'{"tools": "' + b"x" * 5_000_000 + b'"}')
        assert code_of(answer, 413) == "too_large"

    def test_another_kind_of_body_is_not_read(self, endpoint: Endpoint, api: Api) -> None:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"):
            answer = api.send(endpoint.method, endpoint.path, endpoint.body, kind)
            assert code_of(answer, 415) == "unsupported_media_type", kind

    def test_a_body_of_another_shape_is_invalid(self, endpoint: Endpoint, api: Api) -> None:
        for body in (b"null", b"[]", b"3", b'"x"', b'{"what": 1}'):
            answer = api.send(endpoint.method, endpoint.path, body)
            assert code_of(answer, 422) == "invalid", body
            assert set(answer.json()["errors"][0]) == {"path", "code", "message", "suggestion"}


@pytest.mark.parametrize("path", ["", "nothing", "tools/", "outcome-phrasings/versions/x", "keys/1"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_an_address_that_is_none_is_a_problem_too(api: Api, method: str, path: str) -> None:
    assert code_of(api.send(method, path), 404) == "not_found"


def test_a_host_that_is_not_ours_is_a_problem_too(nobody: Api) -> None:
    assert code_of(nobody.get("keys", Host="evil.example"), 400) == "malformed"


def test_who_has_no_key_is_held_to_a_rate_by_address(nobody: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rates, "THROTTLE_RATES", {"anyone": "2/min"})
    answers = [nobody.get("tools", Authorization="Bearer guess", X_Forwarded_For=f"10.0.0.{n}") for n in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, 429]


def test_behind_a_proxy_nobody_takes_what_is_another_s_by_naming_them(
    nobody: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rates, "THROTTLE_RATES", {"anyone": "2/min"})
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    forged = [nobody.get("tools", X_Forwarded_For=f"10.0.0.{n}, 203.0.113.1").status_code for n in range(3)]
    assert forged == [401, 401, 429]
    assert nobody.get("tools", X_Forwarded_For="203.0.113.1, 10.0.0.1").status_code == 401


def test_the_addresses_of_one_network_have_one_rate(nobody: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rates, "THROTTLE_RATES", {"anyone": "1/min"})
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    places = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    assert [nobody.get("tools", X_Forwarded_For=each).status_code for each in places] == [401, 429, 401]


def test_one_key_s_rate_is_not_another_s(api: Api, organisation: Organisation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rates, "THROTTLE_RATES", {"reads": "1/min", "writes": "1/min"})
    assert [api.get("tools").status_code for _ in range(2)] == [200, 429]
    assert Api(factories.api_key(organisation).secret).get("tools").status_code == 200
    assert api.put("tools", {"tools": []}).status_code == 200


def test_problems_are_told_in_the_reader_s_language(nobody: Api) -> None:
    answer = nobody.get("tools", Accept_Language="pt-BR")
    assert answer.json()["title"] == "É preciso uma chave de API."
    assert answer.json()["code"] == "key_missing"


@override_settings(DEBUG=True)
def test_an_unknown_address_is_a_problem_in_development_too(nobody: Api) -> None:
    assert code_of(nobody.get("nothing"), 404) == "not_found"
