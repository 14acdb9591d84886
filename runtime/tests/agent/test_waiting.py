"""Writes that wait for the person: answered together or one by one, by a typed word, or left for something else."""

from typing import Any

import pytest

from veraz import Agent, Outcome
from veraz.agent import Plan
from veraz.errors import ConfigurationError, NothingWaiting

TABLE = ("book_table", {"people": 2})
TAXI = ("order_taxi", {})


def outcomes(reply: Any) -> list[tuple[str, str]]:
    return [(call.tool, call.outcome) for call in reply.calls]


def test_a_person_who_goes_on_to_something_else_is_told_that_what_waited_was_left(desk: Any) -> None:
    agent, model = desk.agent(desk.asks(TABLE), "We close at eleven.")
    agent.chat("a table for two", user="u-1")
    reply = agent.chat("when do you close?", user="u-1")
    assert reply.text == "We close at eleven. Not done: book table."
    assert model.seen[1][-2] == {"role": "tool", "content": '{"outcome": "not_attempted"}', "name": "book_table"}
    with pytest.raises(NothingWaiting):
        agent.confirm("u-1", "approve")


def test_what_was_left_is_told_once(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE), "I didn't book the table. We close at eleven.", "At noon.")
    agent.chat("a table for two", user="u-1")
    assert agent.chat("when do you close?", user="u-1").text == "I didn't book the table. We close at eleven."
    assert agent.chat("and open?", user="u-1").text == "At noon."


def test_what_was_left_is_told_before_what_waits_next(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE), desk.asks(TAXI), "Your taxi is on its way.")
    agent.chat("a table for two", user="u-1")
    assert agent.chat("no, a taxi", user="u-1").text == "Not done: book table.\nOnce you confirm, I will order taxi."
    assert agent.confirm("u-1", "approve").text == "Your taxi is on its way."


def test_what_was_left_is_told_beside_the_question_and_without_a_check_too(desk: Any) -> None:
    plans = {"a table": Plan("book_table", {"people": 2})}
    agent = Agent("desk", desk.tools(), selector=plans.get)
    agent.chat("a table", user="u-1")
    text = agent.chat("hm", user="u-1").text
    assert text.startswith("Not done: book table. I didn't recognise anything in that.")


def test_writes_are_answered_one_by_one_and_run_once_each_has_a_word(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE, TAXI), "Your taxi is ordered.")
    table, taxi = agent.chat("dinner", user="u-1").waiting
    reply = agent.confirm("u-1", "approve", only=taxi.id)
    assert (desk.ran, [each.tool for each in reply.waiting]) == ([], ["book_table"])
    reply = agent.confirm("u-1", "skip", only=table.id)
    assert outcomes(reply) == [("book_table", "not_attempted"), ("order_taxi", "done")]
    assert reply.text == "Your taxi is ordered. Not done: book table."


def test_a_write_that_does_not_wait_cannot_be_answered(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE, TAXI))
    table, _taxi = agent.chat("dinner", user="u-1").waiting
    agent.confirm("u-1", "approve", only=table.id)
    for only in ("7.7", table.id, []):
        with pytest.raises(NothingWaiting):
            agent.confirm("u-1", "approve", only=only)
    assert desk.ran == []


def test_a_late_word_on_a_write_that_was_left_runs_no_other(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE), desk.asks(("book_table", {"people": 40})))
    old = agent.chat("a table for two", user="u-1").waiting[0].id
    agent.chat("for forty", user="u-1")
    with pytest.raises(NothingWaiting):
        agent.confirm("u-1", "approve", only=old)
    assert desk.ran == []


def test_two_writes_that_a_model_calls_alike_are_two(desk: Any) -> None:
    calls = [{"id": "a", "name": "order_taxi", "arguments": {}}] * 2
    agent, _ = desk.agent({"content": "", "tool_calls": calls}, "Ok.")
    one, _other = agent.chat("taxis", user="u-1").waiting
    agent.confirm("u-1", "approve", only=one.id)
    agent.confirm("u-1", "skip")
    assert desk.ran == ["order_taxi"]


@pytest.mark.parametrize("only", [5, ["a", 5], object()])
def test_what_is_no_id_is_refused(desk: Any, only: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE))
    agent.chat("a table", user="u-1")
    with pytest.raises(ConfigurationError, match="only is"):
        agent.confirm("u-1", "approve", only=only)


def test_a_skip_may_carry_the_persons_reason_and_the_model_reads_it(desk: Any) -> None:
    agent, model = desk.agent(desk.asks(TABLE), "All right.")
    agent.chat("a table for two", user="u-1")
    reply = agent.confirm("u-1", "skip", reason="three of us now")
    assert (reply.calls[0].outcome, reply.calls[0].reason) == (Outcome.NOT_ATTEMPTED, "three of us now")
    assert "three of us now" in model.seen[1][-1]["content"]


def test_a_reason_goes_with_a_skip_alone(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE))
    agent.chat("a table for two", user="u-1")
    with pytest.raises(ConfigurationError, match="skip"):
        agent.confirm("u-1", "approve", reason="why not")


@pytest.mark.parametrize(
    ("language", "typed", "outcome"),
    [
        ("en", "Yes!", Outcome.DONE),
        ("en", "no, thanks.", Outcome.NOT_ATTEMPTED),
        ("pt", "Sim, por favor", Outcome.DONE),
        ("pt", "nao", Outcome.NOT_ATTEMPTED),
    ],
)
def test_a_typed_yes_or_no_answers_what_waits(desk: Any, language: str, typed: str, outcome: Outcome) -> None:
    agent, _ = desk.agent(desk.asks(TABLE), "Ok.", language=language, typed_answers=True)
    agent.chat("a table for two", user="u-1")
    (call,) = agent.chat(typed, user="u-1").calls
    assert call.outcome is outcome


@pytest.mark.parametrize("typed", ["yes, but for three", "no, make it Friday", "não sei", "is that a yes?", "yes?", ""])
def test_only_a_whole_answer_is_a_word_on_what_waits(desk: Any, typed: str) -> None:
    agent, _ = desk.agent(desk.asks(TABLE), "I see.", typed_answers=True)
    agent.chat("a table for two", user="u-1")
    assert agent.chat(typed, user="u-1").text == "I see. Not done: book table."
    assert desk.ran == []


def test_a_typed_yes_is_a_turn_like_any_other_where_it_is_not_asked_for(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(TABLE), "Well.")
    agent.chat("a table for two", user="u-1")
    assert agent.chat("yes", user="u-1").calls[0].outcome is Outcome.NOT_ATTEMPTED
