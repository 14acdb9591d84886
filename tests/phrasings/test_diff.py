from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phrasings.diff import LONGEST, words
from tests.phrasings.conftest import UNTIMED

TEXTS = st.text(alphabet="ab {}.\n\té", max_size=60)


def told(before: str, after: str) -> list[tuple[str, str]]:
    return [(each.kind, each.text) for each in words(before, after)]


@UNTIMED
@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_back_from_what_changed(before: str, after: str) -> None:
    stretches = words(before, after)
    assert "".join(each.text for each in stretches if each.kind != "ins") == before
    assert "".join(each.text for each in stretches if each.kind != "del") == after


def test_a_placeholder_is_one_token() -> None:
    assert told("Sent {amount} now", "Sent {argument.amount} now") == [
        ("same", "Sent "),
        ("del", "{amount}"),
        ("ins", "{argument.amount}"),
        ("same", " now"),
    ]


def test_a_word_is_one_token() -> None:
    assert told("You refund it", "You refunded it")[1:3] == [("del", "refund"), ("ins", "refunded")]


@pytest.mark.parametrize(("added", "shown"), [(" ", "·\u200b"), ("\n", "↵\n"), ("\t", "⇥")])
def test_white_space_that_changed_can_be_seen(added: str, shown: str) -> None:
    assert [each.shown for each in words("Sent.", f"Sent.{added}") if each.kind == "ins"] == [shown]


def test_white_space_that_stayed_is_left_as_it_is() -> None:
    assert [each.shown for each in words("a b", "a b")] == ["a b"]


def test_the_same_text_is_one_stretch_and_no_text_is_none() -> None:
    assert told("Same.", "Same.") == [("same", "Same.")]
    assert told("", "") == []


def test_very_long_texts_are_shown_whole_and_not_compared() -> None:
    long = "a " * LONGEST
    assert told(long, f"{long}b") == [("del", long), ("ins", f"{long}b")]
