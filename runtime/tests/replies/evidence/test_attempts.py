"""Several calls of one tool in a turn: attempts at one thing are told as one, and calls that ran each for itself."""

from typing import Any

import pytest

ONE = "I've refunded £12.50 for order 4412."
PAID = {"phrasings": {"refund_card": {"done": "Paid.", "failed": "Not paid{because}."}}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "refused", "amount": "all", "reason": "argument_schema"},
        {"outcome": "failed", "reason": "bank offline"},
        {"outcome": "failed", "amount": 125.0, "reason": "over the limit"},
        {"outcome": "failed", "order": "44121", "reason": "not_found"},
        {"outcome": "refused", "order": "ord-4412", "reason": "argument_schema"},
    ],
)
def test_an_attempt_that_a_later_call_made_good_is_not_told(shop: Any, wrong: dict[str, Any]) -> None:
    attempts = [shop.refund(**wrong), shop.refund(currency="GBP")]
    attempts[0].arguments["currency"] = "GBP"
    assert shop.text(ONE, *attempts) == ONE
    assert shop.checker().compose(attempts).text.count("\n") == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "failed", "order": "7731", "reason": "over the limit"},
        {"outcome": "refused", "order": "4413", "amount": "all", "reason": "argument_schema"},
        {"outcome": "failed", "order": "4413", "reason": "over the limit"},
        {"outcome": "unknown"},
        {"outcome": "pending_confirmation", "order": "7731"},
    ],
)
def test_what_was_not_done_of_another_thing_is_told_beside_what_was(shop: Any, wrong: dict[str, Any]) -> None:
    attempts = [shop.refund(**wrong), shop.refund()]
    assert [added.outcome for added in shop.check("I've refunded order 4412.", *attempts).added] == [wrong["outcome"]]


def test_another_day_is_another_thing(shop: Any) -> None:
    full = shop.call("book_table", "failed", date="2027-05-10", people=2, reason="full")
    booked = shop.call("book_table", date="2027-05-11", people=2)
    assert len(shop.check("I've booked your table for May 11th, 2027.", full, booked).added) == 1


@pytest.mark.parametrize(
    "reply",
    [
        "My first attempt was refused. I've now refunded order 4412.",
        "I couldn't refund it with that amount. I've now refunded £12.50 for order 4412.",
        "I couldn't refund it at first, but I've now refunded it.",
    ],
)
def test_a_true_sentence_about_either_attempt_stands(shop: Any, reply: str) -> None:
    attempts = shop.refund("refused", amount="all", reason="argument_schema"), shop.refund(currency="GBP")
    assert shop.text(reply, *attempts) == reply


def test_what_was_made_good_may_not_be_denied_alone(shop: Any) -> None:
    attempts = shop.refund("failed", amount="all", reason="argument_schema"), shop.refund()
    told = shop.text("I couldn't refund order 4412.", *attempts)
    assert told == "Done: refund card with order id 4412, amount 12.5."


@pytest.mark.parametrize("outcome", ["failed", "refused"])
@pytest.mark.parametrize(
    "reason", ["duplicate", "already_refunded", "Order 4412 was already refunded", "pedido já estornado"]
)
def test_a_call_turned_down_for_having_been_made_is_told_as_done(shop: Any, outcome: str, reason: str) -> None:
    calls = shop.refund(), shop.refund(outcome, reason=reason)
    assert shop.text("I've refunded order 4412.", *calls) == "I've refunded order 4412."
    assert shop.text("Hello!", *calls) == "Hello! Done: refund card with order id 4412, amount 12.5."


def test_a_done_call_is_told_though_the_same_call_failed_later(shop: Any) -> None:
    calls = shop.refund(), shop.refund("failed", reason="bank offline")
    assert [added.outcome for added in shop.check("Hello!", *calls).added] == ["done", "failed"]


def test_equal_writes_that_both_ran_are_two(shop: Any) -> None:
    twice = [shop.refund(), shop.refund()]
    assert [added.calls for added in shop.check("Hello!", *twice).added] == [(0, 1)]
    assert shop.checker(**PAID).compose(twice).text == "Paid.\nPaid."
    once = shop.refund()
    assert shop.checker(**PAID).compose([once, once]).text == "Paid.\nPaid."


def test_writes_of_other_values_that_read_alike_are_told_each(shop: Any) -> None:
    two = [shop.refund(amount=5), shop.refund(order="7731", amount=7)]
    assert shop.checker(**PAID).compose(two).text == "Paid.\nPaid."
    assert shop.text("Hello!", *two, **PAID) == "Hello! 2 times: Paid."


def test_the_same_failure_again_is_told_once(shop: Any) -> None:
    calls = [shop.refund("failed", reason="bank offline")] * 3
    assert shop.checker().compose(calls).text == "Not done: refund card: bank offline."
    assert len(shop.check("Hello!", *calls).added) == 1


def test_a_look_up_made_again_the_same_is_told_once(shop: Any) -> None:
    looks = [shop.call("get_order", order_id=order) for order in ("4412", "4412", "7731")]
    assert shop.checker().compose(looks).text.count("\n") == 1
