"""Numbers, dates and codes that no call bears: false where the unit speaks of a call that was done, else left alone."""

from datetime import UTC, datetime
from typing import Any

import pytest

from veraz.errors import ConfigurationError

TOOLS = [
    {"name": "release_load", "write": True},
    {"name": "book_visit", "write": True},
    {"name": "list_loads", "write": False},
]
NOW = datetime(2027, 3, 2, 9, tzinfo=UTC)
TURN = "Please let load 88 go; there were 56 pallets."


@pytest.fixture
def load(shop: Any) -> Any:
    return shop.call("release_load", load="LD-88", dock=4, pallets=[{"kg": 410}, {"kg": 395.5}], result={"ref": 18442})


def replaced(shop: Any, reply: str, *calls: Any, turn: str | None = TURN) -> bool:
    verdict = shop.checker(tools=TOOLS).check(reply, list(calls), now=NOW, turn=turn)
    return any(unit.cause for unit in verdict.units)


@pytest.mark.parametrize(
    "reply",
    ["The load leaves by dock 37.", "Released under reference 18424.", "- Pallets: 67", "The load is LD-77."],
)
def test_what_nothing_bears_is_replaced(shop: Any, load: Any, reply: str) -> None:
    assert replaced(shop, reply, load)


@pytest.mark.parametrize(
    "reply",
    [
        "The load leaves by dock 4.",
        "Released under reference 18,442.",
        "All 56 pallets of the load go.",  # the person said it
        "The two pallets of the load weigh 805.5 kg.",
        "The load weighs about 800 kg.",
        "The pallets weigh 805 kg together.",  # 805.5, rounded
        "Loads are kept for 30 days.",
        "The load waits 15 minutes at most.",
        "Shall it go by dock 37 instead?",
        "If dock 37 is free, the load may go there.",
        "The load doesn't go by dock 37.",
        "I can put the load on dock 37.",
    ],
)
def test_what_is_borne_reckoned_rough_supposed_denied_or_a_rule_stands(shop: Any, load: Any, reply: str) -> None:
    assert not replaced(shop, reply, load)


def test_a_date_and_a_time_must_be_the_records(shop: Any) -> None:
    visit = shop.call("book_visit", day="2027-03-15", at="18:00")
    assert replaced(shop, "The visit will be on 16 March.", visit)
    assert replaced(shop, "The visit starts at 7:30 pm.", visit)
    assert not replaced(shop, "The visit will be on 15 March at 6 pm.", visit)
    assert not replaced(shop, "You can call the visit off until 10 March.", visit)


def test_nothing_is_held_where_nobody_knows_what_the_person_said(shop: Any, load: Any) -> None:
    assert not replaced(shop, "The load leaves by dock 37.", load, turn=None)


def test_nothing_is_held_where_no_call_of_the_turn_was_done_or_is_spoken_of(shop: Any, load: Any) -> None:
    assert not replaced(shop, "The load leaves by dock 37.", shop.call("release_load", "failed", load="LD-88"))
    assert not replaced(shop, "The load leaves by dock 37.")
    assert not replaced(shop, "My lunch costs 37 crowns.", load)


def test_what_an_earlier_call_returned_is_borne_too(shop: Any, load: Any) -> None:
    before = shop.call("list_loads", when="session", result=[{"load": "LD-77", "dock": 37}])
    assert not replaced(shop, "The load LD-77 leaves by dock 37.", before, load)


@pytest.mark.parametrize("turn", [5, ["Can it go?"]])
def test_what_the_person_said_is_text(shop: Any, load: Any, turn: Any) -> None:
    with pytest.raises(ConfigurationError, match="turn is"):
        replaced(shop, "The load leaves by dock 37.", load, turn=turn)
