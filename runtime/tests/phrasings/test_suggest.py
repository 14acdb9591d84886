import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from veraz.errors import ToolError
from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.outcomes import Outcome
from veraz.phrasings import Phrasings, Suggestion, lint, sample_call, suggest
from veraz.tools import Tool, Toolset

TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
TIME = {"type": "string", "format": "date-time"}


def thing(required: list[str] | None = None, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or []}


def rows(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": thing(**properties)}


def returning(schema: Any, name: str = "get_order", sent: Any = None) -> Tool:
    return Tool.of({"name": name, "input_schema": sent or {}, "output_schema": schema})


def drafted(tool: Tool, grammar: Grammar = ENGLISH) -> str:
    (suggestion,) = suggest(tool, grammar)
    return suggestion.text


def printed(tool: Tool, suggestion: Suggestion, grammar: Grammar) -> str:
    phrasings = Phrasings.load({tool.name: {suggestion.outcome: suggestion.text}}, Toolset([tool]), grammar)
    rendered = phrasings.text_for(tool, sample_call(tool, Outcome.DONE, grammar))
    assert not rendered.defaulted
    return rendered.text


def test_a_new_thing_is_told_by_its_number_in_either_language() -> None:
    tool = returning(thing(["refund_id"], refund_id=TEXT, amount=NUMBER), "refund_card")
    assert drafted(tool) == "{Action}: number {result.refund_id}."
    assert drafted(tool, PORTUGUESE) == "{Action}: número {result.refund_id}."


def test_the_number_of_a_new_thing_may_stand_in_the_thing() -> None:
    booking = thing(["number"], number=TEXT, guest=thing(id=TEXT))
    assert drafted(returning(thing(booking=booking), "book_room")) == "{Action}: number {result.booking.number}."


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("get_order", thing(["id"], id=TEXT)),
        ("refund_card", thing(["id", "order_id"], id=TEXT, order_id=TEXT)),
        ("refund_card", thing(["status"], id=TEXT, status=TEXT)),
        ("refund_card", thing(["phone_number"], phone_number=TEXT)),
    ],
)
def test_a_look_up_two_numbers_and_a_number_not_promised_are_told_by_fields(name: str, schema: Any) -> None:
    (suggestion,) = suggest(returning(schema, name), ENGLISH)
    assert suggestion.shape == "fields"


def test_a_list_is_told_a_line_an_item_by_title_time_and_amount_with_its_currency() -> None:
    items = rows(id=TEXT, status=TEXT, title=TEXT, when=thing(start=TIME), price=NUMBER, currency=TEXT)
    assert drafted(returning(thing(events=items, next_cursor=TEXT))) == (
        "{Action}:\n{each result.events max 10}- {title}: {when.start}, {price} {currency}{end}"
    )


def test_items_without_a_title_are_told_by_their_number() -> None:
    tool = returning(rows(status=TEXT, order_id=TEXT, weight=NUMBER))
    assert drafted(tool) == "{Action}:\n{each result max 10}- {order_id}: {status}, weight {weight}{end}"


def test_a_list_inside_a_result_comes_after_what_the_result_says_of_itself() -> None:
    order = thing(id=TEXT, total=NUMBER, currency=TEXT, lines=rows(title=TEXT, unit_price=NUMBER))
    assert drafted(returning(order)) == (
        "{Action}: id {result.id}, total {result.total} {result.currency}.\n"
        "{each result.lines max 10}- {title}: {unit_price} {result.currency}{end}"
    )


def test_a_list_of_plain_values_is_told_a_line_a_value() -> None:
    tags = {"type": "array", "items": TEXT}
    assert drafted(returning(tags)) == "{Action}:\n{each result max 10}- {item}{end}"
    assert drafted(returning(thing(tags=tags))) == "{Action}:\n{each result.tags max 10}- {item}{end}"
    assert drafted(returning(thing(plan=TEXT, tags=tags))) == "{Action}: plan {result.plan}, tags {result.tags}."


def test_an_empty_list_still_reads_as_something() -> None:
    tool = returning(rows(title=TEXT), "list_events")
    phrasings = Phrasings.load({tool.name: {"done": drafted(tool)}})
    call = sample_call(tool, Outcome.DONE)
    assert phrasings.text_for(tool, type(call)(call.tool, {}, call.outcome, result=[])).text == "List events:"


def test_a_result_is_told_by_its_fields_in_the_order_of_the_schema() -> None:
    tool = returning(thing(flight=thing(departure_time=TIME, gate=TEXT), seat=TEXT, refundable=FLAG))
    assert drafted(tool) == (
        "{Action}: flight departure time {result.flight.departure_time}, flight gate {result.flight.gate}, "
        "seat {result.seat}."
    )


def test_many_fields_are_told_a_line_each_and_six_at_most() -> None:
    tool = returning(thing(**{f"field_{number}": TEXT for number in range(9)}, status=TEXT))
    lines = drafted(tool).split("\n")
    assert (len(lines), lines[0], lines[-1]) == (7, "{Action}:", "- status: {result.status}")


def test_the_thing_that_a_result_is_wrapped_in_is_not_said() -> None:
    assert drafted(returning(thing(order=thing(status=TEXT)))) == "{Action}: status {result.order.status}."


def test_portuguese_has_words_for_common_fields_and_leaves_others_as_they_are() -> None:
    tool = returning(thing(departure_time=TIME, order_id=TEXT, gate=TEXT))
    assert drafted(tool, PORTUGUESE) == (
        "{Action}: horário de partida {result.departure_time}, número de pedido {result.order_id}, gate {result.gate}."
    )


def test_fields_that_may_be_missing_are_left_out_where_others_are_promised() -> None:
    note = {"anyOf": [TEXT, {"type": "null"}]}
    assert drafted(returning(thing(["status", "note"], status=TEXT, note=note, gate=TEXT))) == (
        "{Action}: status {result.status}."
    )
    assert drafted(returning(thing(["note"], note=note))) == "{Action}: note {result.note}."


def test_one_plain_value_is_told_whole() -> None:
    assert drafted(returning(NUMBER, "get_balance")) == "{Action}: {result}."


def test_what_is_personal_is_never_drafted() -> None:
    private = {**TEXT, "x-personal": True}
    tool = returning(thing(status=TEXT, name=private, guests=rows(name=private), card={**thing(id=TEXT), **private}))
    assert drafted(tool) == "{Action}: status {result.status}."
    assert suggest(returning({**rows(title=TEXT), "x-personal": True}), ENGLISH) == ()


def test_what_would_let_someone_in_is_never_drafted() -> None:
    tool = returning(thing(["api_key", "password"], api_key=TEXT, password=TEXT), "create_login")
    assert suggest(tool, ENGLISH) == ()


def test_references_parts_and_choices_are_followed() -> None:
    node = thing(
        name=TEXT, child={"$ref": "#/$defs/node"}, children={"type": "array", "items": {"$ref": "#/$defs/node"}}
    )
    assert drafted(returning({"$ref": "#/$defs/node", "$defs": {"node": node}})) == "{Action}: name {result.name}."
    assert drafted(returning({"oneOf": [{"type": "null"}, thing(plan=TEXT), thing(error=TEXT)]})) == (
        "{Action}: plan {result.plan}."
    )
    assert drafted(returning({"allOf": [thing(plan=TEXT), thing(seat=TEXT)]})) == (
        "{Action}: plan {result.plan}, seat {result.seat}."
    )


def test_a_write_that_returns_nothing_to_tell_is_told_by_what_it_was_sent() -> None:
    sent = thing(["order_id"], order_id=TEXT, note=TEXT, name={**TEXT, "x-personal": True})
    tool = returning(thing(ok=FLAG), "refund_card", sent)
    assert drafted(tool) == "Done: {action} with order id {argument.order_id}."
    assert drafted(tool, PORTUGUESE) == "Feito: {action} com número de pedido {argument.order_id}."


@pytest.mark.parametrize(
    "schema",
    [
        None,
        {},
        {"type": "object", "additionalProperties": TEXT},
        {"type": "array"},
        {"type": "array", "items": {"type": "array", "items": rows(title=TEXT)}},
        {"$ref": "#"},
        thing(**{"two words": TEXT, "a.b": TEXT, "{x}": TEXT, "x" * 200: TEXT, "any": {}}),
    ],
)
def test_nothing_is_drafted_of_a_look_up_that_says_nothing_usable(schema: Any) -> None:
    assert suggest(returning(schema), ENGLISH) == ()


def test_a_field_named_like_a_placeholder_is_told_as_the_item_s_own() -> None:
    tool = returning(rows(end=TIME, action=TEXT))
    assert drafted(tool).endswith("- {item.end}: action {item.action}{end}")


def test_a_schema_as_large_as_a_tool_may_have_is_drafted_from_in_part() -> None:
    wide = thing(status=TEXT, **{f"part_{each}": thing(**{f"n{n}": TEXT for n in range(90)}) for each in range(90)})
    (suggestion,) = suggest(returning(wide), ENGLISH)
    assert "{result.status}" in suggestion.text


_NAMES = st.sampled_from(
    ["id", "title", "end", "item", "when", "total", "currency", "next_token", "x y", "{a}", "a.b", "0"]
)
_LEAVES = st.sampled_from(
    [
        *(TEXT, NUMBER, FLAG, TIME, {}, {"type": "null"}, {"type": "integer", "minimum": 7}, {"$ref": "#/$defs/node"}),
        *({"$ref": "#"}, {"enum": ["open", None]}, {"type": ["string", "null"]}, {"const": {"id": 1}}, {"not": TEXT}),
        {"const": "private", "x-personal": True},
    ]
)


def _grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    objects = st.dictionaries(_NAMES, inner | st.booleans(), max_size=5).flatmap(
        lambda properties: st.builds(
            lambda required, personal: {
                "type": "object",
                "properties": properties,
                "required": required,
                **({"x-personal": True, "const": "private"} if personal else {}),
            },
            st.lists(st.sampled_from([*properties, "id"]), unique=True),
            st.sampled_from([False, False, False, True]),
        )
    )
    lists = st.builds(lambda items: {"type": "array", "items": items}, inner | st.lists(inner, min_size=1, max_size=2))
    branches = st.builds(
        lambda key, parts: {key: parts},
        st.sampled_from(["allOf", "anyOf", "oneOf"]),
        st.lists(inner, min_size=1, max_size=3),
    )
    maps = st.builds(lambda values: {"type": "object", "additionalProperties": values}, inner)
    return objects | lists | branches | maps


_SCHEMAS = st.recursive(_LEAVES, _grown, max_leaves=12)


@given(_SCHEMAS, _SCHEMAS, st.sampled_from(["get_order", "refund_card"]), st.sampled_from([ENGLISH, PORTUGUESE]))
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_whatever_a_tool_returns_its_drafts_pass_the_lint_and_print(
    schema: dict[str, Any], node: dict[str, Any], name: str, grammar: Grammar
) -> None:
    root = {**schema, "$defs": {"node": node}}
    try:
        tool = returning(root, name, {"allOf": [root], "$defs": {"node": node}} if "$ref" not in root else None)
    except ToolError:
        return
    for suggestion in suggest(tool, grammar):
        assert lint({tool.name: {suggestion.outcome: suggestion.text}}, Toolset([tool])) == ()
        text = printed(tool, suggestion, grammar)
        assert text
        assert not re.search("[{}]|private", text)
