"""Whether a unit that claims nothing of a call tells what became of it, so that nothing need be added."""

from typing import Any

import pytest


def added(shop: Any, reply: str, *calls: Any, **settings: Any) -> list[str]:
    return [each.tool for each in shop.check(reply, *calls, **settings).added]


REFUND, BOOKING, CANCEL = ["refund_card"], ["book_table"], ["cancel_order"]


@pytest.mark.parametrize(
    ("reply", "left_out"),
    [
        ("I can refund order 4412. Shall I?", []),
        ("The refund drops the discount, so please confirm.", []),
        ("Please confirm.", REFUND),
    ],
)
def test_what_waits_is_told_by_asking_for_it(shop: Any, reply: str, left_out: Any) -> None:
    assert added(shop, reply, shop.refund("pending_confirmation")) == left_out


@pytest.mark.parametrize(
    ("reply", "left_out"), [("I don't know about the refund.", []), ("I don't know about the rest.", REFUND)]
)
def test_what_is_in_doubt_is_told_by_the_doubt(shop: Any, reply: str, left_out: Any) -> None:
    assert added(shop, reply, shop.refund("unknown")) == left_out


@pytest.mark.parametrize("outcome", ["failed", "refused"])
@pytest.mark.parametrize(
    ("reply", "left_out"),
    [
        ("The kitchen closes early, so no table for Ortiz.", []),
        ("The kitchen closes early.", BOOKING),  # which says not of what
        ("Ortiz likes the kitchen.", BOOKING),  # one word of the reason
        ("Ortiz is not in for the day.", BOOKING),
    ],
)
def test_what_was_not_done_is_told_by_its_reason(shop: Any, outcome: str, reply: str, left_out: Any) -> None:
    call = shop.call("book_table", outcome, name="Ortiz", reason="kitchen closes early for the day")
    assert added(shop, reply, call) == left_out


def test_a_reason_beside_a_promise_to_do_it_tells_of_nothing(shop: Any) -> None:
    call = shop.call("submit_report", "refused", report="EXP-9", reason="receipt missing")
    reply = "Just upload the missing receipt for EXP-9 and I'll submit the report."
    assert added(shop, reply, call, tools=["submit_report"]) == ["submit_report"]


def test_a_value_that_only_a_call_returned_tells_of_it(shop: Any) -> None:
    booked = shop.call("book_table", result={"code": "KX-81"})
    looked = shop.call("get_order", result={"code": "KX-81"})
    assert added(shop, "Your code is KX-81.", booked) == []
    assert added(shop, "Your code is KX-81.", booked, looked) == BOOKING
    assert (
        added(shop, "Your code is KX-81.", shop.call("book_table", code="KX-81", result={"code": "KX-81"})) == BOOKING
    )


@pytest.mark.parametrize(
    ("reply", "left_out"),
    [("Refund: order 4412.", []), ("Order 4412.", REFUND), ("Refund: order 5521.", REFUND)],
)
def test_a_text_of_its_own_beside_a_word_of_its_tool_tells_of_a_call(shop: Any, reply: str, left_out: Any) -> None:
    assert added(shop, reply, shop.refund()) == left_out


def test_two_texts_of_its_own_tell_of_a_call(shop: Any) -> None:
    call = shop.call("book_table", name="Ortiz", place="Mirador")
    assert added(shop, "Ortiz, Mirador.", call) == []
    assert added(shop, "Ortiz, Central.", call) == BOOKING


def test_what_is_told_of_a_call_is_told_of_another_of_its_tool_beside_it(shop: Any) -> None:
    first, reply = shop.cancel(order="RT-4"), "RT-4 and RT-5 are gone."
    assert added(shop, reply, first, shop.cancel(order="RT-5")) == []
    assert added(shop, reply, first, shop.refund(order="RT-5")) == REFUND


@pytest.mark.parametrize(
    ("reply", "left_out"),
    [("Your seat is now 3A.", []), ("Your seat was 3A.", BOOKING), ("Your seat is now 3B.", BOOKING)],
)
def test_what_is_so_now_tells_of_the_call_that_alone_was_sent_it(shop: Any, reply: str, left_out: Any) -> None:
    call = shop.call("book_table", seat="3A")
    assert added(shop, reply, call) == left_out
    assert added(shop, reply, call, shop.cancel(order="3A")) == [*BOOKING, *CANCEL]
    assert "book_table" in added(shop, reply, shop.call("book_table", "failed", seat="3A"))
