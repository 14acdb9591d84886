"""A judge in an agent: asked in whatever way the turn is driven, and never waited for longer than it may take."""

import asyncio
import threading
from typing import Any

import pytest

from veraz import Answer, Stance

SAID = "I've e-mailed your manager."
WRONG = [Answer(Stance.DONE, tool="order_taxi")]
TOLD = "Not done: order taxi."


async def awaited(questions: Any) -> Any:
    await asyncio.sleep(0)
    return WRONG


JUDGES = [lambda questions: WRONG, awaited]


@pytest.mark.parametrize("judge", JUDGES)
def test_a_turn_is_judged(desk: Any, judge: Any) -> None:
    agent, _ = desk.agent(SAID, replies={"judge": judge})
    reply = agent.chat("tell my manager", user="u-1")
    assert (reply.text, reply.verdict.units[0].rule) == (TOLD, "judge")


@pytest.mark.parametrize("judge", JUDGES)
def test_a_turn_on_a_loop_is_judged(desk: Any, judge: Any) -> None:
    agent, _ = desk.agent(SAID, replies={"judge": judge})
    assert asyncio.run(agent.achat("tell my manager", user="u-1")).text == TOLD


def test_a_coroutine_is_awaited_on_the_callers_own_loop(desk: Any) -> None:
    loops = []

    async def judge(questions: Any) -> Any:
        loops.append(asyncio.get_running_loop())
        return WRONG

    async def talk() -> None:
        await agent.achat("tell my manager", user="u-1")
        loops.append(asyncio.get_running_loop())

    agent, _ = desk.agent(SAID, replies={"judge": judge})
    asyncio.run(talk())
    assert loops[0] is loops[1]


def test_a_reply_that_is_read_along_comes_whole_once_it_is_judged(desk: Any) -> None:
    agent, _ = desk.agent(iter(["Hello. How are you? ", SAID]), replies={"judge": JUDGES[0]})
    assert list(agent.stream("tell my manager", user="u-1")) == [f"Hello. How are you? {TOLD}"]


@pytest.mark.parametrize("drive", ["chat", "achat"])
def test_a_judge_that_is_late_or_raises_leaves_the_reply_as_the_rules_had_it(desk: Any, drive: str) -> None:
    answered = threading.Event()

    def late(questions: Any) -> Any:
        answered.wait(10)
        return WRONG

    def raises(questions: Any) -> Any:
        raise OSError

    for judge in (late, raises):
        agent, _ = desk.agent(SAID, replies={"judge": judge, "judge_seconds": 0.05})
        turn = getattr(agent, drive)("tell my manager", user="u-1")
        reply = asyncio.run(turn) if drive == "achat" else turn
        assert (reply.text, reply.verdict.counts["judge.failed"]) == (SAID, 1)
    answered.set()


def test_what_is_written_again_is_judged_in_turn(desk: Any) -> None:
    agent, model = desk.agent(SAID, "I've told nobody.", replies={"judge": JUDGES[0], "rewrite": 1})
    assert agent.chat("tell my manager", user="u-1").text == "I've told nobody."
    assert len(model.seen) == 2
