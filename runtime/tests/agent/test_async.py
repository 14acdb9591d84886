"""Coroutines and generators, as tools, undo or model: they run for real, in chat and on the caller's loop."""

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from veraz import Agent, Outcome, tool
from veraz.agent.journal import Journal
from veraz.errors import ConfigurationError

BOOK = {"content": "", "tool_calls": [{"name": "book_room", "arguments": {"nights": 2}}]}
LOOK = {"content": "", "tool_calls": [{"name": "get_rooms", "arguments": {}}]}


def hotel(*tools: Any, model: Any, **settings: Any) -> Agent:
    agent = Agent("hotel", tools, model=model, on_unread="model", **{"replies": {}, **settings})
    agent.chat("hello", user="u-1")
    return agent


def script(*answers: Any) -> Any:
    left = iter(answers)
    return lambda conversation: next(left)


@pytest.fixture
def ran() -> list[str]:
    return []


def test_an_async_tool_runs_in_chat_and_confirm(ran: list[str]) -> None:
    @tool(write=True)
    async def book_room(nights: int) -> Any:
        await asyncio.sleep(0)
        ran.append("book_room")
        return {"room": "12"}

    agent = hotel(book_room, model=script(BOOK, "I've booked room 12 for you."))
    agent.chat("two nights", user="u-1")
    reply = agent.confirm("u-1", "approve")
    assert ran == ["book_room"]
    assert (reply.text, reply.calls[0].result) == ("I've booked room 12 for you.", {"room": "12"})


def test_a_generator_tool_is_run_to_its_end_and_its_pieces_are_its_result() -> None:
    @tool(write=False)
    def get_rooms() -> Iterator[str]:
        yield "12"
        yield "14"

    @tool(write=False)
    async def get_prices() -> AsyncIterator[int]:
        yield 80

    prices = {"content": "", "tool_calls": [{"name": "get_prices", "arguments": {}}]}
    agent = hotel(get_rooms, get_prices, model=script(LOOK, prices, "There you are."))
    assert [call.result for call in agent.chat("rooms?", user="u-1").calls] == [["12", "14"], [80]]


def test_an_async_undo_really_undoes(ran: list[str]) -> None:
    async def free_room(nights: int) -> None:
        ran.append("free_room")

    @tool(write=True, undo=free_room)
    def book_room(nights: int) -> None:
        ran.append("book_room")

    @tool(write=True)
    def order_taxi() -> None:
        raise ValueError

    both = {"content": "", "tool_calls": [*BOOK["tool_calls"], {"name": "order_taxi", "arguments": {}}]}
    agent = hotel(book_room, order_taxi, model=script(both, "Sorry."))
    agent.chat("a room and a taxi", user="u-1")
    assert agent.confirm("u-1", "approve").calls[0].outcome is Outcome.UNDONE
    assert ran == ["book_room", "free_room"]


def test_an_async_model_answers_in_chat() -> None:
    async def model(conversation: Any) -> str:
        return "Good evening."

    assert hotel(tool(write=False)(get_time), model=model).chat("hello", user="u-1").text == "Good evening."


def test_a_model_may_give_its_reply_in_pieces() -> None:
    def model(conversation: Any) -> Iterator[Any]:
        yield "Good "
        yield {"content": "evening."}

    assert hotel(tool(write=False)(get_time), model=model).chat("hello", user="u-1").text == "Good evening."


def test_on_a_loop_plain_and_async_tools_and_models_run_alike(ran: list[str]) -> None:
    @tool(write=False)
    def get_rooms() -> list[str]:
        ran.append(threading.current_thread().name)
        return ["12"]

    @tool(write=True)
    async def book_room(nights: int) -> Any:
        ran.append(threading.current_thread().name)
        return {"room": "12"}

    async def talk() -> tuple[str, str]:
        agent = hotel(get_rooms, book_room, model=script(LOOK, BOOK, "I've booked room 12 for you."))
        waiting = await agent.achat("a room", user="u-1")
        return waiting.text, (await agent.aconfirm("u-1", "approve")).text

    texts = asyncio.run(talk())
    assert texts == ("Once you confirm, I will book room with nights 2.", "I've booked room 12 for you.")
    assert ran == ["veraz-call", threading.current_thread().name]


@pytest.mark.parametrize("how", ["here", "on_loop"])
def test_an_async_call_beyond_its_time_is_unknown(how: str) -> None:
    @tool(write=False, timeout=0.01)
    async def get_rooms() -> None:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            await asyncio.sleep(0.05)  # takes no notice for a while

    agent = hotel(get_rooms, model=script(LOOK, "Hm."))
    reply = agent.chat("x", user="u-1") if how == "here" else asyncio.run(agent.achat("x", user="u-1"))
    assert reply.calls[0].outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("how", ["here", "on_loop"])
def test_a_function_that_ends_an_iteration_of_nobodys_fails_and_nothing_hangs(how: str) -> None:
    @tool(write=False)
    def get_rooms() -> Any:
        return next(iter([]))

    agent = hotel(get_rooms, model=script(LOOK, "Hm."))
    reply = agent.chat("x", user="u-1") if how == "here" else asyncio.run(agent.achat("x", user="u-1"))
    assert (reply.text, reply.calls[0].outcome) == ("Hm.", Outcome.FAILED)


def test_what_ran_in_a_turn_that_was_broken_off_is_told_in_the_next() -> None:
    began = asyncio.Event()

    @tool(write=True)
    async def book_room(nights: int) -> None:
        began.set()
        await asyncio.sleep(30)

    async def talk(agent: Agent) -> Any:
        await agent.achat("a room", user="u-1")
        task = asyncio.create_task(agent.aconfirm("u-1", "approve"))
        await asyncio.wait_for(began.wait(), 10)
        task.cancel()
        await asyncio.wait({task}, timeout=10)
        return await agent.achat("hello?", user="u-1"), await agent.achat("thanks", user="u-1")

    first, second = asyncio.run(talk(hotel(book_room, model=script(BOOK, "Good evening.", "Bye."))))
    assert first.text.startswith("Good evening. Whether book room went through is still being checked")
    assert second.text == "Bye."


@pytest.mark.parametrize("how", ["here", "on_loop"])
def test_a_call_cancelled_from_within_is_unknown_and_the_turn_goes_on(how: str) -> None:
    @tool(write=False)
    async def get_rooms() -> None:
        raise asyncio.CancelledError

    agent = hotel(get_rooms, model=script(LOOK, "Hm."))
    reply = agent.chat("x", user="u-1") if how == "here" else asyncio.run(agent.achat("x", user="u-1"))
    assert (reply.text, reply.calls[0].outcome) == ("Hm.", Outcome.UNKNOWN)


def test_a_task_cancelled_inside_a_call_leaves_it_unknown_and_the_rest_not_attempted(tmp_path: Any) -> None:
    began = asyncio.Event()

    @tool(write=True)
    async def book_room(nights: int) -> None:
        began.set()
        await asyncio.sleep(30)

    @tool(write=True)
    def order_taxi() -> None:
        raise AssertionError("it was not to run")

    async def talk(agent: Agent) -> Any:
        await agent.achat("a room and a taxi", user="u-1")
        task = asyncio.create_task(agent.aconfirm("u-1", "approve"))
        await asyncio.wait_for(began.wait(), 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await agent.achat("and now?", user="u-1")

    both = {"content": "", "tool_calls": [*BOOK["tool_calls"], {"name": "order_taxi", "arguments": {}}]}
    said = "Your room is booked. Your taxi is ordered."
    agent = hotel(book_room, order_taxi, model=script(both, said), journal=tmp_path / "calls.jsonl")
    reply = asyncio.run(talk(agent))
    assert reply.text.startswith("Whether book room went through is still being checked")
    assert reply.text.endswith("Not done: order taxi.")
    assert [call.outcome for call in Journal(tmp_path / "calls.jsonl").earlier("u-1")] == [Outcome.UNKNOWN]


def test_a_tool_that_begins_a_turn_of_the_same_person_fails_and_nothing_hangs() -> None:
    @tool(write=False)
    def get_rooms() -> str:
        return agent.chat("rooms?", user="u-1").text

    agent = hotel(get_rooms, model=script(LOOK, "Hm."))
    (call,) = agent.chat("rooms?", user="u-1").calls
    assert (call.outcome, call.reason) == (Outcome.FAILED, "configuration error")


def test_whoever_is_forgotten_in_the_middle_of_a_turn_waits_for_its_end() -> None:
    running: list[str] = []

    @tool(write=False)
    async def get_rooms() -> int:
        running.append("in")
        agent.forget("u-1")
        together = len(running)
        await asyncio.sleep(0.01)
        running.pop()
        return together

    async def talk() -> list[Any]:
        await agent.achat("hello", user="u-1")
        return await asyncio.gather(*(agent.achat("rooms?", user="u-1") for _each in range(3)))

    agent = Agent("hotel", [get_rooms], model=lambda c: "Hm." if c[-1]["role"] == "tool" else LOOK, on_unread="model")
    calls = [call for reply in asyncio.run(talk()) for call in reply.calls]
    assert {call.result for call in calls} == {1}


def test_chat_on_a_loop_while_a_turn_of_the_person_is_under_way_is_refused() -> None:
    began = asyncio.Event()

    @tool(write=False)
    async def get_rooms() -> None:
        began.set()
        await asyncio.sleep(30)

    async def talk(agent: Agent) -> None:
        task = asyncio.create_task(agent.achat("rooms?", user="u-1"))
        await asyncio.wait_for(began.wait(), 10)
        with pytest.raises(ConfigurationError, match="achat"):
            agent.chat("hello?", user="u-1")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(talk(hotel(get_rooms, model=script(LOOK, "Hm."))))


def test_two_hundred_people_on_one_loop_have_a_record_each() -> None:
    @tool(write=False)
    async def get_rooms(guest: str) -> str:
        await asyncio.sleep(random.random() / 50)
        return f"room of {guest}"

    async def model(conversation: Any) -> Any:
        await asyncio.sleep(random.random() / 50)
        if conversation[-1]["role"] == "tool":
            return "There you are."
        return {"tool_calls": [{"name": "get_rooms", "arguments": {"guest": conversation[-1]["content"]}}]}

    agent = Agent("hotel", [get_rooms], model=model, on_unread="model", replies={})

    async def talk(guest: str) -> list[Any]:
        await agent.achat("hello", user=guest)
        reply = await agent.achat(guest, user=guest)
        return [call.result for call in reply.calls]

    async def everyone() -> list[Any]:
        return await asyncio.gather(*(talk(f"g-{n}") for n in range(200)))

    assert asyncio.run(everyone()) == [[f"room of g-{n}"] for n in range(200)]


def test_turns_of_one_person_wait_for_each_other_in_the_order_they_came() -> None:
    async def model(conversation: Any) -> str:
        await asyncio.sleep(0.001)
        return f"You said {conversation[-1]['content']}, after {len(conversation) - 1}."

    agent = hotel(tool(write=False)(get_time), model=model)

    async def talk() -> list[str]:
        return [reply.text for reply in await asyncio.gather(*(agent.achat(str(n), user="u-1") for n in range(5)))]

    assert asyncio.run(talk()) == [f"You said {n}, after {2 + 2 * n}." for n in range(5)]


def test_calls_cancelled_at_random_are_done_only_where_they_were(tmp_path: Any) -> None:
    chance, ended = random.Random(7), set()
    began = {f"g-{n}": asyncio.Event() for n in range(100)}

    @tool(write=False)
    async def get_rooms(guest: str) -> str:
        began[guest].set()
        await asyncio.sleep(chance.choice([0, 0.01, 30]))
        ended.add(guest)
        return guest

    async def model(conversation: Any) -> Any:
        if conversation[-1]["role"] == "tool":
            return "There you are."
        return {"tool_calls": [{"name": "get_rooms", "arguments": {"guest": conversation[-1]["content"]}}]}

    agent = Agent("hotel", [get_rooms], model=model, on_unread="model", journal=tmp_path / "calls.jsonl")

    async def talk(guest: str) -> None:
        await agent.achat("hello", user=guest)
        task = asyncio.create_task(agent.achat(guest, user=guest))
        await asyncio.wait_for(began[guest].wait(), 30)
        await asyncio.sleep(chance.choice([0, 0.01, 0.02]))
        task.cancel()
        await asyncio.wait({task}, timeout=30)

    async def everyone() -> None:
        await asyncio.gather(*map(talk, began))

    asyncio.run(everyone())
    journal = Journal(tmp_path / "calls.jsonl")
    calls = {guest: call for guest in began for call in journal.earlier(guest)}
    assert {guest for guest, call in calls.items() if call.outcome is Outcome.DONE} <= ended
    assert {call.outcome for guest, call in calls.items() if guest not in ended} == {Outcome.UNKNOWN}
    assert calls.keys() == began.keys()


def get_time() -> str:
    """Tell the time."""
    return time.strftime("%H:%M")
