import json
from typing import Any

import pytest

from veraz.languages import PORTUGUESE
from veraz.outcomes import Outcome
from veraz.phrasings import sample, sample_call
from veraz.tools import Tool

TEXT, NUMBER = {"type": "string"}, {"type": "number"}


def named(name: str, schema: dict[str, Any]) -> Any:
    return sample({"type": "object", "properties": {name: schema}})[name]


@pytest.mark.parametrize(
    ("name", "schema", "value"),
    [
        ("order_id", TEXT, "4412"),
        ("order_id", {"type": "integer"}, 4412),
        ("unit_price", NUMBER, 12.5),
        ("unit_price", TEXT, "12.5"),
        ("moeda", TEXT, "GBP"),
        ("contact", {"type": "string", "format": "email"}, "ana@example.com"),
        ("customer_name", TEXT, "Ana Lima"),
        ("paid_on", {"type": "string", "format": "date"}, "2026-10-09"),
        ("title", {"type": "string", "maxLength": 4}, "Blue"),
        ("seats", {"type": "integer", "minimum": 7}, 7),
        ("seats", {"type": "integer", "exclusiveMaximum": 2}, 1),
        ("status", {"enum": [None, "lost", "found"]}, "lost"),
        ("plan", {"const": "gold"}, "gold"),
        ("plan", {"type": "string", "examples": ["silver"]}, "silver"),
        ("gift", {"type": "boolean"}, True),
        ("note", {"type": "null"}, None),
        ("note", {"anyOf": [{"type": "null"}, NUMBER]}, 3),
    ],
)
def test_a_value_suits_its_name_its_format_and_its_bounds(name: str, schema: dict[str, Any], value: Any) -> None:
    assert named(name, schema) == value


def test_a_list_has_three_items_that_differ_unless_its_schema_says_how_many() -> None:
    assert len(set(named("titles", {"type": "array", "items": TEXT}))) == 3
    assert len(named("titles", {"type": "array", "items": TEXT, "minItems": 5})) == 5
    assert len(named("titles", {"type": "array", "items": TEXT, "maxItems": 1})) == 1
    assert sample({"type": "array", "items": [TEXT, NUMBER]}) == ["example", 1]


def test_values_are_written_in_the_language_asked() -> None:
    assert sample({"type": "object", "properties": {"title": TEXT}}, PORTUGUESE) == {"title": "Caderno azul"}


def test_parts_are_put_together() -> None:
    parts = [{"properties": {"id": TEXT}}, {"properties": {"total": NUMBER, "gone": False}}]
    assert sample({"allOf": parts}) == {"id": "4412", "total": 12.5}


def test_what_stands_inside_itself_is_left_out() -> None:
    node = {"type": "object", "properties": {"title": TEXT, "next": {"$ref": "#"}, "all": {"items": {"$ref": "#"}}}}
    assert sample(node) == {"title": "Blue notebook", "all": []}


def test_a_sample_of_any_schema_is_of_a_size_to_show() -> None:
    lists: dict[str, Any] = TEXT
    for _ in range(20):
        lists = {"type": "array", "items": lists, "minItems": 20}
    wide = {"type": "object", "properties": {f"field_{number}": lists for number in range(5_000)}}
    assert len(json.dumps(sample(wide))) < 100_000


def test_a_call_has_a_result_where_it_ran_and_a_reason_where_it_did_not() -> None:
    tool = Tool.of({"name": "refund_card", "output_schema": {"type": "object", "properties": {"id": TEXT}}})
    done, refused = sample_call(tool, Outcome.DONE), sample_call(tool, Outcome.REFUSED)
    assert (done.arguments, done.result, done.reason) == ({}, {"id": "4412"}, None)
    assert (refused.result, refused.reason) == (None, "argument_schema")
