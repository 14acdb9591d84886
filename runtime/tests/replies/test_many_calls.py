"""Records of many calls, and calls that carry much: what a check does grows with them, and no faster."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz import Call, Checker, Outcome
from veraz.replies.evidence.arguments import key_of

REPLIES = (
    "I've refunded order 4044. I've also refunded $30 for order 4046.",
    "Both refunds went through, as you asked. I couldn't refund order 4043.",
    "I've refunded everything:\n- order 4044\n- order 4045, 4046 too",
    "Both were refunded: $30 for you.",
)
OUTCOMES = {
    "done": [Outcome.DONE],
    "mixed": [Outcome.DONE, Outcome.FAILED, Outcome.REFUSED, Outcome.PENDING, Outcome.UNKNOWN],
}
REASONS = {Outcome.FAILED: "already_exists", Outcome.REFUSED: "over the limit"}

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, 0.5]) | st.sampled_from("ab"),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


def record(size: int, outcomes: str, when: str) -> list[Call]:
    ended = [OUTCOMES[outcomes][number % len(OUTCOMES[outcomes])] for number in range(size)]
    return [
        Call("refund_order", {"order_id": str(4000 + number)}, each, REASONS.get(each), {"amount": 30}, when)  # type: ignore[arg-type]
        for number, each in enumerate(ended)
    ]


def work_of(run: Callable[[], Any]) -> int:
    """Return how many functions ``run`` calls."""
    made = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("outcomes", OUTCOMES)
@pytest.mark.parametrize("when", ["turn", "session"])
def test_four_times_the_calls_of_one_tool_are_at_most_about_four_times_the_work(
    reply: str, outcomes: str, when: str
) -> None:
    checker = Checker([{"name": "refund_order", "write": True}])
    few, many = record(100, outcomes, when), record(400, outcomes, when)
    checker.check(reply, few)
    works = []
    for calls in (few, many):
        checker.forget()
        works.append(work_of(lambda calls=calls: checker.check(reply, calls)))  # type: ignore[misc]
    assert works[1] < 5 * works[0]


@given(PLAIN, PLAIN)
def test_arguments_have_the_same_key_just_where_they_are_equal(one: Any, other: Any) -> None:
    assert (key_of({"of": one}) == key_of({"of": other})) is (one == other)


@given(st.dictionaries(st.sampled_from("abc"), PLAIN))
def test_the_order_of_arguments_is_none_of_their_key(arguments: dict[str, Any]) -> None:
    assert key_of(dict(reversed(arguments.items()))) == key_of(arguments)


def test_arguments_that_have_no_hash_are_compared_as_they_are() -> None:
    assert key_of({"of": bytearray(b"a")}) == key_of({"of": bytearray(b"a")}) != key_of({"of": bytearray(b"b")})


def test_what_the_calls_of_a_long_session_carry_is_not_read_again() -> None:
    shelf = Checker([{"name": "refund_order", "write": True}]).shelf
    sent = [call.arguments for call in record(6000, "done", "session")]
    read = [shelf.contents(arguments, None) for arguments in sent]
    assert all(shelf.contents(arguments, None) is kept for arguments, kept in zip(sent, read, strict=True))


def nested(depth: int, value: Any, wide: int) -> Any:
    for _ in range(depth):
        value = [value] * wide
    return value


LARGE: dict[str, Callable[[int], Any]] = {
    "numbers": lambda size: list(range(size)),
    "fields": lambda size: {f"field_{number}": number for number in range(size)},
    "texts": lambda size: [f"order {number}" for number in range(size)],
    "one text": lambda size: "refunded 4413 " * size,
    "depth": lambda size: nested(size // 10, "4413", 1),
    "a value in many places": lambda size: nested(size // 4000, "order 4412", 10),
}


@pytest.mark.parametrize("made", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize("tool", ["refund_order", "find_order"])
def test_beyond_the_bounds_of_what_is_read_more_is_no_more_work(made: Callable[[int], Any], tool: str) -> None:
    checker = Checker([{"name": "refund_order", "write": True}, {"name": "find_order", "write": False}])
    reply, works = "I've refunded order 4412, $30. I couldn't refund order 4413. You have 3 orders.", []
    for size in (20_000, 100_000):
        part = made(size)
        call = Call(tool, {"order_id": part}, Outcome.FAILED, "not_found", part)
        checker.check(reply, [call])
        checker.forget()
        works.append(work_of(lambda call=call: checker.check(reply, [call])))  # type: ignore[misc]
    assert works[1] < 1.2 * works[0]
