"""What falls with a false sentence."""

from typing import Any


def causes(shop: Any, reply: str, *calls: Any) -> list[str | None]:
    return [unit.cause for unit in shop.check(reply, *calls).units]


def test_what_only_follows_from_a_false_sentence_falls_with_it(shop: Any) -> None:
    follows = "Everything is in order now."
    reply = f"I've refunded your card. {follows}"
    unit = shop.check(reply, shop.refund("failed")).units[1]
    assert (unit.cause, unit.rule) == ("disagrees", "following")
    assert causes(shop, reply, shop.refund()) == [None, None]
    assert causes(shop, f"I couldn't refund your card. {follows}", shop.refund("failed")) == [None, None]


def test_it_may_follow_from_another_call_of_the_tool_that_was_done(shop: Any) -> None:
    reply = "I've refunded order 4412. Everything is in order now."
    other = shop.refund(order="5521")
    assert causes(shop, reply, other, shop.refund("failed")) == ["disagrees", None]
    assert causes(shop, reply, shop.cancel(order="5521"), shop.refund("failed")) == ["disagrees", "disagrees"]


def test_what_stands_before_a_false_sentence_does_not_follow_from_it(shop: Any) -> None:
    reply = "Everything is in order now. I've refunded your card."
    assert causes(shop, reply, shop.refund("failed")) == [None, "disagrees"]


def test_a_question_or_a_thing_of_its_own_does_not_follow(shop: Any) -> None:
    reply = "I've refunded your card. Our office opens at nine."
    assert causes(shop, reply, shop.refund("failed")) == ["disagrees", None]
