"""Claims held to the record, in the order of the text."""

from typing import Any

import pytest

HOLD = ("hold_order", "get_order")


def causes(verdict: Any) -> list[str | None]:
    return [unit.cause for unit in verdict.units]


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("AB-4412 is now on hold.", True),
        ("AB-5521 is now on hold.", False),
        ("Is AB-4412 now on hold?", False),
        ("| AB-4412 | on hold |", False),
    ],
)
def test_how_the_thing_of_a_call_stands_may_not_be_told_outright_where_it_was_not_done(
    shop: Any, reply: str, wrong: bool
) -> None:
    call = shop.call("hold_order", "failed", order="AB-4412")
    assert (shop.check(reply, call, tools=HOLD).units[0].rule == "outright") is wrong
    looked = shop.call("get_order", result={"hold": True})
    assert causes(shop.check(reply, call, looked, tools=HOLD)) == [None]
    done = shop.call("hold_order", order="AB-4412")
    assert causes(shop.check(reply, done, tools=HOLD)) == [None]


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("already cancelled in May", [None]),
        ("already been cancelled", [None]),
        ("already sent out and never cancelled", ["disagrees"]),
        ("cancelled orders stay so", ["disagrees"]),
        (None, ["disagrees"]),
    ],
)
def test_what_its_reason_says_was_so_already_may_be_told(shop: Any, reason: str | None, expected: Any) -> None:
    assert causes(shop.check("Order 4412 was already cancelled.", shop.cancel("refused", reason=reason))) == expected
    told = shop.check("I've cancelled order 4412.", shop.cancel("refused", reason=reason))
    assert causes(told) == ["disagrees"]


@pytest.mark.parametrize(("ask", "expected"), [("Is that all right?", [None, None]), ("That is all.", ["disagrees"])])
def test_a_promise_to_try_again_may_hang_on_the_question_of_the_reply(shop: Any, ask: str, expected: Any) -> None:
    assert causes(shop.check(f"I'll refund your card. {ask}", shop.refund("failed")))[: len(expected)] == expected


def test_a_label_names_the_write_of_the_items_under_it(shop: Any) -> None:
    calls = shop.refund("failed"), shop.cancel()
    assert causes(shop.check("Step 1: refund the card\n- done", *calls)) == [None, "disagrees"]
    assert causes(shop.check("Step 1: cancel the order\n- done", *calls)) == [None, None]


def test_a_value_of_the_other_clause_is_the_other_calls(shop: Any) -> None:
    reply = "I've cancelled order 4412, and $12.50 went back to your card."
    assert causes(shop.check(reply, shop.cancel(), shop.refund())) == [None]
    assert causes(shop.check(reply.replace("12.50", "99"), shop.cancel(), shop.refund())) == ["value"]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("send_invoice", ["value"]),  # how other writes ended says nothing of this one's amounts
        ("refund_card", [None]),  # the amount may be that of the one that failed
    ],
)
def test_an_amount_of_another_clause_is_held_where_the_calls_of_its_tool_ended_alike(
    shop: Any, other: str, expected: Any
) -> None:
    calls = shop.call(other, "done", order="7"), shop.call(other, "failed", order="8")
    reply = "I've refunded your card for order 4412, and $99 is what you asked for."
    assert causes(shop.check(reply, *calls, shop.refund())) == expected
