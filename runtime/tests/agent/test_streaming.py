"""Replies that the person reads as they come: each sentence once it stands, held to what was done."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from veraz import Agent, Outcome
from veraz.errors import ConfigurationError

TAXI = {"tool_calls": [{"name": "order_taxi", "arguments": {}}]}


def pieces(*given: Any) -> Iterator[Any]:
    """What a model gives that writes piece by piece."""
    yield from given


def streamed(agent: Agent, text: str) -> tuple[list[str], Any]:
    stream = agent.stream(text, user="u-1")
    return list(stream), stream.reply


def test_each_sentence_comes_once_it_stands_and_all_make_up_the_reply(desk: Any) -> None:
    agent, _ = desk.agent(pieces("Good eve", "ning. How can", " I help? ", "Just ask."))
    texts, reply = streamed(agent, "hello")
    assert len(texts) > 1
    assert "".join(texts) == reply.text == "Good evening. How can I help? Just ask."


def test_a_false_sentence_is_never_shown(desk: Any) -> None:
    agent, _ = desk.agent(pieces("I've booked ", "your table. ", "See you then. Bye."))
    texts, reply = streamed(agent, "a table")
    assert "".join(texts) == reply.text == "Not done: book table. See you then. Bye."
    assert reply.verdict.units[0].action == "replace"


def test_a_model_that_answers_at_once_is_shown_at_once(desk: Any) -> None:
    agent, _ = desk.agent("I've booked your table.")
    assert streamed(agent, "a table")[0] == ["Not done: book table."]


def test_words_beside_calls_are_shown_and_what_follows_is_a_paragraph_of_its_own(desk: Any) -> None:
    menu = {"tool_calls": [{"name": "read_menu", "arguments": {}}]}
    first = pieces("Good evening. How nice of you to come. ", "Thank you. ", menu)
    agent, model = desk.agent(first, pieces("Here ", "it is."))
    texts, reply = streamed(agent, "the menu")
    assert "".join(texts) == reply.text
    assert reply.text.startswith("Good evening.")
    assert reply.text.endswith("\n\nHere it is.")
    assert model.seen[1][-2]["content"].startswith("Good evening.")


def test_a_write_that_waits_is_shown_as_its_phrasing(desk: Any) -> None:
    agent, _ = desk.agent(pieces(TAXI))
    texts, reply = streamed(agent, "a taxi")
    assert texts == ["Once you confirm, I will order taxi."]
    assert [waiting.tool for waiting in reply.waiting] == ["order_taxi"]


def test_a_model_that_breaks_off_leaves_what_was_shown_and_the_phrasings_follow(desk: Any) -> None:
    def breaks() -> Iterator[str]:
        yield "Good evening. How nice of you to come. "
        yield "I am "
        raise ConnectionError

    agent, _ = desk.agent(breaks())
    texts, reply = streamed(agent, "hello")
    assert "".join(texts) == reply.text
    assert reply.text.startswith("Good evening.")
    assert reply.text.endswith("\n\nNothing was done.")


@pytest.mark.parametrize("replies", [{}, None, {"mode": "watch"}])
def test_more_rounds_than_there_may_be_leave_what_was_shown_and_tell_what_was_done(desk: Any, replies: Any) -> None:
    def looks() -> Iterator[Any]:
        menu = {"tool_calls": [{"name": "read_menu", "arguments": {}}]}
        return pieces("Good evening. How nice of you to come. ", menu)

    agent, _ = desk.agent(looks(), looks(), replies=replies, max_rounds=1)
    texts, reply = streamed(agent, "the menu")
    assert "".join(texts) == reply.text
    assert reply.text.endswith("\n\nDone: read menu.")


def test_a_streamed_answer_that_is_none_is_followed_by_what_was_done(desk: Any) -> None:
    agent, _ = desk.agent(pieces(" ", "  "), replies=None)
    texts, reply = streamed(agent, "hello")
    assert "".join(texts) == reply.text
    assert reply.text.endswith("Nothing was done.")


def test_what_was_left_is_told_after_a_streamed_reply_that_nobody_checks(desk: Any) -> None:
    agent, _ = desk.agent(pieces(TAXI), pieces("Sure. ", "What else?"), replies=None)
    agent.chat("a taxi", user="u-1")
    texts, reply = streamed(agent, "no, wait")
    assert "".join(texts) == reply.text == "Sure. What else? Not done: order taxi."


def test_what_was_left_is_a_paragraph_of_its_own_after_lines_that_nobody_checks(desk: Any) -> None:
    agent, _ = desk.agent(pieces(TAXI), pieces("- Menu\n", "- Bar\n"), replies=None)
    agent.chat("a taxi", user="u-1")
    texts, reply = streamed(agent, "no, wait")
    assert "".join(texts) == reply.text == "- Menu\n- Bar\n\nNot done: order taxi."


def test_a_word_on_what_waits_is_streamed_too(desk: Any) -> None:
    agent, _ = desk.agent(TAXI, pieces("Your taxi ", "is ordered. ", "Good night to you."))
    agent.chat("a taxi", user="u-1")
    stream = agent.stream_confirm("u-1", "approve")
    assert "".join(stream) == stream.reply.text == "Your taxi is ordered. Good night to you."


def test_a_turn_inside_ones_own_stream_is_refused_and_a_closed_stream_lets_the_next_in(desk: Any) -> None:
    agent, _ = desk.agent(pieces("Good evening. How nice of you to come. ", "Ask away, please. "), "Good night.")
    with agent.stream("hello", user="u-1") as stream:
        next(stream)
        with pytest.raises(ConfigurationError, match="close it"):
            agent.chat("bye", user="u-1")
    assert agent.chat("bye", user="u-1").text == "Good night."


def test_a_task_is_refused_a_turn_inside_its_own_stream(desk: Any) -> None:
    async def talk() -> None:
        async with agent.astream("hello", user="u-1") as stream:
            await anext(stream)
            with pytest.raises(ConfigurationError, match="close it"):
                await agent.achat("bye", user="u-1")

    agent, _ = desk.agent(pieces("Good evening. How nice of you to come. ", "Ask away, please. "))
    asyncio.run(talk())


@pytest.mark.parametrize("replies", [{"composer": "template"}, {"rewrite": 1}])
def test_nothing_is_shown_early_where_the_reply_may_be_another(desk: Any, replies: Any) -> None:
    agent, _ = desk.agent(pieces("I've booked it. ", "Good evening. Bye. "), "No table.", replies=replies)
    texts, reply = streamed(agent, "a table")
    assert texts == [reply.text]


def test_without_replies_everything_is_shown_as_it_comes(desk: Any) -> None:
    agent, _ = desk.agent(pieces("I've ", "booked it."), replies=None)
    assert streamed(agent, "a table")[0] == ["I've", " booked it."]


def test_an_async_model_is_streamed_on_a_loop_and_in_a_thread_alike(desk: Any) -> None:
    async def given() -> AsyncIterator[str]:
        for piece in ("Good evening. ", "How can I help? ", "Ask."):
            yield piece

    async def on_loop(agent: Agent) -> list[str]:
        stream = agent.astream("hello", user="u-1")
        texts = [text async for text in stream]
        assert "".join(texts) == stream.reply.text
        return texts

    agent, _ = desk.agent(given(), given())
    assert asyncio.run(on_loop(agent)) == streamed(agent, "hello")[0]


def test_a_stream_nobody_reads_on_leaves_nothing_open(desk: Any) -> None:
    agent, _ = desk.agent(pieces("Good evening. How can I help? ", "Ask away, please. "), "Good night.")
    stream = agent.stream("hello", user="u-1")
    next(stream)
    stream.close()
    assert agent.chat("bye", user="u-1").text == "Good night."


def test_a_reply_is_there_once_its_text_was_read(desk: Any) -> None:
    agent, _ = desk.agent("Hello.")
    with pytest.raises(ConfigurationError, match="once all its text"):
        _ = agent.stream("hello", user="u-1").reply


def test_what_runs_in_a_streamed_turn_is_in_its_reply(desk: Any) -> None:
    agent, _ = desk.agent(pieces(TAXI), pieces("Your taxi ", "is ordered."))
    streamed(agent, "a taxi")
    assert agent.confirm("u-1", "approve").calls[0].outcome is Outcome.DONE
