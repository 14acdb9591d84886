"""Registering tools tells what they are like, and nothing that they were sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from veraz import Tool
from veraz.errors import ConfigurationError, ConsoleRefused, NoAnswer, ToolError
from veraz.sync import Console, pushed
from veraz.sync.registering import definitions, left_out
from veraz.sync.transport import Answer

SCHEMA = {
    "type": "object",
    "title": "Order",
    "description": "Written for Ana",
    "required": ["order_id"],
    "properties": {
        "order_id": {"type": "string", "default": "4412", "examples": ["4412"], "x-personal": True, "x-note": "Ana"},
        "default": {"enum": ["a", 1, None], "description": "Named like a keyword"},
        "kind": {"const": "Ana"},
        "place": {"enum": [{"city": "Ana"}]},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
        "either": {"anyOf": [{"type": "null"}, {"type": "integer", "default": 7}]},
    },
    "additionalProperties": False,
    "$defs": {"line": {"properties": {"n": {"minimum": 1, "$comment": "Ana"}}}},
    "examples": [{"order_id": "4412"}],
}


def tool(name: str = "refund_card", schema: Any = SCHEMA, **more: Any) -> Tool:
    return Tool.of({"name": name, "write": True, "description": "For Ana", "input_schema": schema, **more})


def test_what_is_sent_is_what_values_are_like_and_no_value() -> None:
    [sent] = definitions([tool()])
    assert sent == {
        "name": "refund_card",
        "write": True,
        "input_schema": {
            "type": "object",
            "required": ["order_id"],
            "properties": {
                "order_id": {"type": "string", "x-personal": True},
                "default": {"enum": ["a", 1, None]},
                "kind": {},
                "place": {},
                "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
                "either": {"anyOf": [{"type": "null"}, {"type": "integer"}]},
            },
            "additionalProperties": False,
            "$defs": {"line": {"properties": {"n": {"minimum": 1}}}},
        },
    }
    Tool.of(sent)


def test_descriptions_are_sent_where_that_is_asked_for() -> None:
    [sent] = definitions([tool(output_schema={"title": "Answer"})], descriptions=True)
    assert (sent["description"], sent["output_schema"]) == ("For Ana", {"title": "Answer"})
    assert sent["input_schema"]["description"] == "Written for Ana"


def test_what_is_left_out_is_named_with_its_place_and_the_reason() -> None:
    left = {each.place: each.why for each in left_out([tool(vocabulary={"verbs": ["refund"]})])}
    schema = "refund_card: input_schema"
    assert left["refund_card: description"] == left[f"{schema}/title"] == left[f"{schema}/description"]
    assert "someone may once have sent" in left[f"{schema}/properties/order_id/default"]
    assert "someone may once have sent" in left[f"{schema}/properties/either/anyOf/1/default"]
    assert left[f"{schema}/properties/place/enum"] == "its values are lists or objects"
    assert "not among the keywords" in left[f"{schema}/$defs/line/properties/n/$comment"]
    assert "refund_card: vocabulary" in left
    assert len(left) == 13


def test_what_is_asked_for_is_not_left_out() -> None:
    left = {each.place for each in left_out([tool()], descriptions=True)}
    assert not [place for place in left if place.endswith(("description", "title"))]
    assert left_out([{"name": "ship"}]) == ()


def nested(depth: int) -> Any:
    return {"properties": {"a": nested(depth - 1)}} if depth > 1 else {}


def test_a_tool_that_is_too_deep_or_too_large_is_named() -> None:
    definitions([tool(schema=nested(10))])
    with pytest.raises(ToolError, match=r"tool 'refund_card': input_schema/properties/a.* more than 10 deep"):
        definitions([tool(schema=nested(11))])
    with pytest.raises(ToolError, match=r"tool 'refund_card' takes .* bytes"):
        definitions([tool(schema={"required": ["a" * 65_536]})])


@pytest.fixture
def sent(far: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the bodies that are sent; the console answers each as one that changed something."""
    bodies: list[Any] = []
    told = {"added": ["refund_card"], "changed": [], "absent": ["old"], "unchanged": [], "unphrased": ["refund_card"]}

    def send(method: str, path: str, headers: Any, body: bytes, timeout: float = 10.0) -> Answer:
        assert (method, path) == ("PUT", "/v1/tools")
        bodies.append(json.loads(body))
        return Answer(200, {}, json.dumps({"digest": bodies[-1]["digest"], **told}).encode())

    monkeypatch.setattr(far, "send", send)
    return bodies


def test_the_whole_set_is_sent_under_a_name_of_its_own(sent: list[Any], connect: Callable[..., Console]) -> None:
    console = connect()
    done = pushed(console, [tool()])
    assert (done.added, done.absent, done.unphrased) == (("refund_card",), ("old",), ("refund_card",))
    pushed(console, [tool()])
    pushed(console, [tool(), tool("ship")])
    digests = [body["digest"] for body in sent]
    assert digests[0] == digests[1] != digests[2]
    assert [len(body["tools"]) for body in sent] == [1, 1, 2]


def test_what_the_console_refuses_is_told_with_its_place(far: Any, connect: Callable[..., Console]) -> None:
    faults = [{"path": "/tools/0/name", "code": "twice", "message": "This name is given twice."}]
    far.instead = lambda _: Answer(422, {}, json.dumps({"code": "invalid", "errors": faults}).encode())
    with pytest.raises(ConsoleRefused, match="422 invalid; /tools/0/name: This name is given twice") as error:
        pushed(connect(), [tool()])
    assert error.value.status == 422


@pytest.mark.parametrize("body", [b"", b"[]", b"<html>"])
def test_an_answer_that_is_none_is_told(far: Any, connect: Callable[..., Console], body: bytes) -> None:
    far.instead = lambda _: Answer(200, {}, body)
    with pytest.raises(NoAnswer):
        pushed(connect(), [tool()])


def test_offline_nothing_is_registered(connect: Callable[..., Console]) -> None:
    with pytest.raises(ConfigurationError, match="offline"):
        pushed(connect(offline=True), [tool()])
