"""Claims with no call behind them."""

from datetime import datetime
from typing import Any

import pytest

NOW = datetime(2027, 3, 4, 10, 0)


def stands(shop: Any, reply: str, *calls: Any) -> bool:
    return all(unit.cause is None for unit in shop.check(reply, *calls, now=NOW).units)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Order 4412 was cancelled.", True),  # as a look-up shows
        ("Order 4412 was refunded.", False),
        ("Order 9999 was cancelled.", False),  # of which it shows nothing
        ("Order 4412 was refunded last month.", True),
        ("Order 4412 was refunded on March 3.", True),  # a date it shows
        ("Order 4412 was refunded on March 2.", False),
        ("I've cancelled order 4412.", False),
        ("I refunded order 4412 on March 3.", False),
        ("Cancelled order 4412.", True),
    ],
)
def test_what_was_done_by_nobody_named_may_be_what_a_look_up_shows(shop: Any, reply: str, expected: bool) -> None:
    looked = shop.call("get_order", order_id="4412", result={"status": "cancelled", "when": "2027-03-03"})
    assert stands(shop, reply, looked) is expected


def test_a_state_that_a_reason_gives_may_be_told(shop: Any) -> None:
    failed = shop.cancel("refused", reason="the table is booked")
    assert stands(shop, "The table is booked.", failed)
    assert not stands(shop, "The table has been booked.", failed)
    assert not stands(shop, "The invoice is sent.", failed)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("$20 has been returned to your card.", True), ("Your parcel has been returned.", False)],
)
def test_money_may_be_moved_by_another_write_that_was_done(shop: Any, reply: str, expected: bool) -> None:
    tools = ("return_parcel", "cancel_trip")

    def verdict(outcome: str) -> bool:
        call = shop.call("cancel_trip", outcome)
        return shop.check(reply, call, tools=tools).units[0].cause is None

    assert verdict("done") is expected
    assert not verdict("failed")


@pytest.mark.parametrize(
    ("reply", "expected"), [("I've checked your order.", True), ("I've checked your order: $412 is left.", False)]
)
def test_a_look_up_may_be_any_call_but_for_an_amount_that_none_carries(shop: Any, reply: str, expected: bool) -> None:
    assert stands(shop, reply, shop.refund()) is expected
    assert not stands(shop, reply)


def test_a_promise_stands_where_the_reply_asks_for_the_persons_word(shop: Any) -> None:
    assert not stands(shop, "I'll cancel order 4412.")
    assert stands(shop, "I'll cancel order 4412. Shall I?")
