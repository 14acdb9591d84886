"""Messages in, the record of their calls out: the same whatever form they are in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz import Checker, Outcome, When
from veraz.errors import RecordError
from veraz.records import calls_of

FORMS = ["chat", "responses", "anthropic", "parts", "langchain", "gemini"]
TOOLS = [{"name": "get_order"}, {"name": "refund_card"}, {"name": "cancel_order"}]

CONVERSATION = [
    ("person", "Where is 4412?"),
    ("calls", [("a", "get_order", {"order_id": "4412"})]),
    ("result", "a", "get_order", {"id": 4412, "status": "cancelled"}, False),
    ("agent", "It was cancelled."),
    ("person", "Refund it, and cancel 7731."),
    ("calls", [("b", "refund_card", {"order_id": "4412"}), ("c", "cancel_order", {"order_id": "7731"})]),
    ("result", "c", "cancel_order", {"id": 7731, "status": "cancelled"}, False),
    ("result", "b", "refund_card", "card declined", True),
    ("calls", [("d", "refund_card", {"order_id": "4412", "again": True})]),
    ("result", "d", "refund_card", {"ok": False, "reason": "over the limit"}, False),
    ("calls", [("e", "mow_lawn", {})]),
    ("result", "e", "mow_lawn", {"ok": True}, False),
    ("calls", [("f", "refund_card", {"order_id": "4412", "amount": 5}), ("g", "get_order", {"order_id": "1"})]),
    ("result", "g", "get_order", {"id": 1}, False),
]
RECORD = [
    ("a", "get_order", "session", "done", None),
    ("b", "refund_card", "turn", "failed", "card declined"),
    ("c", "cancel_order", "turn", "done", None),
    ("d", "refund_card", "turn", "failed", "over the limit"),
    ("f", "refund_card", "turn", "pending_confirmation", None),
    ("g", "get_order", "turn", "done", None),
]


def told(calls: Any) -> list[tuple[Any, ...]]:
    return [(call.id, call.tool, call.when, call.outcome, call.reason) for call in calls]


@pytest.mark.parametrize("objects", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_one_conversation_gives_the_same_record_in_every_form(written: Any, form: str, objects: bool) -> None:
    calls = calls_of(written(CONVERSATION, form, objects=objects), TOOLS)
    assert told(calls) == RECORD
    assert calls[0].arguments == {"order_id": "4412"}
    assert calls[0].result == {"id": 4412, "status": "cancelled"}
    assert (calls.passed_over, calls.reply) == ({"mow_lawn": 1}, None)


@pytest.mark.parametrize("form", FORMS)
def test_the_reply_is_what_the_agent_wrote_last_and_a_call_left_behind_is_unknown(written: Any, form: str) -> None:
    steps = [("person", "Hi"), ("calls", [("a", "refund_card", {})]), ("agent", "I've refunded it.")]
    calls = calls_of(written(steps, form), TOOLS)
    assert calls.reply == "I've refunded it."
    assert [(call.outcome, call.when) for call in calls] == [(Outcome.UNKNOWN, When.TURN)]


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[Any], dict[str, str]]:
    """Rounds of parallel calls, answered in any order or not at all, and what each must come to."""
    steps: list[Any] = [("person", "Please")]
    ends: dict[str, str] = {}
    number = draw(st.integers(1, 4))
    for at in range(number):
        ids = [f"{at}-{each}" for each in range(draw(st.integers(1, 4)))]
        tools = {id: draw(st.sampled_from(["refund_card", "cancel_order"])) for id in ids}
        steps.append(("calls", [(id, tools[id], {"n": draw(st.integers(0, 1))}) for id in ids]))
        answered = draw(st.permutations(ids))[: draw(st.integers(0 if at == number - 1 else 1, len(ids)))]
        ends |= dict.fromkeys(ids, "pending_confirmation" if at == number - 1 else "unknown")
        for id in answered:
            is_error = draw(st.booleans())
            steps.append(("result", id, tools[id], "no stock" if is_error else {"id": 1}, is_error))
            ends[id] = "failed" if is_error else "done"
    return steps, ends


@pytest.mark.parametrize("form", FORMS)
@given(rounds())
def test_calls_come_out_in_order_however_they_were_answered(
    written: Any, form: str, given_rounds: tuple[list[Any], dict[str, str]]
) -> None:
    steps, ends = given_rounds
    assert {call.id: call.outcome for call in calls_of(written(steps, form), TOOLS)} == ends
    assert [call.id for call in calls_of(written(steps, form))] == list(ends)


@pytest.mark.parametrize(
    ("message", "outcome", "reason"),
    [
        ({"arguments": "{not json"}, Outcome.REFUSED, "argument_schema"),
        ({"arguments": "[1]"}, Outcome.REFUSED, "argument_schema"),
        ({"arguments": ""}, Outcome.PENDING, None),
        ({"arguments": {"order_id": "1"}}, Outcome.PENDING, None),
    ],
)
def test_arguments_that_are_no_object_are_refused(message: Any, outcome: Outcome, reason: str | None) -> None:
    asked = {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "refund_card", **message}}]}
    assert [(call.outcome, call.reason) for call in calls_of([asked])] == [(outcome, reason)]


@pytest.mark.parametrize(
    ("part", "outcome"),
    [
        ({"part_kind": "tool-return", "outcome": "success"}, Outcome.DONE),
        ({"part_kind": "tool-return", "outcome": "failed"}, Outcome.FAILED),
        ({"part_kind": "tool-return", "outcome": "denied"}, Outcome.NOT_ATTEMPTED),
        ({"part_kind": "tool-return", "outcome": "interrupted"}, Outcome.UNKNOWN),
        ({"part_kind": "tool-return", "outcome": "retried"}, Outcome.REFUSED),
        ({"part_kind": "retry-prompt"}, Outcome.REFUSED),
    ],
)
def test_what_a_framework_says_of_an_answer_is_taken_from_it(part: Any, outcome: Outcome) -> None:
    asked = {"part_kind": "tool-call", "tool_name": "refund_card", "args": "{}", "tool_call_id": "a"}
    answer = {**part, "tool_name": "refund_card", "tool_call_id": "a", "content": "Well."}
    messages = [{"kind": "response", "parts": [asked]}, {"kind": "request", "parts": [answer]}]
    assert [call.outcome for call in calls_of(messages)] == [outcome]


PAY: dict[str, Any] = {"name": "pay", "arguments": "{}"}
MCP = {"id": "a", **PAY}


@pytest.mark.parametrize(
    ("messages", "outcomes"),
    [
        ([{"type": "mcp_call", **MCP, "output": "OK", "error": None}], ["done"]),
        ([{"type": "mcp_call", **MCP, "error": "no stock"}], ["failed"]),
        ([{"type": "mcp_approval_request", **MCP}], ["pending_confirmation"]),
        (
            [
                {"type": "mcp_approval_request", **MCP},
                {"type": "mcp_approval_response", "approval_request_id": "a", "approve": False},
            ],
            ["not_attempted"],
        ),
        ([{"type": "ai", "data": {"tool_calls": [{"name": "pay", "args": {}}]}}], ["pending_confirmation"]),
        ([{"type": "ai", "content": "", "invalid_tool_calls": [{"name": "pay", "args": "{"}]}], ["refused"]),
        (
            [{"role": "assistant", "function_call": PAY}, {"role": "function", "name": "pay", "content": "OK"}],
            ["done"],
        ),
        ([{"role": "tool", "name": "pay", "tool_call_id": "gone", "content": "OK"}], ["done"]),
        ([{"role": "system", "content": "Be kind."}, "Hello", {"type": "web_search_call", "id": "w"}], []),
    ],
)
def test_what_only_one_form_has_is_read_too(messages: list[Any], outcomes: list[str]) -> None:
    assert [call.outcome for call in calls_of(messages)] == outcomes


def test_an_answer_that_came_twice_counts_as_it_came_last() -> None:
    asked = {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "pay", "arguments": "{}"}}]}
    answers = [{"role": "tool", "tool_call_id": "a", "content": text} for text in ('{"status": "queued"}', "OK")]
    assert [call.outcome for call in calls_of([asked, *answers])] == [Outcome.DONE]


@pytest.mark.parametrize(
    ("messages", "place"),
    [("hi", "messages is text"), ([{"role": "user"}, 7], "messages\\[1\\]"), (None, "messages is null")],
)
def test_what_is_no_message_is_refused_with_its_place(messages: Any, place: str) -> None:
    with pytest.raises(RecordError, match=place):
        calls_of(messages)


def test_a_reply_is_held_to_a_conversations_calls(written: Any) -> None:
    calls = calls_of(written(CONVERSATION[:9], "chat"), TOOLS)
    (unit,) = Checker(TOOLS).check("I've refunded order 4412.", calls).units
    assert [(claim.outcome, claim.call_id) for claim in unit.claims] == [(Outcome.PENDING, "d")]
    assert [call.id for call in calls[1:3]] == ["b", "c"]
