"""Sentences in another language than the reply's: read in their own where a grammar reads it, else told as unread."""

from typing import Any

import pytest

UNREAD = "rules.applied{rule=other_language}"


@pytest.mark.parametrize(
    ("language", "reply", "reads"),
    [
        ("pt", "I've refunded order 4412.", "Isso não pode ser feito: refund card: limit."),
        ("en", "Já estornei o pedido 4412.", "That can't be done: refund card: limit."),
    ],
)
def test_a_false_sentence_in_the_other_language_gets_the_replys_phrasing(
    shop: Any, language: str, reply: str, reads: str
) -> None:
    verdict = shop.check(reply, shop.refund("refused", reason="limit"), language=language)
    assert verdict.text == reads
    assert verdict.units[0].cause == "disagrees"
    assert not verdict.added


def test_a_claim_in_the_other_language_with_no_call_is_held(shop: Any) -> None:
    assert shop.text("I've refunded order 4412.", language="pt") == "Não foi feito: refund card."


@pytest.mark.parametrize(
    ("reply", "stands"),
    [
        ("I've refunded £12.50 for order 4412.", True),
        ("I've refunded £15.50 for order 4412.", False),
        ("Unfortunately, I couldn't refund order 4412.", False),
    ],
)
def test_a_sentence_in_the_other_language_is_held_to_its_call_and_values(shop: Any, reply: str, stands: bool) -> None:
    assert (shop.text(reply, shop.refund(), language="pt") == reply) is stands


def test_a_sentence_in_a_language_that_is_not_read_stands_and_tells_nothing(shop: Any) -> None:
    reply = "He reembolsado tu pedido 4412 por 12.50."
    verdict = shop.check(reply, shop.refund("refused", reason="limite"), language="pt")
    assert verdict.text == f"{reply} Isso não pode ser feito: refund card: limite."
    assert (verdict.units[0].language, verdict.units[0].unread, verdict.units[0].claims) == ("es", "language", ())
    assert verdict.counts[UNREAD] == 1
    assert verdict.unread is None


def test_a_reply_with_such_a_sentence_is_composed_from_phrasings_where_that_is_asked_for(shop: Any) -> None:
    reply = "Great news! He reembolsado tu pedido 4412."
    verdict = shop.check(reply, shop.refund("refused", reason="limit"), other_language="compose")
    assert verdict.text == "That can't be done: refund card: limit."
    assert (verdict.unread, verdict.changed, verdict.counts[UNREAD]) == ("language", True, 1)


@pytest.mark.parametrize("reply", ["Hello!", "Já cancelei o pedido 4412.", "Your table at Casa de la Playa is booked."])
def test_a_reply_that_can_be_read_is_not_composed(shop: Any, reply: str) -> None:
    assert shop.check(reply, shop.cancel(), shop.call("book_table"), other_language="compose").unread is None


def test_reply_rules_hold_a_sentence_that_is_not_read(shop: Any) -> None:
    text = shop.text("Hello! Su pedido ya fue cancelado. Bye.", rules={"never_say": ["su pedido"]})
    assert text == "Hello! Bye."


def test_the_other_languages_reader_is_made_only_where_it_is_met(shop: Any) -> None:
    checker = shop.checker()
    checker.check("I've refunded your card. Su pedido ya fue cancelado.")
    assert not checker.reader._others
    checker.check("Já cancelei o seu pedido.")
    assert set(checker.reader._others) == {"pt-BR"}


def test_what_was_kept_of_the_other_language_is_dropped_with_the_rest(shop: Any) -> None:
    checker = shop.checker()
    first = checker.check("Já cancelei o seu pedido.")
    checker.forget()
    assert checker.check("Já cancelei o seu pedido.") == first
