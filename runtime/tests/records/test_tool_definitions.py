"""Tools as providers and frameworks define them are taken as they are."""

from types import SimpleNamespace
from typing import Any

import pytest

from veraz import Tool, tool
from veraz.errors import ToolError
from veraz.records import tools_of

SCHEMA = {"type": "object", "properties": {"order_id": {"type": "string"}}}
GEMINI = {"type": "OBJECT", "properties": {"order_id": {"type": "STRING"}}}
NAMED = {"name": "refund_card", "description": "Refund an order."}


class Model:
    """A class of a model's, which tells its own schema."""

    @staticmethod
    def model_json_schema() -> dict[str, Any]:
        return SCHEMA


@pytest.mark.parametrize(
    "definition",
    [
        {"type": "function", "function": {**NAMED, "parameters": SCHEMA}},
        {"type": "function", **NAMED, "parameters": SCHEMA, "strict": True},
        {**NAMED, "input_schema": SCHEMA, "cache_control": {"type": "ephemeral"}},
        {"functionDeclarations": [{**NAMED, "parameters": GEMINI}]},
        SimpleNamespace(function_declarations=[SimpleNamespace(**NAMED, parameters=GEMINI)]),
        {**NAMED, "inputSchema": SCHEMA, "annotations": {"readOnlyHint": False}},
        SimpleNamespace(**NAMED, inputSchema=SCHEMA, annotations=None),
        SimpleNamespace(**NAMED, args_schema=Model),
        SimpleNamespace(**NAMED, parameters_json_schema=SCHEMA),
        SimpleNamespace(**NAMED, get_input_jsonschema=lambda: SCHEMA),
        Tool("refund_card", True, "Refund an order.", SCHEMA),
    ],
)
def test_a_tool_is_read_from_any_providers_definition(definition: Any) -> None:
    (made,) = tools_of([definition])
    assert (made.name, made.description, made.write) == ("refund_card", "Refund an order.", True)
    assert made.input_schema == SCHEMA


def test_what_a_protocol_says_of_reading_comes_before_the_name() -> None:
    hinted = [
        {"name": name, "annotations": {"readOnlyHint": reads}}
        for name, reads in (("run_report", True), ("get_rid_of", False))
    ]
    assert [made.write for made in tools_of(hinted)] == [False, True]
    assert [made.write for made in tools_of([{"name": "get_order"}, {"name": "pay"}])] == [False, True]


def test_what_a_tool_declares_it_returns_is_kept() -> None:
    assert tools_of([{"name": "pay", "outputSchema": SCHEMA}])[0].output_schema == SCHEMA


def test_a_schema_that_cannot_be_compiled_costs_no_tool() -> None:
    (made,) = tools_of([{"name": "pay", "input_schema": {"type": "nonsense"}, "outputSchema": SCHEMA}])
    assert (made.name, made.output_schema) == ("pay", SCHEMA)


def test_functions_and_the_providers_own_tools_are_tools() -> None:
    @tool(write=True)
    def refund_card(order_id: str) -> None: ...

    def get_order(order_id: str) -> None: ...

    assert [made.name for made in tools_of([refund_card, get_order, {"type": "web_search"}])] == [
        "refund_card",
        "get_order",
        "web_search",
    ]


@pytest.mark.parametrize("given", [None, "refund_card", [{}], [7]])
def test_what_defines_no_tool_is_refused(given: Any) -> None:
    with pytest.raises(ToolError):
        tools_of(given)
