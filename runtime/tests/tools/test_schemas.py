from typing import Any

import pytest

from veraz import Checker
from veraz.errors import ToolError
from veraz.tools import Tool


def refused(schema: Any) -> str:
    with pytest.raises(ToolError) as caught:
        Tool.of({"name": "order", "input_schema": {"type": "object", "properties": {"v": schema}}})
    return str(caught.value)


@pytest.mark.parametrize(
    ("schema", "what"),
    [
        ({"type": "text"}, "type must be"),
        ({"type": {}}, "type must be"),
        ({"$ref": 7}, "$ref must be text"),
        ({"minimum": "1"}, "minimum must be a number"),
        ({"exclusiveMinimum": True}, "exclusiveMinimum must be a number"),
        ({"maxLength": -1}, "maxLength must be"),
        ({"multipleOf": 0}, "multipleOf must be"),
        ({"required": ["a", "a"]}, "required must be"),
        ({"properties": []}, "#/properties/v/properties: must be an object of schemas"),
        ({"anyOf": {}}, "must be a list of schemas"),
        ({"items": "string"}, "must be an object, true or false"),
        ({"default": float("nan")}, "is not JSON"),
        ("string", "must be an object, true or false"),
    ],
)
def test_a_schema_that_is_none_is_refused_with_its_place(schema: Any, what: str) -> None:
    assert what in refused(schema)


def test_a_schema_too_deep_or_too_large_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(40):
        deep = {"not": deep}
    assert "nested deeper than 32" in refused(deep)
    assert "larger than" in refused({"enum": ["x" * 300_000]})


def test_a_schema_that_shares_its_parts_without_end_is_refused() -> None:
    wide: dict[str, Any] = {}
    for _ in range(12):
        wide = {"allOf": [wide] * 8}
    assert "larger than" in refused(wide)


@pytest.mark.parametrize(
    "schema",
    [{"$ref": "https://example.com/order.json"}, {"$dynamicRef": "#node"}, {"pattern": "["}, {"$schema": "my own"}],
)
def test_replies_are_checked_beside_a_schema_that_no_call_could_be_held_to(schema: dict[str, Any]) -> None:
    checker = Checker([{"name": "refund_card", "write": True, "input_schema": schema}])
    assert checker.check("I've refunded your card.").text == "Not done: refund card."


def test_a_schema_in_capitals_is_walked_as_any_other() -> None:
    schema = {"type": "OBJECT", "properties": {"lines": {"type": "ARRAY", "items": {"type": "STRING"}}}}
    made = Tool("order", write=True, input_schema=schema)
    assert made.input_schema["properties"]["lines"]["type"] == "array"
    assert schema["type"] == "OBJECT"


def test_a_schema_is_kept_as_the_object_it_was_given_as() -> None:
    schema = {"type": "object", "properties": {"v": {"type": "string"}}}
    assert Tool("order", write=True, input_schema=schema).input_schema is schema
