"""Every outcome against everything a sentence may do about it, in both languages."""

from typing import Any

import pytest

from veraz import Outcome, Stance
from veraz.outcomes import allows
from veraz.replies.verdict import Action, Cause

SAID = {
    "en": {
        Stance.DONE: "I've refunded order 4412.",
        Stance.NOT_DONE: "I haven't refunded order 4412.",
        Stance.PROMISE: "I'll refund order 4412.",
        Stance.ASK: "Shall I refund order 4412?",
        Stance.UNKNOWN: "I don't know whether order 4412 was refunded.",
        Stance.MENTION: "I can refund order 4412.",
    },
    "pt": {
        Stance.DONE: "Estornei o pedido 4412.",
        Stance.NOT_DONE: "Não estornei o pedido 4412.",
        Stance.PROMISE: "Vou estornar o pedido 4412.",
        Stance.ASK: "Posso estornar o pedido 4412?",
        Stance.UNKNOWN: "Não sei se o pedido 4412 foi estornado.",
        Stance.MENTION: "Posso estornar o pedido 4412.",
    },
}
CASES = [(language, stance, outcome) for language in SAID for stance in Stance for outcome in Outcome]
TELLING = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)
EFFECTS = {"en": "You'll see the refund on your card soon.", "pt": "O estorno vai cair no seu cartão em breve."}


@pytest.mark.parametrize(("language", "stance", "outcome"), CASES)
def test_a_sentence_stands_exactly_where_the_outcome_allows_it(
    shop: Any, language: str, stance: Stance, outcome: Outcome
) -> None:
    unit, *_ = shop.check(SAID[language][stance], shop.refund(outcome), language=language).units
    assert (unit.action is Action.KEEP) is allows(outcome, stance)
    assert unit.cause == (None if allows(outcome, stance) else Cause.DISAGREES)


@pytest.mark.parametrize(("language", "stance", "outcome"), [case for case in CASES if case[1] in TELLING])
def test_what_replaces_a_sentence_is_the_phrasing_of_its_call(
    shop: Any, language: str, stance: Stance, outcome: Outcome
) -> None:
    call = shop.refund(outcome)
    phrasing = shop.checker(language).compose([call]).text
    text = shop.text(SAID[language][stance], call, language=language)
    assert text == (SAID[language][stance] if allows(outcome, stance) else phrasing)


@pytest.mark.parametrize("language", EFFECTS)
@pytest.mark.parametrize("outcome", Outcome)
def test_the_effect_of_an_action_says_that_it_was_done(shop: Any, language: str, outcome: Outcome) -> None:
    unit, *_ = shop.check(EFFECTS[language], shop.refund(outcome), language=language).units
    assert (unit.action is Action.KEEP) is allows(outcome, Stance.DONE)


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize(
    ("language", "reply"),
    [("en", "Once you confirm, I'll refund order 4412."), ("pt", "Se você concordar, vou estornar o pedido 4412.")],
)
def test_a_promise_that_hangs_on_the_persons_word_asks(shop: Any, outcome: Outcome, language: str, reply: str) -> None:
    unit, *_ = shop.check(reply, shop.refund(outcome), language=language).units
    assert unit.action is Action.KEEP
