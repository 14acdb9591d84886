"""The course of one check."""

from typing import Any

import pytest

FAILED = "Not done: refund card."


def test_a_phrasing_is_shown_once_however_many_sentences_it_replaces(shop: Any) -> None:
    reply = "I've refunded your card. Hello. Your card was refunded."
    assert shop.text(reply, shop.refund("failed")) == f"{FAILED} Hello."


def test_two_calls_that_ran_are_counted_though_they_read_alike(shop: Any) -> None:
    phrasings = {"cancel_order": {"done": "Cancelled.", "failed": "Not cancelled."}}
    calls = [shop.cancel(order=order) for order in ("4412", "5521")]
    reply = "I've cancelled order 4412, worth $9. I've cancelled order 5521, worth $8."
    assert shop.text("Hi.", *calls, phrasings=phrasings) == "Hi. 2 times: Cancelled."
    failed = [shop.cancel("failed", order=order) for order in ("4412", "5521")]
    assert shop.text(reply, *failed, phrasings=phrasings) == "Not cancelled."


def test_replacements_and_additions_are_counted_by_tool_outcome_and_cause(shop: Any) -> None:
    counts = shop.check("I've refunded your card.", shop.refund("failed"), shop.cancel()).counts
    assert counts["sentences.replaced{tool=refund_card,outcome=failed,cause=disagrees}"] == 1
    assert counts["sentences.added{tool=cancel_order,outcome=done}"] == 1
    assert counts["sentences.read"] == 1


def test_what_a_kept_or_replaced_sentence_tells_is_not_added(shop: Any) -> None:
    assert shop.check("I've refunded your card.", shop.refund()).added == ()
    assert shop.check("I've refunded $99 to your card.", shop.refund()).added == ()
    assert [each.tool for each in shop.check("Hello.", shop.refund()).added] == ["refund_card"]
    assert shop.check("Hello.", shop.refund(session=True)).added == ()


@pytest.mark.parametrize(("told", "added"), [(True, ["refund_card"]), (False, [])])
def test_a_tool_that_need_not_be_told_is_not_added(shop: Any, told: bool, added: list[str]) -> None:
    tools = [{"name": "refund_card", "told": told}]
    assert [each.tool for each in shop.check("Hello.", shop.refund(), tools=tools).added] == added


def test_a_look_up_is_never_added(shop: Any) -> None:
    assert shop.text("Hello.", shop.call("get_order")) == "Hello."


def test_a_claim_tells_the_place_of_its_call_in_the_record(shop: Any) -> None:
    (unit,) = shop.check("I've refunded your card.", shop.call("get_order"), shop.refund()).units
    assert [claim.call for claim in unit.claims] == [1]
    (unit,) = shop.check("I've refunded your card.", shop.call("get_order")).units
    assert [claim.call for claim in unit.claims] == [None]


@pytest.mark.parametrize("before", ["", "Hello there, and thank you for your patience. ", "- Hello.\n- "])
def test_a_value_is_held_wherever_its_sentence_stands(shop: Any, before: str) -> None:
    assert shop.check(f"{before}I've refunded $99.", shop.refund()).units[-1].cause == "value"
    assert shop.check(f"{before}I've refunded $12.50.", shop.refund()).units[-1].cause is None


def test_the_number_of_an_item_is_no_value_of_it(shop: Any) -> None:
    assert [unit.cause for unit in shop.check("12. Order 4412 is cancelled.", shop.cancel()).units] == [None]
