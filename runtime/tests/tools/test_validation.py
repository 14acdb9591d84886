import copy
import json
from concurrent.futures import ThreadPoolExecutor
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
    made = Tool.of({"name": "order", "input_schema": {"type": "object", "properties": {"v": schema}}})
    with pytest.raises(ToolError) as caught:
        made.compile()
    return str(caught.value)


@pytest.mark.parametrize(
    "keyword", ["$dynamicRef", "$recursiveRef", "$anchor", "contentSchema", "divisibleBy", "extends"]
)
def test_a_keyword_that_would_not_be_checked_refuses_the_schema(keyword: str) -> None:
    schema = {keyword: "#node"}
    assert refused(schema).startswith(f"tool 'order': input_schema #/properties/v: {keyword} is not checked")


def test_a_property_may_have_the_name_of_a_keyword() -> None:
    schema = {"properties": {"prefixItems": {"type": "string"}, "$ref": {"type": "string"}, "id": {"type": "string"}}}
    assert check(schema, {"prefixItems": "x", "$ref": "y", "id": "z"})
    assert not check(schema, {"$ref": 1})


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        ({"prefixItems": [{"type": "string"}], "items": {"type": "number"}}, ["a", 1], ["a", "b"]),
        ({"dependentRequired": {"card": ["cvc"]}}, {"card": 1, "cvc": 2}, {"card": 1}),
        ({"dependentSchemas": {"a": {"required": ["b"]}}}, {"b": 1}, {"a": 1}),
        ({"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False}, {"a": 1}, {"b": 1}),
        ({"contains": {"const": 1}, "minContains": 2}, [1, 1], [1]),
        ({"contains": {"const": 1}, "maxContains": 1}, [1], [1, 1]),
        ({"type": "string", "pattern": r"^\p{L}+$"}, "órgão", "8"),
        ({"type": "STRING"}, "a", 8),
        ({"type": ["STRING", "NULL"]}, None, 8),
        ({"items": [{"type": "string"}], "additionalItems": False}, ["a"], ["a", "b"]),
        ({"dependencies": {"card": ["cvc"]}}, {"cvc": 1}, {"card": 1}),
        ({"type": "string", "pattern": r"^(?=.*[A-Z])(?=.*\d).{8,}$"}, "Passw0rd", "password"),
        ({"type": "string", "pattern": r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$"}, "12.50", "all"),
    ],
)
def test_what_schemas_of_the_field_say_is_held_to(schema: dict[str, Any], right: Any, wrong: Any) -> None:
    assert check(schema, right)
    assert not check(schema, wrong)


def test_a_schema_of_two_drafts_at_once_is_refused() -> None:
    assert "prefixItems is not checked" in refused({"prefixItems": [{}], "not": {"items": [{}]}})


@pytest.mark.parametrize("ref", ["http://127.0.0.1:9/x", "file:///etc/passwd", "other.json#/a", "#anchor", ""])
def test_a_reference_out_of_the_schema_is_refused_unopened(ref: Any) -> None:
    assert "is not local" in refused({"$ref": ref})


def test_a_reference_is_followed_and_one_to_nothing_is_refused() -> None:
    schema = {"type": "object", "properties": {"v": {"$ref": "#/$defs/word"}}, "$defs": {"word": {"type": "string"}}}
    made = Tool.of({"name": "order", "input_schema": schema})
    assert made.refusal({"v": "tea"}) is None
    assert made.refusal({"v": 1}) == "argument_schema"
    assert "points at no schema" in refused({"$ref": "#/$defs/none"})


def test_what_stands_beside_a_reference_is_held_to_as_well() -> None:
    for draft in ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"):
        schema = {"$schema": draft, "$ref": "#/$defs/a", "required": ["x"], "$defs": {"a": {"type": "object"}}}
        made = Tool("order", write=True, input_schema=schema)
        assert made.refusal({"x": 1}) is None
        assert made.refusal({}) == "argument_schema"


def test_an_id_that_would_move_references_is_refused() -> None:
    assert "$id below the root" in refused({"$id": "http://example.com/", "type": "string"})


@pytest.mark.parametrize(
    "schema",
    [
        {"not": {"$ref": "#/properties/v"}},
        {"if": {"$ref": "#/properties/v"}},
        {"$ref": "#/properties/v"},
    ],
)
def test_a_schema_that_leads_back_to_itself_is_refused_and_does_not_hang(schema: dict[str, Any]) -> None:
    assert "leads back to itself without end" in refused(schema)


def test_a_const_is_held_to() -> None:
    made = Tool.of({"name": "order", "input_schema": {"properties": {"currency": {"const": "GBP"}}}})
    assert made.refusal({"currency": "GBP"}) is None
    assert made.refusal({"currency": "USD"}) == "argument_schema"


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-03/schema#", "http://json-schema.org/draft-04/schema#", 4]
)
def test_a_draft_that_is_not_read_is_refused(draft: Any) -> None:
    with pytest.raises(ToolError, match=r"\$schema: .* is not read; use one of: draft-06"):
        Tool.of({"name": "order", "input_schema": {"$schema": draft}}).compile()


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


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "a*a*a*a*a*b", "^(?=(a+)+$)a", r"^(a+)+\1$", "(x*)*y"])
def test_no_text_keeps_a_pattern_busy(pattern: str) -> None:
    assert not check({"type": "string", "pattern": pattern}, "a" * 50_000 + "!")


@pytest.mark.parametrize("pattern", ["[", r"\Z", "(" * 300, "(a{1000}){1000}"])
def test_what_is_no_pattern_or_too_large_a_one_is_refused(pattern: str) -> None:
    assert "#/properties/v/pattern: " in refused({"pattern": pattern})


@pytest.mark.parametrize(
    "turning",
    [
        {"not": {"pattern": "(?=a)b"}},
        {"if": {"pattern": "(?=a)b"}, "then": False},
        {"patternProperties": {"(?=a)b": {}}},
    ],
)
def test_a_pattern_that_looks_around_is_refused_where_giving_it_up_would_let_a_value_in(
    turning: dict[str, Any],
) -> None:
    assert "cannot stand beside a pattern that looks around" in refused(turning)


def test_a_pattern_that_looks_around_is_held_to_texts_it_gets_through() -> None:
    assert not check({"type": "string", "pattern": "^(?=a)a+$"}, "a" * 30_001)


def test_a_value_nested_too_deep_is_refused() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    tree = {"items": {"$ref": "#/properties/v"}}
    assert not check(tree, deep)
    assert check(tree, [[[]]])


@pytest.mark.parametrize(
    ("schema", "value", "fits"),
    [
        ({"type": "integer"}, 10**30, True),
        ({"type": "integer", "maximum": 10}, 10**400, False),
        ({"type": "number", "multipleOf": 0.01}, 19.99, True),
        ({"type": "number", "multipleOf": 0.01}, 19.999, False),
    ],
)
def test_large_numbers_and_cents_are_told_apart(schema: dict[str, Any], value: Any, fits: bool) -> None:
    assert check(schema, value) is fits


def test_many_threads_may_check_at_once() -> None:
    made = Tool("order", write=True, input_schema={"properties": {"n": {"type": "integer"}}})
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(made.refusal, [{"n": n if n % 2 else "x"} for n in range(200)]))
    assert found == ["argument_schema", None] * 100


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
