"""What a unit states beside no claim of an act, and no call bears out."""

from datetime import datetime
from typing import Any

import pytest

NOW = datetime(2027, 3, 4, 10, 0)


def cause(shop: Any, reply: str, *calls: Any) -> tuple[str | None, str | None]:
    unit = shop.check(reply, *calls, now=NOW).units[0]
    return unit.cause, unit.rule


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("The refund for your card is $99.", True),
        ("The refund for your card is $12.50.", False),
        ("The refund for your card is under $99.", False),
        ("Is the refund for your card $99?", False),
    ],
)
def test_a_value_beside_the_name_of_what_was_done_is_the_one_that_it_carries(
    shop: Any, reply: str, wrong: bool
) -> None:
    assert cause(shop, reply, shop.refund()) == (("value", "value") if wrong else (None, None))


def test_a_value_beside_the_name_of_what_was_not_done_is_not_held(shop: Any) -> None:
    assert cause(shop, "The refund for your card is $99.", shop.refund("failed"))[1] != "value"


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("It falls due on March 9.", True),
        ("It falls due on March 5.", False),
        ("It ships on March 9.", False),
        ("It may fall due on March 9.", False),
    ],
)
def test_a_date_is_of_what_a_look_up_has_it_for(shop: Any, reply: str, wrong: bool) -> None:
    looked = shop.call("get_order", result={"due_date": "2027-03-05"})
    assert cause(shop, reply, looked) == (("value", "value") if wrong else (None, None))
    assert cause(shop, reply, looked, shop.cancel())[0] is None  # which may have changed it


@pytest.mark.parametrize(("tried", "wrong"), [("eight times", True), ("three times", True), ("twice", False)])
def test_no_more_tries_are_told_than_were_made(shop: Any, tried: str, wrong: bool) -> None:
    calls = shop.refund("failed"), shop.refund("failed", order="5521")
    assert (cause(shop, f"I tried {tried} to refund your card.", *calls)[1] == "tries") is wrong


def test_tries_that_the_reason_tells_of_may_be_told(shop: Any) -> None:
    failed = shop.refund("failed", reason="gave up after 8 attempts")
    assert cause(shop, "I tried eight times to refund your card.", failed)[1] != "tries"
