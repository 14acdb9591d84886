from typing import Any

import pytest

from veraz.tools import Tool


def faults(schema: dict[str, Any], sent: dict[str, Any]) -> list[str]:
    return [str(fault) for fault in Tool("order", write=True, input_schema=schema).faults(sent)]


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"type": "number"}, "all", "takes a number"),
        ({"type": ["integer", "null"]}, "x", "takes a whole number or null"),
        ({"enum": ["s", "l"]}, "m", 'takes one of: "s", "l"'),
        ({"const": "GBP"}, "USD", 'takes "GBP" alone'),
        ({"minimum": 1}, 0, "takes 1 or more"),
        ({"exclusiveMaximum": 9}, 9, "takes less than 9"),
        ({"multipleOf": 5}, 7, "takes a multiple of 5"),
        ({"minLength": 3}, "ab", "takes text of 3 or more characters"),
        ({"maxItems": 1}, [1, 2], "takes a list of at most 1"),
        ({"pattern": "^a"}, "b", "takes text that matches ^a"),
        ({"format": "date-time"}, "2027-03-05T10:00", "takes a date and time with its offset"),
        ({"format": "time"}, "10:00", "takes a time with its offset"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 3, "takes text or null"),
        (False, 3, "is not taken"),
        ({"not": {"type": "number"}}, 3, "does not fit its schema"),
    ],
)
def test_a_fault_names_the_argument_and_what_it_takes(schema: Any, value: Any, told: str) -> None:
    (fault,) = faults({"properties": {"v": schema}}, {"v": value})
    assert fault.startswith(f"v: {told}")


def test_what_is_missing_or_too_much_is_named_where_it_belongs() -> None:
    address = {"type": "object", "properties": {"street": {}}, "required": ["street"], "additionalProperties": False}
    schema = {"properties": {"to": {"type": "array", "items": address}}, "required": ["order_id"]}
    told = ["order_id: is missing", "to.0.*: is not taken", "to.0.street: is missing"]
    assert sorted(faults(schema, {"to": [{"city": "Leeds"}]})) == told


def test_of_several_forms_the_one_that_comes_nearest_is_told_of() -> None:
    card = {"properties": {"kind": {"const": "card"}, "digits": {"type": "string"}}, "required": ["kind", "digits"]}
    schema = {"properties": {"pay": {"oneOf": [{"type": "string"}, card]}}}
    assert faults(schema, {"pay": {"kind": "card", "digits": 4}}) == ["pay.digits: takes text"]


def test_a_value_that_fits_two_forms_of_which_it_may_fit_one_is_told_so() -> None:
    schema = {"properties": {"v": {"oneOf": [{"type": "number"}, {"minimum": 0}, {"type": "string"}]}}}
    assert faults(schema, {"v": 3}) == ["v: fits several of its forms; it takes one"]


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        ({"type": "number"}, "ana@example.com"),
        ({"pattern": "^x"}, "ana@example.com"),
        ({"format": "date"}, "ana@example.com"),
        ({"enum": ["a"]}, "ana@example.com"),
        ({"additionalProperties": False}, {"ana@example.com": 1}),
        ({"additionalProperties": False}, {"ana_souza": 1}),
        ({"additionalProperties": {"type": "number"}}, {"ana_souza": "x"}),
        ({"propertyNames": {"maxLength": 2}}, {"ana@example.com": 1}),
        ({"additionalProperties": {"type": "number"}}, {"ana@example.com": "x"}),
    ],
)
def test_a_fault_never_holds_what_was_sent(schema: Any, sent: Any) -> None:
    (fault,) = faults({"properties": {"v": schema}}, {"v": sent})
    assert "ana" not in fault


def test_a_call_with_many_faults_names_the_first_few() -> None:
    schema = {"properties": {f"n{n}": {"type": "number"} for n in range(100)}}
    assert len(faults(schema, {f"n{n}": "x" for n in range(100)})) == 8
