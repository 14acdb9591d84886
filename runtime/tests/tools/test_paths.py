from typing import Any

import pytest

from veraz.tools.paths import at, may_be, personal

ORDER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "events": {"type": "array", "items": {"$ref": "#/$defs/event"}},
        "extra": {"type": "object"},
        "open": {"type": "object", "properties": {"a": {}}, "additionalProperties": True},
        "gift": {"anyOf": [{"$ref": "#/$defs/event"}, {"type": "null"}]},
    },
    "$defs": {"event": {"type": "object", "properties": {"title": {"type": "string"}}}},
}


@pytest.mark.parametrize("path", ["id", "events.0.title", "extra.anything.below", "open.else", "gift.title"])
def test_a_path_the_schema_has_or_leaves_open_may_be_there(path: str) -> None:
    assert at(ORDER, path.split(".")) is not False


@pytest.mark.parametrize("path", ["idd", "id.more", "events.title", "events.0.titel", "gift.titel"])
def test_a_path_the_schema_surely_lacks_is_not_there(path: str) -> None:
    assert at(ORDER, path.split(".")) is False


def test_parts_that_hold_together_are_looked_through() -> None:
    schema = {"allOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {}}}]}
    assert at(schema, ["a"]) == {"type": "string"}
    assert at(schema, ["c"]) is False


def test_a_circle_of_references_takes_anything() -> None:
    circle = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}
    assert at(circle, ["x", "y"]) is True
    assert list(personal(circle)) == []


def test_a_list_is_told_from_what_is_none() -> None:
    assert may_be(ORDER, at(ORDER, ["events"]), "array")
    assert not may_be(ORDER, at(ORDER, ["id"]), "array")
    assert may_be(ORDER, {"anyOf": [{"type": "null"}, {"type": "array"}]}, "array")


def test_personal_values_are_found_through_lists_branches_and_references() -> None:
    schema = {
        "properties": {
            "buyer": {"$ref": "#/$defs/person"},
            "guests": {"type": "array", "items": {"$ref": "#/$defs/person"}},
            "card": {"x-personal": True, "properties": {"number": {"x-personal": True}}},
            "note": {"x-personal": False},
        },
        "$defs": {"person": {"properties": {"name": {"x-personal": True}, "friend": {"$ref": "#/$defs/person"}}}},
    }
    assert list(personal(schema)) == [("buyer", "name"), ("guests", "*", "name"), ("card",)]
