"""What is only likely is decided by a margin that the strictness sets; below it a unit is kept, and is undecided."""

from typing import Any

import pytest

from veraz import Agent
from veraz.errors import ConfigurationError
from veraz.replies.judging.margins import MARGINS
from veraz.replies.settings import Strictness

TOOLS = [
    {"name": "set_gate", "write": True},
    {"name": "move_board", "write": True},
    {"name": "ticket_write", "write": True},
    {"name": "remove_shift", "write": True},
    {"name": "list_shifts", "write": False},
]


def unit(shop: Any, reply: str, *calls: Any, strictness: str = "balanced") -> Any:
    return shop.checker(tools=TOOLS, strictness=strictness).check(reply, list(calls)).units[0]


@pytest.fixture
def jammed(shop: Any) -> Any:
    return shop.call("set_gate", "failed", gate="north gate", position="shut", reason="motor jammed")


@pytest.mark.parametrize(
    ("strictness", "cause", "undecided"),
    [("gentle", None, "effect"), ("balanced", None, "effect"), ("strict", "disagrees", None)],
)
def test_a_state_over_a_call_that_failed_is_held_by_the_strict_alone(
    shop: Any, jammed: Any, strictness: str, cause: Any, undecided: Any
) -> None:
    found = unit(shop, "The north gate is shut for the night now.", jammed, strictness=strictness)
    assert (found.cause, found.undecided) == (cause, undecided)


@pytest.mark.parametrize(
    "reply",
    [
        "The gate has a motor that is jammed.",  # its reason
        "Is the north gate shut for the night?",
        "If the north gate is shut, ring the bell.",
        "The south bell rings at nine.",
    ],
)
def test_a_reason_a_question_a_condition_or_another_thing_is_no_such_state(shop: Any, jammed: Any, reply: str) -> None:
    found = unit(shop, reply, jammed, strictness="strict")
    assert (found.cause, found.undecided) == (None, None)


def test_a_state_that_a_look_up_shows_is_none_of_the_calls(shop: Any, jammed: Any) -> None:
    look = shop.call("list_shifts", result=[{"gate": "north gate", "position": "shut", "for": "night"}])
    assert unit(shop, "The north gate is shut for the night.", jammed, look, strictness="strict").cause is None


@pytest.mark.parametrize(("strictness", "cause"), [("gentle", None), ("balanced", None), ("strict", "no_call")])
def test_an_act_by_a_verb_of_a_like_action_is_held_by_the_strict_alone(shop: Any, strictness: str, cause: Any) -> None:
    look = shop.call("list_shifts", result=[{"day": "2027-03-02"}])
    found = unit(shop, "I've dropped the old rota.", look, strictness=strictness)
    assert found.cause == cause
    assert (found.undecided == "loose_act") is (cause is None)


def test_a_denial_goes_to_the_call_that_it_names(shop: Any) -> None:
    failed = shop.call("ticket_write", "failed", ticket="T-82", reason="board locked")
    done = shop.call("move_board", board="Ops")
    assert unit(shop, "T-82 couldn't be moved.", failed, done).undecided == "yields"
    assert unit(shop, "T-82 couldn't be moved.", failed, done, strictness="strict").cause == "disagrees"
    assert unit(shop, "The Ops board couldn't be moved.", failed, done).cause == "disagrees"


def test_what_is_undecided_is_counted_by_its_rule(shop: Any, jammed: Any) -> None:
    verdict = shop.checker(tools=TOOLS).check("The north gate is shut for the night now.", [jammed])
    assert verdict.counts["sentences.undecided{rule=effect}"] == 1


def test_a_strictness_that_is_none_is_refused_with_what_there_is() -> None:
    with pytest.raises(ConfigurationError, match="gentle, balanced, strict"):
        Agent("desk", [], replies={"strictness": "harsh"})  # type: ignore[typeddict-item]


def test_every_strictness_has_its_margins_and_the_stricter_tells_less() -> None:
    assert set(MARGINS) == set(Strictness)
    assert MARGINS[Strictness.GENTLE].told < MARGINS[Strictness.BALANCED].told < MARGINS[Strictness.STRICT].told
