from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from veraz.errors import ToolError
from veraz.tools import Tool, Toolset, tool


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
    with pytest.raises(ToolError, match="unknown key 'writes'; use: name, write"):
        Tool.of({"name": "refund_card", "writes": True})
    with pytest.raises(ToolError, match="write must be true or false"):
        Tool.of({"name": "refund_card", "write": "yes"})
    with pytest.raises(ToolError, match="is not a tool"):
        Tool.of("refund_card")  # type: ignore[arg-type]


def test_a_wrong_output_schema_is_refused_too() -> None:
    with pytest.raises(ToolError, match="tool 'x': output_schema #/properties/v"):
        Tool.of({"name": "x", "output_schema": {"properties": {"v": {"prefixItems": []}}}})


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
