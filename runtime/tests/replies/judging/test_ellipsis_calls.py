"""Which of several calls alike a sentence without a verb speaks of."""

from typing import Any

import pytest


def last(shop: Any, reply: str, *calls: Any) -> list[tuple[int | None, str | None]]:
    unit = shop.check(reply, *calls).units[-1]
    return [(claim.call, unit.cause) for claim in unit.claims]


@pytest.mark.parametrize(("outcome", "cause"), [("done", None), ("failed", "disagrees")])
def test_the_other_one_is_the_call_that_was_not_told(shop: Any, outcome: str, cause: str | None) -> None:
    calls = shop.cancel(), shop.cancel(outcome, order="5521")
    assert last(shop, "Order 4412 was cancelled. The other one too.", *calls) == [(1, cause)]


def test_of_three_calls_the_other_one_is_none(shop: Any) -> None:
    calls = [shop.cancel(order=order) for order in ("4412", "5521", "6630")]
    assert last(shop, "Order 4412 was cancelled. The other one too.", *calls) == []


def test_of_three_calls_the_one_named_is_meant(shop: Any) -> None:
    orders = {"4412": "Bob", "5521": "Eva", "6630": "Ana"}
    calls = [shop.cancel(order=order, name=name) for order, name in orders.items()]
    assert last(shop, "Order 4412 was cancelled. The one of Ana too.", *calls) == [(2, None)]


def test_calls_of_another_tool_are_no_others(shop: Any) -> None:
    calls = shop.cancel(), shop.refund(), shop.refund(order="5521")
    assert last(shop, "Order 4412 was cancelled. The other one too.", *calls) == []
