from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from joserfc import jws
from joserfc.jwk import KeySet

from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.organisations.services import Settings, change_settings
from phrasings.models import Draft, Version
from tests import factories
from tests.api.conftest import Api

LIVE, VERSIONS = "outcome-phrasings", "outcome-phrasings/versions"
SIGNED = "application/jose+json"


def texts(done: str) -> dict[str, Any]:
    return {"refund_card": {"en": {"done": done}, "pt-BR": {"refused": "Não dá."}}}


def publish(api: Api, base: int, done: str = "", **more: Any) -> Any:
    return api.post(
        VERSIONS, {"base_version": base, "note": "Say it.", "tools": texts(done or f"It is {base}."), **more}
    )


@pytest.fixture(autouse=True)
def _tools(organisation: Organisation) -> None:
    factories.tools(organisation)


class TestTheLiveVersion:
    def test_before_the_first_it_is_an_empty_version_0(self, api: Api) -> None:
        document = api.get(LIVE).json()
        assert (document["version"], document["tools"], document["published_at"]) == (0, {}, None)

    def test_it_is_the_document_of_the_protocol(self, api: Api, organisation: Organisation) -> None:
        publish(api, 0, "Done it.")
        document = api.get(LIVE).json()
        assert document.pop("published_at").endswith("Z")
        assert document == {
            "schema": 1,
            "organisation": organisation.slug,
            "version": 1,
            "note": "Say it.",
            "restores": None,
            "settings": {"selector_language": "en"},
            "poll_seconds": 300,
            "tools": texts("Done it."),
        }

    def test_drafts_are_not_served(self, api: Api, organisation: Organisation) -> None:
        Draft.objects.create(organisation=organisation, tool="refund_card", language="en", outcome="done", text="No.")
        assert api.get(LIVE).json()["tools"] == {}

    @pytest.mark.parametrize("accept", ["application/json", SIGNED])
    @pytest.mark.parametrize("weakened", ["", "W/"])
    def test_who_holds_it_is_told_that_nothing_changed(self, api: Api, accept: str, weakened: str) -> None:
        publish(api, 0)
        first = api.get(LIVE, Accept=accept)
        again = api.get(LIVE, Accept=accept, If_None_Match=f'"other", {weakened}{first["ETag"]}')
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == first["Cache-Control"] == "private, no-cache"
        assert {"Accept", "Authorization"} <= set(first["Vary"].replace(",", "").split())

    def test_a_new_version_and_a_new_setting_are_sent_again(self, api: Api, owner: Actor) -> None:
        held = api.get(LIVE)["ETag"]
        publish(api, 0)
        held, before = api.get(LIVE, If_None_Match=held)["ETag"], held
        assert held != before
        change_settings(owner, Settings("Shop", "pt-BR", "UTC"))
        answer = api.get(LIVE, If_None_Match=held)
        assert (answer.status_code, answer.json()["settings"]) == (200, {"selector_language": "pt-BR"})

    def test_the_plain_and_the_signed_have_tags_of_their_own(self, api: Api) -> None:
        assert api.get(LIVE)["ETag"] != api.get(LIVE, Accept=SIGNED)["ETag"]

    def test_a_tag_tells_nothing_to_who_has_no_key(self, api: Api, nobody: Api) -> None:
        assert nobody.get(LIVE, If_None_Match=api.get(LIVE)["ETag"]).status_code == 401
        assert nobody.get(LIVE, If_None_Match="*").status_code == 401

    def test_the_signed_one_is_the_plain_one_s_bytes_under_a_published_key(self, api: Api, nobody: Api) -> None:
        publish(api, 0)
        signed = api.get(LIVE, Accept=SIGNED)
        assert signed["Content-Type"] == SIGNED
        found = jws.deserialize_json(signed.json(), KeySet.import_key_set(nobody.get("keys").json()), ["Ed25519"])
        assert found.payload == api.get(LIVE).content
        header = json.loads(base64.urlsafe_b64decode(signed.json()["protected"] + "=="))
        assert (header["alg"], header["typ"]) == ("Ed25519", "outcome-phrasings+jws")

    def test_another_organisation_s_key_sees_its_own(self, api: Api, outsider: Actor) -> None:
        publish(api, 0)
        assert Api(factories.api_key(outsider.organisation).secret).get(LIVE).json()["version"] == 0

    def test_holding_it_costs_fewer_queries_and_versions_cost_none(self, api: Api) -> None:
        publish(api, 0)
        tag = api.get(LIVE)["ETag"]
        with CaptureQueriesContext(connection) as whole:
            api.get(LIVE)
        with CaptureQueriesContext(connection) as held:
            api.get(LIVE, If_None_Match=tag)
        assert (len(whole), len(held)) == (4, 3)


class TestVersions:
    @pytest.fixture
    def many(self, organisation: Organisation) -> None:
        Version.objects.bulk_create(
            Version(organisation=organisation, number=number, content={}, note="n", who="w", changed=0)
            for number in range(1, 201)
        )

    @pytest.mark.usefixtures("many")
    def test_they_are_listed_newest_first_and_page_by_page(self, api: Api) -> None:
        first = api.get(f"{VERSIONS}?limit=3").json()
        assert ([line["version"] for line in first["versions"]], first["next"]) == ([200, 199, 198], 198)
        second = api.get(f"{VERSIONS}?limit=3&before={first['next']}").json()
        assert [line["version"] for line in second["versions"]] == [197, 196, 195]
        assert api.get(f"{VERSIONS}?before=3").json()["next"] is None
        assert len(api.get(VERSIONS).json()["versions"]) == 50

    @pytest.mark.usefixtures("many")
    def test_two_hundred_take_as_many_queries_as_one(self, api: Api, django_assert_num_queries: Any) -> None:
        api.get(VERSIONS)
        with django_assert_num_queries(3):
            api.get(f"{VERSIONS}?limit=1")
        with django_assert_num_queries(3):
            api.get(f"{VERSIONS}?limit=100")

    @pytest.mark.parametrize("asked", ["limit=0", "limit=101", "before=x", "before=0", f"before={10**30}", "page=2"])
    def test_a_bad_page_is_refused(self, api: Api, asked: str) -> None:
        answer = api.get(f"{VERSIONS}?{asked}")
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, f"/{asked.split('=')[0]}")

    def test_one_is_as_it_was_published_and_may_be_kept_for_ever(self, api: Api) -> None:
        publish(api, 0, "First.")
        publish(api, 1, "Second.")
        answer = api.get(f"{VERSIONS}/1")
        assert answer.json()["tools"] == texts("First.")
        assert "immutable" in answer["Cache-Control"]
        assert api.get(f"{VERSIONS}/1", If_None_Match=answer["ETag"]).status_code == 304

    @pytest.mark.parametrize("path", ["1", "0", str(10**30), "1/diff", "0/diff"])
    def test_one_that_is_not_there_is_not_found(self, api: Api, path: str, outsider: Actor) -> None:
        factories.tools(outsider.organisation)
        publish(Api(factories.api_key(outsider.organisation).secret), 0)
        answer = api.get(f"{VERSIONS}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

    def test_a_difference_is_told_from_the_one_before_or_any_other(self, api: Api) -> None:
        for number in range(3):
            publish(api, number)
        change = {"tool": "refund_card", "language": "en", "outcome": "done", "before": "It is 1.", "after": "It is 2."}
        assert api.get(f"{VERSIONS}/3/diff").json() == {"version": 3, "with": 2, "changes": [change]}
        assert api.get(f"{VERSIONS}/3/diff?with=1").json()["changes"] == [{**change, "before": "It is 0."}]
        assert api.get(f"{VERSIONS}/1/diff?with=0").json()["changes"][0]["before"] is None
        assert api.get(f"{VERSIONS}/1/diff?with=9").status_code == 404


class TestPublishing:
    def test_a_set_is_published_and_says_where_it_is(self, api: Api) -> None:
        answer = publish(api, 0, "Done it.")
        assert (answer.status_code, answer["Location"]) == (201, "/v1/outcome-phrasings/versions/1")
        assert answer.json() == api.get(f"{VERSIONS}/1").json()

    def test_of_two_publishers_one_is_told_what_is_live_and_nothing_is_lost(self, api: Api) -> None:
        assert publish(api, 0, "First.").status_code == 201
        answer = publish(api, 0, "Second.")
        assert (answer.status_code, answer.json()["code"], answer.json()["current"]) == (409, "stale", 1)
        assert api.get(LIVE).json()["tools"] == texts("First.")

    def test_an_old_version_is_restored_as_a_new_one(self, api: Api) -> None:
        publish(api, 0, "First.")
        publish(api, 1, "Second.")
        document = api.post(VERSIONS, {"base_version": 2, "restores": 1}).json()
        assert (document["version"], document["restores"], document["note"]) == (3, 1, "Restores v1")
        assert document["tools"] == texts("First.")

    def test_what_is_live_already_is_not_published_again(self, api: Api) -> None:
        publish(api, 0, "Same.")
        answer = publish(api, 1, "Same.")
        assert (answer.status_code, answer.json()["code"]) == (422, "nothing_changed")

    def test_a_version_that_never_was_cannot_be_restored(self, api: Api) -> None:
        assert api.post(VERSIONS, {"base_version": 0, "restores": 7}).status_code == 404

    def test_an_error_is_named_with_what_would_be_right(self, api: Api) -> None:
        answer = publish(api, 0, "{argument.amout} sent.")
        [error] = answer.json()["errors"]
        assert (answer.status_code, error["path"], error["code"]) == (422, "/tools/refund_card/en/done", "path")
        assert "amount" in error["suggestion"]

    @pytest.mark.parametrize(
        ("body", "path"),
        [
            ([], ""),
            ({"note": "n", "tools": {}}, "/base_version"),
            ({"base_version": "1", "note": "n", "tools": {}}, "/base_version"),
            ({"base_version": -1, "note": "n", "tools": {}}, "/base_version"),
            ({"base_version": 0, "tools": {}}, "/note"),
            ({"base_version": 0, "note": " ", "tools": {}}, "/note"),
            ({"base_version": 0, "note": "n" * 301, "tools": {}}, "/note"),
            ({"base_version": 0, "note": "\u202e", "tools": {"x": {"en": {"done": "x"}}}}, ""),
            ({"base_version": 0, "note": "n", "tools": {"x": {"done": "No language."}}}, "/tools/x/done"),
            ({"base_version": 0, "note": "n", "tools": {"x": {"en": {"don": "x"}}}}, "/tools/x/en/don"),
            ({"base_version": 0, "note": "n", "tools": {"x": {"en": {"done": 3}}}}, "/tools/x/en/done"),
            ({"base_version": 0, "note": "n", "tools": {"<b>": {"en": {"done": "x"}}}}, "/tools/<b>/en/done"),
            ({"base_version": 0, "note": "n", "tools": {}, "extra": 1}, "/extra"),
            ({"base_version": 0, "restores": 1, "tools": {}}, "/tools"),
            ({"base_version": 0, "restores": True}, "/restores"),
        ],
    )
    def test_a_bad_body_names_the_place(self, api: Api, body: Any, path: str) -> None:
        answer = api.post(VERSIONS, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
        assert answer.json()["errors"][0]["path"] == path
        assert answer.json()["errors"][0]["message"]

    def test_the_audit_log_names_the_key(self, api: Api, organisation: Organisation) -> None:
        publish(api, 0)
        line = organisation.audit_lines.get(action="phrasings.published")
        assert line.who == Version.objects.get().who
        assert "vz_" in line.who


def test_a_template_bomb_is_no_trouble(api: Api, organisation: Organisation) -> None:
    inner = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
    factories.tools(organisation, {**factories.REFUND, "output_schema": {"properties": {"a": inner}}})
    bomb = "{each result.a max 100}{each item max 100}{item}{end}{end}"
    assert publish(api, 0, bomb).json()["errors"][0]["path"] == "/tools/refund_card/en/done"


def test_a_member_s_role_has_no_say_in_what_a_key_may(organisation: Organisation) -> None:
    factories.actor(organisation, Role.VIEWER)
    assert publish(Api(factories.api_key(organisation).secret), 0).status_code == 201
