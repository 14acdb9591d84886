import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from veraz.errors import ToolError
from veraz.tools import Tool


def check(schema: Any, value: Any) -> bool:
    """Whether a call with ``value`` as its one argument may run."""
    made = Tool.of({"name": "order", "input_schema": {"type": "object", "properties": {"v": schema}}})
    return made.refusal({"v": value}) is None


def refused(schema: Any) -> str:
    with pytest.raises(ToolError) as caught:
        Tool.of({"name": "order", "input_schema": {"type": "object", "properties": {"v": schema}}})
    return str(caught.value)


@pytest.mark.parametrize(
    "schema",
    [
        {"prefixItems": [{"type": "string"}]},
        {"unevaluatedProperties": False},
        {"unevaluatedItems": False},
        {"dependentRequired": {"a": ["b"]}},
        {"dependentSchemas": {"a": {}}},
        {"contains": {}, "minContains": 2},
        {"contains": {}, "maxContains": 2},
        {"$dynamicRef": "#node"},
        {"contentSchema": {}},
    ],
)
def test_a_keyword_that_would_not_be_checked_refuses_the_schema(schema: dict[str, Any]) -> None:
    keyword = list(schema)[-1]
    assert refused(schema).startswith(f"tool 'order': input_schema #/properties/v: {keyword} is not checked")


def test_a_property_may_have_the_name_of_a_keyword() -> None:
    schema = {"properties": {"prefixItems": {"type": "string"}, "$ref": {"type": "string"}, "id": {"type": "string"}}}
    assert check(schema, {"prefixItems": "x", "$ref": "y", "id": "z"})
    assert not check(schema, {"$ref": 1})


@pytest.mark.parametrize("ref", ["http://127.0.0.1:9/x", "file:///etc/passwd", "other.json#/a", "#anchor", "", 7])
def test_a_reference_out_of_the_schema_is_refused_unopened(ref: Any) -> None:
    assert "is not local" in refused({"$ref": ref})


def test_a_reference_is_followed_and_one_to_nothing_is_refused() -> None:
    schema = {"type": "object", "properties": {"v": {"$ref": "#/$defs/word"}}, "$defs": {"word": {"type": "string"}}}
    made = Tool.of({"name": "order", "input_schema": schema})
    assert made.refusal({"v": "tea"}) is None
    assert made.refusal({"v": 1}) == "argument_schema"
    assert "points at no schema" in refused({"$ref": "#/$defs/none"})


def test_what_stands_beside_a_reference_and_would_be_passed_over_is_refused() -> None:
    assert "minLength beside $ref is not checked" in refused({"$ref": "#", "minLength": 2})


def test_an_id_that_would_move_references_is_refused() -> None:
    assert "$id below the root" in refused({"$id": "http://example.com/", "type": "string"})


def test_a_schema_that_leads_back_to_itself_is_refused_and_does_not_hang() -> None:
    with pytest.raises(ToolError, match="without end"):
        Tool.of({"name": "order", "input_schema": {"allOf": [{"$ref": "#"}]}})


def test_a_const_is_held_to() -> None:
    made = Tool.of({"name": "order", "input_schema": {"properties": {"currency": {"const": "GBP"}}}})
    assert made.refusal({"currency": "GBP"}) is None
    assert made.refusal({"currency": "USD"}) == "argument_schema"


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-03/schema#", "http://json-schema.org/draft-04/schema#", 4]
)
def test_a_draft_that_is_not_read_is_refused(draft: Any) -> None:
    with pytest.raises(ToolError, match=r"\$schema: .* is not read; use one of: draft-06"):
        Tool.of({"name": "order", "input_schema": {"$schema": draft}})


@pytest.mark.parametrize(
    ("schema", "what"),
    [
        ({"type": "text"}, "type must be"),
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


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_not_a_number_and_infinity_are_refused_wherever_they_stand(value: float) -> None:
    assert not check({}, value)
    assert not check({}, {"deep": [value]})
    assert not check({"type": "number"}, value)


def test_true_is_not_one() -> None:
    assert not check({"type": "number"}, True)
    assert not check({"type": "integer"}, False)
    assert not check({"enum": [1]}, True)


def test_values_that_are_not_json_are_refused() -> None:
    for value in (b"x", {1, 2}, {1: "x"}, object()):
        assert not check({}, value)


def test_the_check_changes_neither_the_schema_nor_the_call() -> None:
    schema = {
        "type": "object",
        "properties": {"v": {"$ref": "#/$defs/n", "default": 3}},
        "$defs": {"n": {"type": "integer"}},
    }
    before, sent = copy.deepcopy(schema), dict[str, Any]()
    made = Tool.of({"name": "order", "input_schema": schema})
    assert made.refusal(sent) is None
    assert (made.input_schema, sent) == (before, {})


def test_a_tools_check_stays_as_it_was_registered() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"v": {"type": "string"}}}
    made = Tool.of({"name": "order", "input_schema": schema})
    schema["properties"]["v"]["type"] = "integer"
    assert made.refusal({"v": "tea"}) is None


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("date", "2028-02-29", "2027-02-29"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567"),
        ("email", "ana@example.com", "ana"),
        ("ipv4", "10.0.0.1", "10.0.0.256"),
    ],
)
def test_known_formats_are_held_to(form: str, right: str, wrong: str) -> None:
    for draft in ("http://json-schema.org/draft-06/schema#", "https://json-schema.org/draft/2020-12/schema"):
        schema = {"$schema": draft, "type": "object", "properties": {"v": {"type": "string", "format": form}}}
        made = Tool.of({"name": "order", "input_schema": schema})
        assert made.refusal({"v": right}) is None
        assert made.refusal({"v": wrong}) == "argument_schema"


def test_a_format_of_ones_own_is_a_note_and_holds_nothing() -> None:
    assert check({"type": "number", "format": "currency"}, 12.5)


def test_a_slow_pattern_holds_texts_to_a_length_in_every_branch() -> None:
    slow = {"type": "string", "pattern": "^.*foo.*bar.*$"}
    assert check(slow, "a foo and a bar")
    assert not check(slow, "foo bar" + "x" * 5_000)
    assert not check({"not": slow}, "x" * 5_000)
    assert check({"not": slow}, "x" * 50)


_names = st.sampled_from(["a", "b", "c"])
_leaves = st.one_of(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["string", "number", "integer", "boolean", "null", "array", "object"])}
    ),
    st.fixed_dictionaries({"type": st.just("number"), "minimum": st.integers(-3, 3)}),
    st.fixed_dictionaries({"exclusiveMaximum": st.integers(-3, 3)}),
    st.fixed_dictionaries({"type": st.just("string"), "maxLength": st.integers(0, 3)}),
    st.fixed_dictionaries({"type": st.just("string"), "pattern": st.sampled_from(["^a", "b+$", "^(a|b)*$", "[0-9]"])}),
    st.fixed_dictionaries(
        {"enum": st.lists(st.sampled_from([1, True, "a", None, 0, False, [1], {"a": 1}]), min_size=1)}
    ),
    st.just({}),
    st.booleans(),
)
_schemas = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.fixed_dictionaries({"items": inner, "minItems": st.integers(0, 2)}),
        st.fixed_dictionaries({"properties": st.dictionaries(_names, inner), "additionalProperties": inner}),
        st.fixed_dictionaries({"required": st.lists(_names, unique=True), "maxProperties": st.integers(0, 3)}),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"oneOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"allOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"not": inner}),
        st.fixed_dictionaries({"if": inner, "then": inner, "else": inner}),
    ),
    max_leaves=6,
)
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-4, 4) | st.sampled_from([0.5, 1.0, -2.0]) | st.text("ab1", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names, inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=400, deadline=None)
@given(_schemas, _values)
def test_the_check_agrees_with_another_reading_of_the_standard(schema: Any, value: Any) -> None:
    assert check(schema, value) == Draft202012Validator(schema).is_valid(value), json.dumps([schema, value])
