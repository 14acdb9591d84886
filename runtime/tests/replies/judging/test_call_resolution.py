"""Which call a sentence is held to, and what it means that there is none."""

from typing import Any

import pytest

from veraz import Outcome, Stance
from veraz.replies.verdict import Cause

REFUNDED = "I've refunded your card."


def held(verdict: Any) -> list[tuple[str, Outcome]]:
    return [(claim.tool, claim.outcome) for unit in verdict.units for claim in unit.claims]


def test_a_tool_called_again_is_held_to_its_latest_call(shop: Any) -> None:
    assert held(shop.check(REFUNDED, shop.refund("failed"), shop.refund())) == [("refund_card", "done")]
    assert held(shop.check(REFUNDED, shop.refund(), shop.refund("failed"))) == [("refund_card", "failed")]


def test_an_attempt_made_again_with_the_same_arguments_is_told_by_the_later_one(shop: Any) -> None:
    assert shop.text(REFUNDED, shop.refund("failed"), shop.refund()) == REFUNDED


def test_this_turns_skipped_call_beats_the_sessions_done_one(shop: Any) -> None:
    calls = shop.refund(session=True), shop.refund("not_attempted")
    assert shop.text(REFUNDED, *calls) == "Not done: refund card."


def test_where_this_turn_made_no_call_the_sessions_latest_counts(shop: Any) -> None:
    assert shop.text(REFUNDED, shop.refund("failed", session=True), shop.refund(session=True)) == REFUNDED
    assert shop.text(REFUNDED, shop.refund("failed", session=True)) == "Not done: refund card."


def test_of_several_calls_the_one_whose_values_are_named_is_meant(shop: Any) -> None:
    calls = shop.refund(order="4412"), shop.refund("failed", order="5521", amount=20)
    assert held(shop.check("I've refunded order 4412.", *calls)) == [("refund_card", "done")]
    assert held(shop.check("I've refunded order 5521.", *calls)) == [("refund_card", "failed")]
    assert held(shop.check("I've refunded $12.50.", *calls)) == [("refund_card", "done")]


def test_a_call_in_another_turn_is_not_looked_for_by_its_values(shop: Any) -> None:
    calls = shop.refund(order="4412", session=True), shop.refund("failed", order="5521", amount=20)
    assert shop.check("I've refunded order 4412.", *calls).units[0].cause == Cause.DISAGREES


@pytest.mark.parametrize(
    "reply",
    [
        "I've refunded your card.",
        "Your table has been booked.",
        "The invoice was sent.",
        "I'll cancel order 4412.",
        "You'll receive your refund in five days.",
    ],
)
def test_a_write_said_to_be_done_or_promised_that_nothing_attempted_is_replaced(shop: Any, reply: str) -> None:
    verdict = shop.check(reply)
    assert verdict.text.startswith("Not done: ")
    assert verdict.units[0].cause == Cause.NO_CALL


@pytest.mark.parametrize(
    "reply", ["I haven't refunded your card.", "Shall I book the table?", "I can cancel order 4412."]
)
def test_what_says_that_nothing_was_done_stands_without_a_call(shop: Any, reply: str) -> None:
    assert shop.text(reply) == reply


def test_the_persons_other_calls_do_not_stand_in_for_the_one_that_is_missing(shop: Any) -> None:
    looked = shop.call("get_order", order_id="4412", result={"status": "lost"})
    assert shop.text("Order 4412 has been refunded.", looked) == "Not done: refund card."


def test_a_look_up_said_to_have_been_made_that_was_not_is_replaced_unless_switched_off(shop: Any) -> None:
    reply = "I've looked up your order."
    assert shop.text(reply) == "Not done: get order."
    assert shop.text(reply, lookups=False) == reply
    assert shop.text(reply, shop.call("get_order")) == reply


@pytest.mark.parametrize("reply", ["I'll look up your order.", "Let me check your order.", "I'm checking your order."])
def test_a_promise_to_look_something_up_is_not_held(shop: Any, reply: str) -> None:
    assert shop.text(reply) == reply


def test_a_state_that_a_look_up_returned_may_be_told(shop: Any) -> None:
    looked = shop.call("get_order", order_id="4412", result={"status": "cancelled"})
    assert shop.text("Order 4412 was cancelled.", looked) == "Order 4412 was cancelled."
    assert shop.text("I've cancelled order 4412.", looked) == "Not done: cancel order."


@pytest.mark.parametrize(
    ("language", "reply"),
    [("en", "That's done."), ("en", "All set!"), ("pt", "Prontinho!"), ("pt", "Deu certo.")],
)
def test_a_sentence_that_only_points_back_speaks_of_this_turns_write(shop: Any, language: str, reply: str) -> None:
    verdict = shop.check(reply, shop.refund("failed"), language=language)
    assert ("refund_card", "failed") in held(verdict)
    assert verdict.text == shop.checker(language).compose([shop.refund("failed")]).text
    assert shop.text(reply, shop.refund(), language=language) == reply


def test_a_success_is_not_taken_for_a_look_up(shop: Any) -> None:
    assert shop.text("It went through.", shop.refund("failed")) == "Not done: refund card."


def test_a_sentence_that_points_back_with_nothing_done_stands(shop: Any) -> None:
    assert shop.text("All set! Anything else?") == "All set! Anything else?"


def test_a_verdict_names_tool_stance_outcome_and_rule_of_every_claim(shop: Any) -> None:
    (unit,) = shop.check(REFUNDED, shop.refund("refused", reason="limit")).units
    (claim,) = unit.claims
    assert (claim.tool, claim.stance, claim.outcome) == ("refund_card", Stance.DONE, Outcome.REFUSED)
    assert unit.rule == claim.rule == "en.perfect"


def test_what_is_ordered_is_told_by_its_name_not_by_the_verb_it_shares(shop: Any) -> None:
    tools = "book_table", "order_taxi"
    text = shop.text("I've ordered your taxi.", shop.call("book_table", people=2), tools=tools)
    assert text == "Not done: order taxi. Done: book table with people 2."


def test_a_tool_called_by_its_name_is_that_one_whatever_others_share_a_word(shop: Any) -> None:
    tools = "refund_card", "send_gift_card"
    assert shop.text("Done: refund card.", shop.refund(), tools=tools) == "Done: refund card."


@pytest.mark.parametrize(("card", "wallet"), [("done", "failed"), ("failed", "done")])
def test_of_two_calls_that_a_sentence_may_speak_of_it_is_held_to_the_one_that_allows_it(
    shop: Any, card: str, wallet: str
) -> None:
    calls = shop.call("refund_card", card, order="4412"), shop.call("refund_wallet", wallet, order="4412")
    verdict = shop.check("Your refund has been issued.", *calls, tools=("refund_card", "refund_wallet"))
    assert verdict.text.startswith("Your refund has been issued. Not done: ")


REFUNDS = ("refund_card", "refund_wallet")


def test_a_promise_speaks_of_what_was_not_called_yet(shop: Any) -> None:
    sent = shop.call("send_invoice", session=True)
    assert (
        shop.text("I'll send the invoice.", sent, tools=("send_invoice", "mail_invoice")) == "Not done: mail invoice."
    )


def test_what_was_told_of_last_week_speaks_of_the_write_before_this_turn_that_was_done(shop: Any) -> None:
    calls = shop.call("refund_card", session=True), shop.call("refund_wallet", "failed")
    assert held(shop.check("Your refund was issued last week.", *calls, tools=REFUNDS)) == [("refund_card", "done")]
    assert held(shop.check("Your refund was issued.", *calls, tools=REFUNDS)) == [("refund_wallet", "failed")]


@pytest.mark.parametrize("outcome", ["done", "failed"])
def test_of_two_tools_the_one_that_this_turn_called_is_meant(shop: Any, outcome: str) -> None:
    calls = shop.call("refund_wallet", session=True), shop.call("refund_card", outcome)
    assert held(shop.check("I've issued your refund.", *calls, tools=REFUNDS)) == [("refund_card", outcome)]


def test_of_two_tools_the_one_that_the_session_called_is_meant_where_this_turn_called_neither(shop: Any) -> None:
    for called in REFUNDS:
        call = shop.call(called, session=True)
        assert held(shop.check("I've issued your refund.", call, tools=REFUNDS)) == [(called, "done")]


def test_done_after_a_look_up_speaks_of_the_write_before_it(shop: Any) -> None:
    calls = shop.call("refund_card", "failed", session=True), shop.call("get_order")
    assert shop.text("That's done.", *calls) == "Not done: refund card."
    assert shop.text("That's done.", calls[0]) == "Not done: refund card."


def test_what_went_through_is_what_was_told_of_last(shop: Any) -> None:
    reply = "I've refunded your card. That went through."
    calls = shop.refund(), shop.cancel("failed")
    assert held(shop.check(reply, *calls)) == [("refund_card", "done")] * 2
    assert shop.text(reply) == "Not done: refund card."


def test_an_item_that_says_done_speaks_of_the_label_over_it(shop: Any) -> None:
    calls = shop.refund("failed"), shop.cancel()
    assert ("refund_card", "failed") in held(shop.check("Refund:\n- done", *calls))


def test_after_a_look_up_what_went_through_is_the_write_of_the_same_thing(shop: Any) -> None:
    assert shop.text("It went through.", shop.call("get_order")) == "Not done: cancel order."


@pytest.mark.parametrize("reply", ["I've cancelled orders 4412 and 5521.", "Both orders are cancelled."])
def test_several_calls_that_are_named_or_covered_are_each_held(shop: Any, reply: str) -> None:
    calls = shop.cancel(), shop.cancel("failed", order="5521")
    assert held(shop.check(reply, *calls)) == [("cancel_order", "done"), ("cancel_order", "failed")]


def test_an_attempt_made_again_for_the_same_thing_is_no_other_of_both(shop: Any) -> None:
    calls = shop.cancel("failed", why="late"), shop.cancel(why="wrong"), shop.cancel(order="5521")
    assert held(shop.check("Both orders are cancelled.", *calls)) == [("cancel_order", "done")] * 2


HANDING = [{"name": name, "write": True} for name in ("hand_over_to_agent", "open_ticket")]


@pytest.mark.parametrize(
    ("reply", "failed"),
    [
        ("Your claim is now with our repairs team.", "open_ticket"),
        ("I've flagged this to our repairs team.", "hand_over_to_agent"),
    ],
)
def test_a_result_may_be_that_of_a_like_action_where_it_was_done(shop: Any, reply: str, failed: str) -> None:
    opened = shop.call("open_ticket")
    assert held(shop.check(reply, opened, tools=HANDING)) == [("open_ticket", "done")]
    verdict = shop.check(reply, shop.call("open_ticket", "failed"), tools=HANDING)
    assert (verdict.units[0].cause is not None, verdict.units[0].claims[0].tool) == (True, failed)


@pytest.mark.parametrize(("outcome", "cause"), [("done", None), ("failed", "disagrees")])
def test_a_refund_may_be_that_of_a_cancelling_whatever_became_of_it(shop: Any, outcome: str, cause: Any) -> None:
    tools = [{"name": name, "write": True} for name in ("return_gear", "cancel_booking", "waive_fee")]
    (unit,) = shop.check(
        "The refund has been processed back to your card.", shop.call("cancel_booking", outcome), tools=tools
    ).units
    assert (unit.cause, [claim.tool for claim in unit.claims]) == (cause, ["cancel_booking"])


@pytest.mark.parametrize(
    ("tools", "told"),
    [
        (("get_order", "find_order", "refund_card"), "get order"),
        (("find_order", "get_order", "refund_card"), "find order"),
        (("find_order", "search_order"), "find order"),
    ],
)
def test_of_look_ups_that_were_never_called_the_first_is_told(shop: Any, tools: Any, told: str) -> None:
    assert shop.text("I've looked up your order.", tools=tools) == f"Not done: {told}."


def test_what_an_address_is_called_for_short_names_its_call(shop: Any) -> None:
    kept = shop.call("remove_member", email="tia@example.com")
    refused = shop.call("remove_member", "refused", email="paolo@example.com", reason="an admin")
    reply = "Tia was removed. Paolo was removed."
    told = shop.check(reply, kept, refused, tools=("remove_member",)).units
    assert [unit.cause for unit in told] == [None, "disagrees"]
