"""What a model may return: this library's form, those of chat completions and of messages with blocks, or pieces."""

import json
from types import SimpleNamespace as Thing
from typing import Any

import pytest

from veraz.agent.answers import AskedCall, read_answer

FUNCTION = {"id": "c1", "type": "function", "function": {"name": "book_table", "arguments": '{"people": 2}'}}
CALL = AskedCall("book_table", {"people": 2}, "c1", in_function=True)


def as_object(given: Any) -> Any:
    return json.loads(json.dumps(given), object_hook=lambda each: Thing(**each))


@pytest.mark.parametrize(
    "given",
    [
        {"role": "assistant", "content": None, "tool_calls": [FUNCTION]},
        {"choices": [{"message": {"content": None, "tool_calls": [FUNCTION]}}]},
    ],
)
def test_calls_come_as_chat_completions_have_them_in_mappings_and_objects(given: Any) -> None:
    assert read_answer(given) == (CALL,)
    held = as_object(given)
    held_calls = held.choices[0].message.tool_calls if "choices" in given else held.tool_calls
    held_calls[0].function.arguments = '{"people": 2}'
    assert read_answer(held) == (CALL,)


def test_calls_come_as_blocks_of_a_message() -> None:
    blocks = [{"type": "text", "text": "Let me see."}, {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}]
    assert read_answer(Thing(content=[Thing(**block) for block in blocks])) == (AskedCall("f", {"a": 1}, "c1"),)


def test_a_call_that_a_stream_gives_in_fragments_is_put_together() -> None:
    def chunk(**delta: Any) -> Any:
        return {"choices": [{"delta": delta}]}

    first = {"index": 0, "id": "c1", "function": {"name": "book_table", "arguments": '{"peo'}}
    rest = {"index": 0, "function": {"arguments": 'ple": 2}'}}
    assert read_answer([chunk(content=""), chunk(tool_calls=[first]), chunk(tool_calls=[rest])]) == (CALL,)


@pytest.mark.parametrize(
    "given",
    [
        {"output": [{"type": "function_call", "call_id": "c1", "name": "f", "arguments": '{"a": 1}'}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"a": 1}}}]}}]},
        {"message": {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"a": 1}}}]}},
        {"content": "", "tool_calls": [{"name": "f", "args": {"a": 1}, "id": "c1", "type": "tool_call"}]},
    ],
)
def test_calls_come_as_the_common_providers_and_frameworks_answer(given: Any) -> None:
    (call,) = read_answer(given)  # type: ignore[misc]
    assert (call.name, call.arguments) == ("f", {"a": 1})  # type: ignore[union-attr]


def test_replies_come_as_the_common_providers_answer() -> None:
    items = {"output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]}]}
    parts = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Hi."}]}}]}
    assert read_answer(items) == read_answer(parts) == read_answer({"message": {"content": "Hi."}}) == "Hi."


def test_a_reply_comes_as_text_message_response_or_pieces() -> None:
    for given in (
        "Good evening.",
        {"content": "Good evening."},
        Thing(content=[Thing(type="text", text="Good evening.")]),
        Thing(choices=[Thing(message=Thing(content="Good evening.", tool_calls=None))]),
        ["Good ", {"content": "evening."}],
    ):
        assert read_answer(given) == "Good evening."


def test_the_model_reads_its_call_in_the_form_it_gave_it(desk: Any) -> None:
    agent, model = desk.agent({"content": None, "tool_calls": [FUNCTION]}, "It waits no more.")
    agent.chat("a table", user="u-1")
    agent.confirm("u-1", "approve")
    asked, told = model.seen[1][-2:]
    assert asked["tool_calls"] == [FUNCTION]
    assert (told["role"], told["tool_call_id"]) == ("tool", "c1")


@pytest.mark.parametrize("arguments", ["{", "[]", "null", "NaN", '{"people": NaN}', 7, None])
def test_arguments_that_are_no_json_object_are_none(arguments: Any) -> None:
    call = {"function": {"name": "book_table", "arguments": arguments}}
    assert read_answer({"tool_calls": [call]}) == (AskedCall("book_table", None, in_function=True),)
