from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from console.tools.models import Tool
from tests.api.conftest import Api
from tests.factories import REFUND

READ = {"name": "get_order", "write": False, "input_schema": {}}


def put(api: Api, *tools: Any, **more: Any) -> Any:
    return api.put("tools", {"tools": list(tools), **more})


def test_a_registration_says_what_changed_and_what_has_no_phrasing(api: Api) -> None:
    put(api, REFUND, READ)
    phrased = {"refund_card": {"en": {"done": "Done."}}}
    api.post("outcome-phrasings/versions", {"base_version": 0, "note": "n", "tools": phrased})
    answer = put(api, REFUND, {**READ, "name": "list_orders"}, digest="second")
    assert answer.json() == {
        "digest": "second",
        "added": ["list_orders"],
        "changed": [],
        "absent": ["get_order"],
        "unchanged": ["refund_card"],
        "unphrased": ["list_orders"],
    }


def test_the_same_set_twice_is_answered_the_same_but_for_what_it_did(api: Api) -> None:
    first, again = (put(api, REFUND, digest="d").json() for _ in range(2))
    assert (first["added"], again["added"], again["unchanged"]) == (["refund_card"], [], ["refund_card"])
    assert first["digest"] == again["digest"]


def test_what_was_registered_can_be_read_back(api: Api) -> None:
    assert api.get("tools").json() == {"digest": None, "registered_at": None, "tools": []}
    put(api, REFUND, digest="d")
    found = api.get("tools").json()
    [tool] = found["tools"]
    assert (found["digest"], tool.pop("present")) == ("d", True)
    assert tool.pop("first_seen_at") == tool.pop("last_seen_at") == found["registered_at"]
    assert tool == REFUND


def test_a_fault_is_named_with_its_path(api: Api) -> None:
    schema = {"properties": {"email": {"type": "string", "default": "ana@example.com"}}}
    answer = put(api, READ, {**REFUND, "input_schema": schema})
    [error] = answer.json()["errors"]
    assert answer.status_code == 422
    assert (error["path"], error["code"]) == ("/tools/1/input_schema/properties/email/default", "keyword")
    assert "ana@example.com" not in answer.content.decode()


@pytest.mark.parametrize("digest", ["", "x" * 129, 3, None])
def test_a_digest_is_a_short_text(api: Api, digest: Any) -> None:
    assert put(api, READ, digest=digest).json()["errors"][0]["path"] == "/digest"


def test_two_hundred_tools_take_as_many_queries_as_one(api: Api) -> None:
    put(api, READ)
    with CaptureQueriesContext(connection) as few:
        api.get("tools")
    put(api, *({**READ, "name": f"get_{number}"} for number in range(200)))
    with CaptureQueriesContext(connection) as many:
        assert len(api.get("tools").json()["tools"]) == 201
    assert len(many) == len(few)


def test_a_stored_definition_that_is_no_longer_taken_does_not_break_the_list(api: Api) -> None:
    put(api, REFUND)
    Tool.objects.update(definition="no json")
    assert [tool["name"] for tool in api.get("tools").json()["tools"]] == ["refund_card"]
