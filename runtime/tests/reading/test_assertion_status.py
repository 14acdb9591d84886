"""What becomes of what a verb says, under the scopes of its unit and what hangs over its main clause."""

from typing import Any

import pytest

from veraz.outcomes import Stance
from veraz.reading.verb_claims.assertion_status import SCOPES, STATUS_RULES, StatusRule
from veraz.rulebook import known_rules

IN_SCOPES = {
    "quotation": "The e-mail has the subject “Your order has been cancelled”.",
    "report": "You told me that the order was cancelled.",
    "whether": "I don't know whether the order was cancelled.",
    "unsure": "I am not sure the order was cancelled.",
    "please": "Please confirm that the order is cancelled.",
    "condition": "If the order was cancelled, you will see it.",
    "when": "When the order was cancelled, the driver had left.",
    "during": "While the order was cancelled, the driver waited.",
    "opening": "Was order 4412 cancelled, the one for Ana?",
    "question": "Was the order cancelled?",
}
"""Sentences in English; a tag is one of Portuguese alone."""

STANDING = {
    "what was done in the time told of": ("en", "When I cancelled the order, the driver had left."),
    "what is told before a tag": ("pt-BR", "Cancelei o pedido, tá?"),
    "what a question only follows": ("pt-BR", "Cancelei o pedido, chegou aí?"),
    "what an agent did, in a regret": ("en", "Sorry, I booked the table for six."),
    "what is promised beside a date": ("en", "I'll refund the card by Friday."),
    "what is usually done, of this once": ("en", "I usually refund the card, and I cancelled the order."),
}


@pytest.mark.parametrize("rule", STATUS_RULES, ids=lambda rule: rule.id)
def test_a_rule_of_what_hangs_over_a_clause_reads_its_example(claims_of: Any, rule: StatusRule) -> None:
    (claim,) = [claim for claim in claims_of("en", rule.example) if claim.because == rule.id]
    assert rule.stance is None or claim.stance is rule.stance
    assert rule.aspect is None or claim.aspect is rule.aspect


@pytest.mark.parametrize("rule", STATUS_RULES, ids=lambda rule: rule.id)
def test_the_list_of_rules_explains_a_rule_with_the_example_that_stands_beside_it(rule: StatusRule) -> None:
    assert known_rules()[rule.id].example.text == rule.example


@pytest.mark.parametrize("scope", IN_SCOPES)
def test_a_scope_takes_what_stands_in_it(claims_of: Any, scope: str) -> None:
    (claim,) = [claim for claim in claims_of("en", IN_SCOPES[scope]) if claim.because == scope]
    assert claim.stance == SCOPES[scope].says


def test_a_tag_asks_for_what_is_promised_before_it(claims_of: Any) -> None:
    (claim,) = claims_of("pt-BR", "Cancelo o pedido, tá?")
    assert (claim.stance, claim.because) == (Stance.ASK, "tag")


@pytest.mark.parametrize(("language", "text"), STANDING.values(), ids=STANDING)
def test_what_no_rule_takes_otherwise_stands_as_it_is_said(claims_of: Any, language: str, text: str) -> None:
    told = claims_of(language, text)[-1]
    assert told.stance in (Stance.DONE, Stance.PROMISE)
    assert told.because == ""


def test_every_scope_that_takes_a_stance_has_a_sentence_here() -> None:
    assert {*IN_SCOPES, "tag"} == set(SCOPES)
