"""A reply that disagrees may be written again, once, and is held in turn."""

from typing import Any

import pytest

from veraz.errors import ConfigurationError


def test_the_model_is_shown_what_disagreed_and_its_new_reply_is_read(desk: Any) -> None:
    agent, model = desk.agent("I've booked your table. Bye!", "No table is booked yet.", replies={"rewrite": 1})
    assert agent.chat("a table", user="u-1").text == "No table is booked yet."
    said, told = model.seen[1][-2:]
    assert said == {"role": "assistant", "content": "I've booked your table. Bye!"}
    assert told["role"] == "system"
    assert told["content"].endswith("- «I've booked your table.» → Not done: book table.")


def test_what_still_disagrees_gets_phrasings_and_no_third_reply_is_asked_for(desk: Any) -> None:
    agent, model = desk.agent("I've booked your table.", "Your table is booked!", replies={"rewrite": 1})
    assert agent.chat("a table", user="u-1").text == "Not done: book table."
    assert len(model.seen) == 2


def test_a_reply_that_agrees_is_not_written_again(desk: Any) -> None:
    agent, model = desk.agent("Good evening.", replies={"rewrite": 1})
    assert agent.chat("hello", user="u-1").text == "Good evening."
    assert len(model.seen) == 1


def test_a_required_sentence_is_no_disagreement(desk: Any) -> None:
    rules = {"required": [{"say": "Calls are recorded."}]}
    agent, model = desk.agent("Good evening.", replies={"rewrite": 1, "rules": rules})
    assert agent.chat("hello", user="u-1").text == "Good evening. Calls are recorded."
    assert len(model.seen) == 1


def test_a_write_left_out_is_shown_too(desk: Any) -> None:
    agent, model = desk.agent(desk.asks(("order_taxi", {})), "Hi.", "Your taxi is ordered.", replies={"rewrite": 1})
    agent.chat("a taxi", user="u-1")
    assert agent.confirm("u-1", "approve").text == "Your taxi is ordered."
    assert model.seen[2][-1]["content"].endswith("- «…» → Done: order taxi.")


@pytest.mark.parametrize("second", [OSError("down"), None, {"tool_calls": [{"name": "order_taxi", "arguments": {}}]}])
def test_a_model_that_does_not_write_again_leaves_the_reply_that_was_held(desk: Any, second: Any) -> None:
    agent, _ = desk.agent("I've booked your table.", second, replies={"rewrite": 1})
    assert agent.chat("a table", user="u-1").text == "Not done: book table."
    assert desk.ran == []


def test_the_conversation_keeps_what_the_person_read_and_nothing_of_the_rewriting(desk: Any) -> None:
    agent, model = desk.agent("I've booked your table.", "No table yet.", "Bye.", replies={"rewrite": 1})
    agent.chat("a table", user="u-1")
    agent.chat("thanks", user="u-1")
    assert [message["content"] for message in model.seen[2]][-3:] == ["a table", "No table yet.", "thanks"]


@pytest.mark.parametrize("times", [2, -1, "1", None])
def test_a_reply_is_written_again_at_most_once(desk: Any, times: Any) -> None:
    with pytest.raises(ConfigurationError, match="rewrite"):
        desk.agent(replies={"rewrite": times})
