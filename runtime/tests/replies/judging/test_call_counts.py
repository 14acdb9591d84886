"""How many acts of a kind a claim tells of, beside the calls that were made."""

from typing import Any

import pytest

TOOLS = ("add_task",)


def judged(shop: Any, reply: str, *outcomes: str, tool: str = "add_task", **sent: Any) -> tuple[str | None, int]:
    """Return the cause of the one unit, and how many calls it was held to."""
    calls = [shop.call(tool, outcome, title=f"t{number}", **sent) for number, outcome in enumerate(outcomes)]
    (unit,) = shop.check(reply, *calls, tools=(tool,)).units
    return unit.cause, len(unit.claims)


@pytest.mark.parametrize(
    ("number", "expected"),
    [("two", (None, 2)), ("2", (None, 2)), ("three", ("value", 3)), ("four", ("value", 3))],
)
def test_as_many_as_were_done_may_be_told_and_no_more(shop: Any, number: str, expected: Any) -> None:
    assert judged(shop, f"I've added {number} tasks.", "done", "done", "failed") == expected


def test_as_many_as_were_not_done_may_be_told(shop: Any) -> None:
    assert judged(shop, "I couldn't add two tasks.", "done", "failed", "failed") == (None, 2)


def test_fewer_than_were_done_is_of_one_of_them(shop: Any) -> None:
    assert judged(shop, "I've added two tasks.", "done", "done", "done") == (None, 1)


def test_one_call_alone_counts_nothing(shop: Any) -> None:
    assert judged(shop, "I've added five tasks.", "done") == (None, 1)


@pytest.mark.parametrize("sent", [{"count": 4}, {"names": ["a", "b"]}, {"names": "a, b, c"}, {"names": "a; b"}])
def test_calls_that_act_upon_several_things_each_count_nothing(shop: Any, sent: Any) -> None:
    assert judged(shop, "I've added five tasks.", "done", "done", **sent) == (None, 1)


@pytest.mark.parametrize("sent", [{"count": 1}, {"urgent": True}, {"names": ["a"]}, {"names": "a, b"}])
def test_calls_that_act_upon_one_thing_each_are_counted(shop: Any, sent: Any) -> None:
    assert judged(shop, "I've added five tasks.", "done", "done", **sent) == ("value", 2)


@pytest.mark.parametrize(
    "reply",
    [
        "I've added tasks for the five people.",
        "I've added two 5 minute tasks.",
        "I've added most of the five tasks.",
        "I've added them, five tasks.",
        "I've added the task you sent at 5 pm.",
    ],
)
def test_a_number_of_something_else_counts_no_calls(shop: Any, reply: str) -> None:
    assert judged(shop, reply, "done", "done")[0] is None
