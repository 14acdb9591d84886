"""How long a loop is held up while many people talk at once to one agent on it.

    python benchmarks/async_turns.py [PEOPLE] [TURNS]

Each person has turns of one async read and a reply of three sentences, held to the record; a model and a tool answer
after some milliseconds, and people rest between turns. ``held`` is how long one step of any task held the loop up; the
lag is how late the loop wakes a task that only sleeps a millisecond, other people's steps included.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import Any

from veraz import Agent, tool

WAIT = 0.02  # seconds at most that a model or a tool takes
REST = 0.5  # seconds at most between two turns of one person
SAID = "Order {id} is on its way. It was placed on 3 May 2026. Is there anything else I can do for you?"


@tool(write=False)
async def get_order(order_id: str) -> dict[str, Any]:
    """Look an order up."""
    await asyncio.sleep(random.random() * WAIT)
    return {"id": order_id, "placed": "2026-05-03", "status": "on its way"}


async def model(conversation: list[dict[str, Any]]) -> Any:
    """Look the order up, then tell of it."""
    await asyncio.sleep(random.random() * WAIT)
    order = conversation[-1]["name"] if conversation[-1]["role"] == "tool" else conversation[-1]["content"]
    if conversation[-1]["role"] == "tool":
        return SAID.format(id=order)
    return {"tool_calls": [{"name": "get_order", "arguments": {"order_id": order}}]}


async def talk(agent: Agent, person: str, turns: int, took: list[float]) -> None:
    """Have ``turns`` turns, and note how long each took, in seconds."""
    for number in range(turns):
        await asyncio.sleep(random.random() * REST)
        began = time.perf_counter()
        await agent.achat(f"{person}-{number}", user=person)
        took.append(time.perf_counter() - began)


def timed(held: list[float]) -> None:
    """Note how long each step of a loop takes, in seconds."""
    run = asyncio.Handle._run

    def timing(handle: asyncio.Handle) -> None:
        began = time.perf_counter()
        run(handle)
        held.append(time.perf_counter() - began)

    asyncio.Handle._run = timing  # type: ignore[method-assign]


async def watch(lags: list[float]) -> None:
    """Note how late the loop wakes this task, in seconds, until it is cancelled."""
    while True:
        due = time.perf_counter() + 0.001
        await asyncio.sleep(0.001)
        lags.append(time.perf_counter() - due)


async def measure(people: int, turns: int) -> None:
    """Print the lag and the time of a turn."""
    agent = Agent("desk", [get_order], model=model, on_unread="model", replies={})
    for person in range(people):
        await agent.achat("hello", user=f"p{person}")
    lags: list[float] = []
    took: list[float] = []
    held: list[float] = []
    timed(held)
    watching = asyncio.create_task(watch(lags))
    began = time.perf_counter()
    await asyncio.gather(*(talk(agent, f"p{person}", turns, took) for person in range(people)))
    watching.cancel()
    print(f"{people} people, {len(took)} turns in {time.perf_counter() - began:.1f} s")
    for name, values in (("held", held), ("lag", lags), ("turn", took)):
        ordered = sorted(values)
        shown = [ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99)]
        print(f"{name}: median {shown[0]:.2f} ms, p99 {shown[1]:.2f} ms, longest {ordered[-1] * 1000:.1f} ms")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    asyncio.run(measure(*given, *(200, 10)[len(given) :]))
