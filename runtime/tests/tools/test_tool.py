from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from functools import partial
from typing import Any

import pytest

from veraz.errors import ToolError
from veraz.tools import Tool, Toolset, tool
from veraz.tools.functions import tool_of


def get_order(order_id: str) -> dict[str, Any]:
    """Look an order up."""
    return {"id": order_id}


def reverse(order_id: str, amount: float) -> None: ...


@tool(write=True, undo=reverse, timeout=5, output_schema={"properties": {"card": {"x-personal": True}}})
def refund_card(order_id: str, amount: float) -> str:
    """Send money back to the card."""
    return f"{order_id}: {amount}"


def test_a_tool_is_still_called_as_the_function_it_was() -> None:
    assert refund_card("4412", amount=2) == "4412: 2"


def test_a_tool_says_what_it_is() -> None:
    assert (refund_card.name, refund_card.words, refund_card.write) == ("refund_card", "refund card", True)
    assert refund_card.description == "Send money back to the card."
    assert (refund_card.undo, refund_card.timeout) == (reverse, 5)
    assert refund_card.personal_paths("output") == (("card",),)
    assert refund_card.personal_paths("input") == ()


def test_the_bare_decorator_takes_everything_from_the_function() -> None:
    made = tool(get_order)
    assert (made.name, made.write) == ("get_order", False)
    assert made("7") == {"id": "7"}


def test_the_tool_check_refuses_what_the_schema_does_not_take() -> None:
    assert refund_card.refusal({"order_id": "4412", "amount": 12.50}) is None
    wrong: list[Any] = [{"order_id": "4412", "amount": "all"}, {"order_id": "4412"}, [], None, "4412"]
    for sent in wrong:
        assert refund_card.refusal(sent) == "argument_schema"


def test_a_mapping_with_no_schema_takes_anything() -> None:
    made = Tool.of({"name": "refund_card", "write": True})
    assert made.refusal({"whatever": [1]}) is None
    with pytest.raises(ToolError, match="has no function to run"):
        made()


def test_a_mapping_that_says_what_it_cannot_is_refused() -> None:
    with pytest.raises(ToolError, match="unknown key 'colour'; use: name, write"):
        Tool.of({"name": "refund_card", "colour": True})
    with pytest.raises(ToolError, match="write must be true or false"):
        Tool.of({"name": "refund_card", "write": "yes"})
    with pytest.raises(ToolError, match="told must be true or false"):
        Tool.of({"name": "refund_card", "told": "no"})
    with pytest.raises(ToolError, match="is not a tool"):
        Tool.of("refund_card")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"name": "refund_card", "writes": True}, "did you mean 'write'"),
        ({"name": "refund_card", "parameters": {}}, "did you mean 'input_schema'"),
        ({"name": "refund_card", "inputSchema": {}}, "did you mean 'input_schema'"),
        (
            {"type": "function", "function": {"name": "refund_card"}},
            "a mapping with no name is not a tool; it has: type",
        ),
    ],
)
def test_a_tool_as_others_write_it_is_told_what_is_meant(given: dict[str, Any], hint: str) -> None:
    with pytest.raises(ToolError, match=hint):
        Tool.of(given)


@pytest.mark.parametrize("timeout", ["x", float("nan"), float("inf"), 0, -1, True])
def test_a_timeout_that_is_none_is_refused_at_registration(timeout: Any) -> None:
    with pytest.raises(ToolError, match="it takes seconds, more than 0"):
        Tool("x", write=True, timeout=timeout)


def query_writes(arguments: Mapping[str, Any]) -> bool:
    return not arguments["query"].lower().startswith("select")


def test_whether_a_call_writes_may_hang_on_its_arguments() -> None:
    made = Tool("execute_sql", query_writes)
    assert made.may_write
    assert not made.writes({"query": "SELECT 1"})
    assert made.writes({"query": "DROP TABLE orders"})


@pytest.mark.parametrize("write", [query_writes, lambda _: None, lambda _: 0, lambda arguments: arguments.clear()])
def test_a_call_that_nobody_can_tell_writes(write: Any) -> None:
    sent = {"sql": "select 1"}
    assert Tool("execute_sql", write).writes(sent)
    assert sent == {"sql": "select 1"}


def test_an_undo_that_could_not_be_called_is_refused_at_registration() -> None:
    with pytest.raises(ToolError, match=r"tool 'get_order': undo cannot take the tool's arguments: .*'order'"):
        tool(undo=lambda order: None)(get_order)
    for undo in (lambda order_id: None, lambda order_id, result: None, lambda **sent: None):
        assert tool(undo=undo)(get_order).undo is undo


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"undo": "reverse_hold"}, "undo is 'reverse_hold'; it takes a function"),
        ({"description": 5}, "description is 5; it takes text"),
        ({"vocabulary": 5}, "vocabulary is 5; it takes words by language"),
        ({"vocabulary": {"x": 5}}, "vocabulary is {'x': 5}; it takes words by language"),
    ],
)
def test_a_field_of_another_kind_is_refused_at_registration(fields: dict[str, Any], told: str) -> None:
    for make in (partial(Tool, "get_order", False), lambda **given: tool_of(get_order, **given)):
        with pytest.raises(ToolError, match=f"tool 'get_order': {told}"):
            make(**fields)


def test_a_field_that_the_decorator_does_not_have_is_refused_with_the_one_meant() -> None:
    with pytest.raises(ToolError, match="@tool has no field 'wriet'; did you mean 'write'"):
        tool(wriet=True)  # type: ignore[call-overload]


def test_a_wrong_output_schema_is_refused_too() -> None:
    made = Tool.of({"name": "x", "output_schema": {"properties": {"v": {"$anchor": "v"}}}})
    with pytest.raises(ToolError, match="tool 'x': output_schema #/properties/v"):
        made.compile()


@pytest.mark.parametrize("key", ["allOf", "anyOf"])
def test_a_schema_that_doubles_at_each_reference_is_refused(key: str) -> None:
    doubling = {f"d{at}": {key: [{"$ref": f"#/$defs/d{at + 1}"}] * 2} for at in range(40)}
    schema = {"$defs": {**doubling, "d40": {}}, "properties": {"v": {"$ref": "#/$defs/d0"}}}
    with pytest.raises(ToolError, match="tool 'x': input_schema: its references describe"):
        Tool("x", True, input_schema=schema)


def test_a_schema_that_is_made_of_itself_is_refused() -> None:
    with pytest.raises(ToolError, match="without end"):
        Tool("x", True, input_schema={"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}] * 2}}, "$ref": "#/$defs/a"})


def test_a_tool_and_a_set_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        refund_card.write = False  # type: ignore[misc]
    with pytest.raises(TypeError):
        Toolset.of([get_order])["x"] = refund_card  # type: ignore[index]


def test_a_set_keeps_the_order_and_takes_every_kind_of_tool() -> None:
    tools = Toolset.of([refund_card, get_order, {"name": "send_mail"}])
    assert list(tools) == ["refund_card", "get_order", "send_mail"]
    assert tools["refund_card"] is refund_card
    assert Toolset.of(tools) is tools


def test_a_name_given_twice_is_refused() -> None:
    with pytest.raises(ToolError, match="'get_order' is given twice"):
        Toolset.of([get_order, {"name": "get_order"}])
