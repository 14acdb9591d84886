"""Phrases, compared word by word."""

import pytest

from veraz.replies.reply_rules.phrases import Phrases, in_words, stands_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We offer a money-back guarantee.", 1),
        ("MONEY BACK, no risk", 1),
        ("There is no risk, and your money back.", 0),
        ("no risks", None),
        ("money, then back", None),
        ("", None),
    ],
)
def test_the_phrase_that_stands_first_is_found(text: str, found: int | None) -> None:
    assert Phrases(["no risk", "money back"]).first_in(text) == found


@pytest.mark.parametrize(
    ("phrase", "stands"), [("risk free", True), ("risk", True), ("free offer", False), ("ris", False)]
)
def test_a_phrase_stands_in_words_that_follow_each_other(phrase: str, stands: bool) -> None:
    assert stands_in(in_words(phrase), in_words("It is risk-free: offers end soon")) is stands
