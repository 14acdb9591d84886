from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from console.organisations.actor import Actor
from console.organisations.models import Organisation
from phrasings.models import Draft
from tests import factories
from tests.api.conftest import Api

SUGGESTIONS = "outcome-phrasings/suggestions"


@pytest.fixture(autouse=True)
def _tools(organisation: Organisation) -> None:
    factories.tools(organisation)


def waiting(api: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(SUGGESTIONS).json()["suggestions"]
    return found


def test_what_registered_tools_suggest_waits_in_both_languages(api: Api) -> None:
    found = waiting(api)
    assert [(each["tool"], each["language"], each["outcome"]) for each in found] == [
        ("refund_card", "en", "done"),
        ("refund_card", "pt-BR", "done"),
    ]
    assert all("{result.number}" in each["text"] and "card}" not in each["text"] for each in found)


def test_one_accepted_is_a_draft_and_not_live(api: Api) -> None:
    first = waiting(api)[0]
    answer = api.post(f"{SUGGESTIONS}/{first['id']}/accept", {})
    assert (answer.status_code, answer.json()["state"]) == (200, "accepted")
    assert Draft.objects.get().text == first["text"]
    assert api.get("outcome-phrasings").json()["tools"] == {}


def test_one_is_accepted_as_edited(api: Api) -> None:
    api.post(f"{SUGGESTIONS}/{waiting(api)[0]['id']}/accept", {"text": "Your money is back."})
    assert Draft.objects.get().text == "Your money is back."


def test_a_text_with_an_error_is_refused_and_still_waits(api: Api) -> None:
    answer = api.post(f"{SUGGESTIONS}/{waiting(api)[0]['id']}/accept", {"text": "{result.numbr}"})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "/text")
    assert len(waiting(api)) == 2


def test_one_is_rejected_with_a_reason_and_only_once(api: Api) -> None:
    address = f"{SUGGESTIONS}/{waiting(api)[0]['id']}/reject"
    assert api.post(address, {"reason": "Too stiff."}).json()["reason"] == "Too stiff."
    again = api.post(address, {"reason": "Too stiff."})
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert api.get(f"{SUGGESTIONS}?state=rejected").json()["suggestions"][0]["reason"] == "Too stiff."


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "x" * 301}, {"reason": 3}])
def test_a_rejection_needs_a_reason(api: Api, body: Any) -> None:
    answer = api.post(f"{SUGGESTIONS}/{waiting(api)[0]['id']}/reject", body)
    assert answer.json()["errors"][0]["path"] == "/reason"


def test_another_organisation_s_is_not_found(api: Api, outsider: Actor) -> None:
    theirs = Api(factories.api_key(outsider.organisation).secret)
    for word, body in (("accept", {}), ("reject", {"reason": "No."})):
        assert theirs.post(f"{SUGGESTIONS}/{waiting(api)[0]['id']}/{word}", body).status_code == 404


def test_they_are_listed_page_by_page_and_narrowed(api: Api) -> None:
    first = api.get(f"{SUGGESTIONS}?limit=1").json()
    second = api.get(f"{SUGGESTIONS}?limit=1&after={first['next']}").json()
    assert (second["next"], second["suggestions"][0]["language"]) == (None, "pt-BR")
    assert len(api.get(f"{SUGGESTIONS}?language=en").json()["suggestions"]) == 1
    assert api.get(f"{SUGGESTIONS}?language=fr").status_code == 422


def test_many_take_as_many_queries_as_one(api: Api, organisation: Organisation) -> None:
    with CaptureQueriesContext(connection) as few:
        waiting(api)
    factories.tools(organisation, *({**factories.REFUND, "name": f"refund_{number}"} for number in range(60)))
    with CaptureQueriesContext(connection) as many:
        assert len(waiting(api)) == 50
    assert len(many) <= len(few)
