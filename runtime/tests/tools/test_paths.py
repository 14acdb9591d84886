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


def test_personal_values_are_found_wherever_a_schema_may_speak_of_them() -> None:
    name = {"properties": {"name": {"x-personal": True}}}
    schema = {
        "$ref": "#/$defs/order",
        "properties": {"pair": {"prefixItems": [{}, name]}, "card": {"$ref": "#/$defs/text", "x-personal": True}},
        "patternProperties": {"^phone": {"x-personal": True}},
        "then": {"properties": {"cpf": {"x-personal": True}}},
        "dependentSchemas": {"a": {"properties": {"rg": {"x-personal": True}}}},
        "$defs": {"order": {"properties": {"buyer": name}}, "text": {"type": "string"}},
    }
    found = {".".join(path) for path in personal(schema)}
    assert found == {"pair.*.name", "card", "*", "cpf", "rg", "buyer.name"}


def test_what_stands_beside_a_reference_is_looked_through_too() -> None:
    schema = {"$ref": "#/$defs/a", "properties": {"b": {}}, "$defs": {"a": {"properties": {"a": {"type": "string"}}}}}
    assert at(schema, ["a"]) == {"type": "string"}
    assert at(schema, ["b"]) is not False
    assert at(schema, ["c"]) is False


def test_places_of_a_list_and_what_holds_on_a_condition_are_looked_through() -> None:
    schema = {"prefixItems": [{"type": "string"}], "items": False, "then": {"properties": {"cpf": {"type": "string"}}}}
    assert at(schema, ["0"]) == {"type": "string"}
    assert at(schema, ["1"]) is False
    assert at(schema, ["cpf"]) is not False


def test_what_lies_outside_a_schema_may_be_anything() -> None:
    assert at({"$ref": "https://example.com/order.json"}, ["a"]) is True
    assert at({"$ref": "#order"}, ["a"]) is True
