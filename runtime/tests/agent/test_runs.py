"""What becomes of calls: errors, time-outs, results that say they failed, and the undoing of a failed run."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from veraz import Outcome, OutcomeUnknown, tool
from veraz.agent.attempt import attempt
from veraz.agent.doing import Driven
from veraz.records.ended import Ended
from veraz.records.raised import error_name


class CardDeclined(Exception):
    """A tool's own error."""


class ReadTimeoutError(Exception):
    """A client's time-out that is no TimeoutError."""


class WithCode(Exception):
    code = "limit_reached"


def raises(error: BaseException) -> Callable[[], Any]:
    def behaviour() -> Any:
        raise error

    return behaviour


def attempted(tool: Any) -> Ended:
    driven = Driven(attempt(tool, {}), None)
    assert not list(driven.here())
    assert driven.value is not None
    return driven.value


def outcomes(reply: Any) -> list[tuple[str, str]]:
    return [(call.tool, call.outcome) for call in reply.calls]


@pytest.mark.parametrize(
    ("error", "outcome", "reason"),
    [
        (CardDeclined("card 4111 of Ana"), Outcome.FAILED, "card declined"),
        (WithCode("Ana"), Outcome.FAILED, "limit_reached"),
        (TimeoutError("Ana"), Outcome.UNKNOWN, "timeout error"),
        (ReadTimeoutError("Ana"), Outcome.UNKNOWN, "read timeout error"),
        (OutcomeUnknown("Ana"), Outcome.UNKNOWN, "outcome unknown"),
    ],
)
def test_an_error_gives_an_outcome_and_a_reason_without_its_message(
    desk: Any, error: Exception, outcome: Outcome, reason: str
) -> None:
    desk.does("read_menu", raises(error))
    agent, _ = desk.agent(desk.asks(("read_menu", {})), "Hm.")
    (call,) = agent.chat("the menu", user="u-1").calls
    assert (call.outcome, call.reason) == (outcome, reason)


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ({"ok": False, "reason": "kitchen closed"}, "kitchen closed"),
        ({"ok": False}, None),
        ({"error": "kitchen closed."}, "kitchen closed"),
        ({"error": {"code": 503, "message": "kitchen closed"}}, "kitchen closed"),
        ({"isError": True, "content": [{"type": "text", "text": "kitchen closed"}]}, "kitchen closed"),
    ],
)
def test_a_result_that_plainly_says_it_failed_is_failed(desk: Any, result: Any, reason: str | None) -> None:
    desk.does("read_menu", lambda: result)
    agent, _ = desk.agent(desk.asks(("read_menu", {})), "Hm.")
    (call,) = agent.chat("the menu", user="u-1").calls
    assert (call.outcome, call.reason) == (Outcome.FAILED, reason)


@pytest.mark.parametrize("result", [{"ok": True}, {"error": None}, {"error": ""}, {"ok": 0}, None, [], "error", 3])
def test_a_result_that_does_not_say_so_is_done(desk: Any, result: Any) -> None:
    desk.does("read_menu", lambda: result)
    agent, _ = desk.agent(desk.asks(("read_menu", {})), "Hm.")
    assert outcomes(agent.chat("the menu", user="u-1")) == [("read_menu", "done")]


def test_a_call_that_ran_is_done_whatever_its_result_does_when_it_is_told() -> None:
    class Untold:
        def __str__(self) -> str:
            raise RuntimeError

        def model_dump(self, mode: str) -> Any:
            raise KeyError(mode)

    @tool(write=True)
    def order_taxi() -> Any:
        return Untold()

    assert attempted(order_taxi).outcome is Outcome.DONE


def test_what_the_tool_of_an_agent_refuses_itself_has_failed() -> None:
    @tool(write=True)
    def order_taxi() -> str:
        return "Input validation error: 'to' is a required property"

    assert attempted(order_taxi).outcome is Outcome.FAILED


def test_a_call_that_runs_longer_than_its_tool_may_is_unknown() -> None:
    leave = threading.Event()

    @tool(write=True, timeout=0.01)
    def order_taxi() -> bool:
        return leave.wait(10)

    try:
        assert attempted(order_taxi).outcome is Outcome.UNKNOWN
    finally:
        leave.set()


def test_an_error_within_the_time_is_still_the_error() -> None:
    @tool(write=True, timeout=10)
    def order_taxi() -> None:
        raise CardDeclined

    assert attempted(order_taxi).reason == "card declined"


def test_a_result_comes_back_as_plain_values_and_loses_what_json_cannot_hold(desk: Any) -> None:
    circle: list[Any] = []
    circle.append(circle)
    for result, plain in ((("a", 1), ["a", 1]), (circle, [None]), (float("nan"), None)):
        desk.does("read_menu", lambda result=result: result)
        agent, _ = desk.agent(desk.asks(("read_menu", {})), "Hm.")
        (call,) = agent.chat("the menu", user="u-1").calls
        assert (call.outcome, call.result) == (Outcome.DONE, plain)


def test_a_run_whose_write_fails_undoes_what_it_made_and_goes_no_further(desk: Any) -> None:
    desk.does("order_taxi", raises(CardDeclined()))
    both = desk.asks(("book_table", {"people": 2}), ("order_taxi", {}), ("book_table", {"people": 4}))
    agent, model = desk.agent(both, "Sorry.")
    agent.chat("dinner", user="u-1")
    reply = agent.confirm("u-1", "approve")
    assert desk.ran == ["book_table", "order_taxi", "free_table"]
    assert outcomes(reply) == [("book_table", "undone"), ("order_taxi", "failed"), ("book_table", "not_attempted")]
    assert '"undone": ["book_table"]' in model.seen[1][-2]["content"]


def test_writes_are_undone_newest_first_over_the_rounds_of_a_turn(desk: Any) -> None:
    desk.does("order_taxi", raises(CardDeclined()))
    two, more = (desk.asks(("book_table", {"people": people})) for people in (2, 4))
    agent, _ = desk.agent(two, more, desk.asks(("order_taxi", {})), "Sorry.")
    agent.chat("dinner", user="u-1")
    agent.confirm("u-1", "approve")
    agent.confirm("u-1", "approve")
    reply = agent.confirm("u-1", "approve")
    assert [step.name for step in reply.steps[:3]] == ["call order_taxi", "undo book_table", "undo book_table"]
    assert [call.outcome for call in reply.calls] == [Outcome.UNDONE, Outcome.UNDONE, Outcome.FAILED]


def test_a_write_of_an_earlier_turn_is_not_undone(desk: Any) -> None:
    desk.does("order_taxi", raises(CardDeclined()))
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})), "Booked.", desk.asks(("order_taxi", {})), "Sorry.")
    for turn in ("a table", "a taxi"):
        agent.chat(turn, user="u-1")
        agent.confirm("u-1", "approve")
    assert desk.ran == ["book_table", "order_taxi"]


@pytest.mark.parametrize(("error", "outcome"), [(CardDeclined(), Outcome.DONE), (TimeoutError(), Outcome.UNKNOWN)])
def test_a_write_that_cannot_be_undone_is_told_as_what_it_is(desk: Any, error: Exception, outcome: Outcome) -> None:
    desk.does("order_taxi", raises(CardDeclined()))
    desk.does("free_table", raises(error))
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2}), ("order_taxi", {})), "Sorry.")
    agent.chat("dinner", user="u-1")
    assert agent.confirm("u-1", "approve").calls[0].outcome is outcome


def test_after_a_write_nobody_knows_about_nothing_more_is_attempted_or_undone(desk: Any) -> None:
    desk.does("order_taxi", raises(TimeoutError()))
    calls = desk.asks(("book_table", {"people": 2}), ("order_taxi", {}), ("book_table", {"people": 4}))
    agent, _ = desk.agent(calls, "Hm.")
    agent.chat("dinner", user="u-1")
    assert [call.outcome for call in agent.confirm("u-1", "approve").calls] == ["done", "unknown", "not_attempted"]
    assert desk.ran == ["book_table", "order_taxi"]


def test_an_undo_that_takes_the_result_is_given_it(desk: Any) -> None:
    given: list[Any] = []

    @tool(write=True, undo=lambda people, result: given.append((people, result["id"])))
    def book_table(people: int) -> Any:
        return {"id": "K7"}

    tools = [book_table, desk.tools()[2]]
    desk.does("order_taxi", raises(CardDeclined()))
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2}), ("order_taxi", {})), "Sorry.", tools=tools)
    agent.chat("dinner", user="u-1")
    agent.confirm("u-1", "approve")
    assert given == [(2, "K7")]


def test_an_error_name_reads_as_words() -> None:
    assert error_name(ConnectionRefusedError()) == "connection refused error"
    assert error_name(type("HTTPStatusError", (Exception,), {})()) == "http status error"


def test_what_a_service_says_of_its_inside_is_read_to_nobody_and_its_key_is_kept_nowhere(
    desk: Any, tmp_path: Path
) -> None:
    told = "HTTP 500 from https://pay.internal/v1?key=sk_live_51Hx9 for ana@example.org"
    desk.does("book_table", lambda: {"error": told})
    journal = tmp_path / "calls.jsonl"
    agent, model = desk.agent(desk.asks(("book_table", {"people": 2})), "I've booked it.", journal=journal)
    agent.chat("a table", user="u-1")
    reply = agent.confirm("u-1", "approve")
    assert (reply.text, reply.calls[0].reason) == ("Not done: book table.", None)
    assert "sk_live" not in journal.read_text(encoding="utf-8") + str(model.seen)
