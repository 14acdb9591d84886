"""What a sentence offers, as something to be had and not as something told."""

import pytest

from veraz.languages import grammar
from veraz.replies.reply_rules.offer_words import OfferWords

WORDS = OfferWords.of(grammar("en"))


def offered(text: str) -> list[str]:
    return [offer.thing for offer in WORDS.offers(WORDS.words(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we can give you a discount", ["discount"]),
        ("we gave you a discount", ["discount"]),
        ("he gave you a discount", []),
        ("we cannot give you a discount", []),
        ("we give refunds", ["refund"]),
        ("we give you refund status", []),
        ("i can refund you", ["refund"]),
        ("i can not refund you", []),
        ("how about a discount", ["discount"]),
        ("not how about a discount", []),
        ("a discount on us", ["discount"]),
        ("no discount on us", []),
        ("a discount, but not on us", []),
        ("refund status", []),
    ],
)
def test_a_thing_is_offered_where_a_verb_of_giving_or_a_phrase_leads_to_it(text: str, expected: list[str]) -> None:
    assert offered(text) == expected


@pytest.mark.parametrize(("words", "expected"), [(7, ["discount"]), (8, [])])
def test_a_verb_of_giving_reaches_eight_words_on(words: int, expected: list[str]) -> None:
    assert offered(f"we give {'really ' * words}discount") == expected


@pytest.mark.parametrize(("words", "expected"), [(3, ["discount"]), (4, [])])
def test_a_phrase_that_offers_stands_three_words_on_at_most(words: int, expected: list[str]) -> None:
    assert offered(f"discount {'really ' * words}on us") == expected


@pytest.mark.parametrize(("words", "expected"), [(3, []), (4, ["discount"])])
def test_a_denial_stands_four_words_before_at_most(words: int, expected: list[str]) -> None:
    assert offered(f"not {'really ' * words}give a discount") == expected
    assert offered(f"not so, {'really ' * words}give a discount") == ["discount"]


def test_a_thing_is_named_where_a_phrase_says_no_more() -> None:
    assert [WORDS.named(WORDS.words(text)) for text in ("a discount", "discounts", "10% discount")] == [
        None,
        "discount",
        None,
    ]
