"""Replies that are not read, and records that cannot be: bounded answers and clear errors."""

from typing import Any

import pytest

from veraz import Replies
from veraz.errors import ConfigurationError, RecordError, UnknownLanguage
from veraz.replies.check import LONGEST_REPLY

REFUNDED = "I've refunded your card. "


@pytest.mark.parametrize("reply", [None, 7, b"I've refunded your card.", ["x"], {"content": "x"}])
def test_a_reply_that_is_no_text_is_composed_from_phrasings(shop: Any, reply: Any) -> None:
    verdict = shop.check(reply, shop.refund("failed"))
    assert (verdict.text, verdict.unread) == ("Not done: refund card.", "not_text")


def test_a_reply_that_is_too_long_is_composed_from_phrasings_and_never_shown(shop: Any) -> None:
    verdict = shop.check(REFUNDED * (LONGEST_REPLY // len(REFUNDED) + 1), shop.call("get_order"), shop.refund("failed"))
    assert (verdict.text, verdict.unread) == ("Done: get order.\nNot done: refund card.", "too_long")


def test_a_reply_as_long_as_is_read_is_read(shop: Any) -> None:
    verdict = shop.check("Hello! ".ljust(LONGEST_REPLY), shop.refund("failed"))
    assert verdict.unread is None
    assert verdict.text == "Hello! Not done: refund card."


@pytest.mark.parametrize("language", ["en", "pt"])
def test_with_no_call_an_unread_reply_says_that_nothing_was_done(shop: Any, language: str) -> None:
    nothing = {"en": "Nothing was done.", "pt": "Nada foi feito."}
    assert shop.text(None, language=language) == nothing[language]


@pytest.mark.parametrize("noise", ["\x00", "\x1b", "\u200b", "\u202e", "\ufeff", "\x7f", "\r"])
def test_control_characters_do_not_hide_a_false_sentence(shop: Any, noise: str) -> None:
    assert "refunded" not in shop.text(f"I've refunded{noise} your card.", shop.refund("failed"))
    assert "refunded" not in shop.text(f"I've {noise}refunded your card.", shop.refund("failed"))


def test_control_characters_elsewhere_are_left_as_they_are(shop: Any) -> None:
    assert shop.text("Hello\x07 there\x00!") == "Hello\x07 there\x00!"


def test_a_call_of_an_unknown_tool_is_passed_over_and_counted_or_an_error_that_names_it(shop: Any) -> None:
    calls = [shop.call("mow_lawn"), shop.refund("failed"), shop.call("mow_lawn")]
    verdict = shop.check("I've refunded your card.", *calls)
    assert (verdict.text, verdict.passed_over) == ("Not done: refund card.", {"mow_lawn": 2})
    assert shop.checker().compose(calls).passed_over == {"mow_lawn": 2}
    for ask in (
        shop.checker(unknown_tools="raise").compose,
        lambda calls: shop.check("", *calls, unknown_tools="raise"),
    ):
        with pytest.raises(RecordError, match="mow_lawn"):
            ask(calls)


def test_a_composed_reply_is_a_changed_one(shop: Any) -> None:
    assert shop.check(7).changed
    assert shop.check("I've refunded it. " * 10_000, shop.refund()).changed
    assert not shop.check("Hello!").changed


def test_replies_may_be_switched_off_by_name() -> None:
    assert Replies.of(False) is None
    assert Replies.of(True) == Replies()


def test_a_setting_it_does_not_take_is_an_error_that_names_it(shop: Any) -> None:
    with pytest.raises(ConfigurationError, match="call, session, derived"):
        shop.checker(values="anywhere")
    with pytest.raises(UnknownLanguage, match=r"pt-PT.*use one of: en, pt-BR, pt"):
        shop.checker("pt-PT")


def test_the_template_composer_tells_every_call_of_this_turn_in_order(shop: Any) -> None:
    calls = shop.refund(session=True), shop.call("get_order"), shop.cancel("refused", reason="shipped")
    assert shop.checker().compose(calls).text == "Done: get order.\nThat can't be done: cancel order: shipped."
