"""What a verb says by the words before it: negation, subjects, and words that only modify a noun."""

from typing import Any

import pytest

from veraz.outcomes import Stance

DENIED = {
    "not": ("en", "I haven't cancelled the order."),
    "no, before the subject": ("en", "No order was cancelled."),
    "nothing": ("en", "Nothing was cancelled."),
    "neither": ("en", "Neither the order nor the table was cancelled."),
    "nem … nem": ("pt-BR", "Nem o pedido nem a mesa foram cancelados."),
    "a pronoun between": ("pt-BR", "Não a cancelei."),
    "several that deny once": ("pt-BR", "Não consegui nem cancelar o pedido."),
    "a not that ends the clause": ("pt-BR", "Consegui cancelar o pedido não."),
    "a headline": ("en", "Order not cancelled."),
}


@pytest.mark.parametrize(("language", "text"), DENIED.values(), ids=DENIED)
def test_what_is_denied_was_not_done(claims_of: Any, language: str, text: str) -> None:
    assert [claim.stance for claim in claims_of(language, text)] == [Stance.NOT_DONE]


def test_some_that_a_no_denies_may_be_others(claims_of: Any) -> None:
    (claim,) = claims_of("en", "No order was cancelled.")
    assert claim.aspect == "others"


@pytest.mark.parametrize("text", ["You cancelled the order.", "They cancelled it.", "What was cancelled is the order."])
def test_a_verb_whose_subject_is_not_the_agent_only_mentions_the_act(claims_of: Any, text: str) -> None:
    assert {claim.rule for claim in claims_of("en", text)} == {"mention"}


@pytest.mark.parametrize("text", ["The cancelled order was late.", "Cancelled orders still count."])
def test_a_participle_before_its_noun_says_nothing(claims_of: Any, text: str) -> None:
    assert claims_of("en", text) == []


def test_a_label_that_goes_on_into_a_sentence_is_no_headline(claims_of: Any) -> None:
    assert claims_of("pt-BR", "Pedido cancelado não volta.") == []


@pytest.mark.parametrize(
    ("text", "stance"),
    [("By cancelling it I kept the table.", Stance.DONE), ("Instead of cancelling it I kept it.", Stance.NOT_DONE)],
)
def test_a_gerund_takes_for_granted_what_the_word_before_it_says(claims_of: Any, text: str, stance: Stance) -> None:
    assert claims_of("en", text)[0].stance is stance


def test_a_status_quoted_as_one_to_come_is_not_said(claims_of: Any) -> None:
    assert claims_of("en", "The order will be “cancelled (items modified)”.") == []
