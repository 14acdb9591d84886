"""What a verb says in each form that its word may be: each rule by its example, and what it must leave alone."""

from typing import Any

import pytest

from veraz.outcomes import Stance
from veraz.reading.verb_claims.form_readings import OF_THING, RULELESS, SILENT

SAYS = {
    "joined": ("en", "Your order has been checked and cancelled.", "cancelled", Stance.DONE, "en.passive-perfect"),
    "headline": ("pt-BR", "- Status: pago", "pago", Stance.DONE, "pt.headline"),
    "taken-for-granted": ("en", "By cancelling the order I kept the table.", "cancelling", Stance.DONE, "en.by-doing"),
    "ongoing": ("en", "Cancelling the order as we speak.", "cancelling", Stance.PROMISE, "en.ongoing"),
    "unaccusative": ("en", "The backup started.", "started", Stance.DONE, "en.unaccusative"),
    "headline-of-thing": ("en", "Order 4412 refunded to your card.", "refunded", Stance.DONE, "en.headline"),
    "status": ("en", "The status is now refund requested online.", "requested", Stance.DONE, "en.status"),
}
SILENT_ON = {
    "describing": ("en", "Cancelled orders still count."),
    "imperative": ("en", "Let Ana know by phone, please."),
}


@pytest.mark.parametrize("rule", [*RULELESS, *OF_THING], ids=lambda rule: rule.id)
def test_a_form_says_what_its_rule_reads(claims_of: Any, rule: Any) -> None:
    language, text, word, stance, read_by = SAYS[rule.id]
    told = {claim.word: (claim.stance, claim.rule) for claim in claims_of(language, text)}
    assert told[word] == (stance, read_by)


@pytest.mark.parametrize("rule", SILENT, ids=lambda rule: rule.id)
def test_a_form_that_only_describes_or_orders_says_nothing(claims_of: Any, rule: Any) -> None:
    assert claims_of(*SILENT_ON[rule.id]) == []


def test_an_act_that_only_begins_is_under_way(claims_of: Any) -> None:
    (claim,) = claims_of("en", "I'll start playing the song.")
    assert (claim.stance, claim.aspect) == (Stance.PROMISE, "progress")


def test_what_others_are_told_to_have_done_is_no_act_of_the_agent(claims_of: Any) -> None:
    (by_the_seller,), (by_the_site,) = (
        [claim.aspect for claim in claims_of("pt-BR", f"O pedido foi cancelado {by}.")]
        for by in ("pelo vendedor", "pelo site")
    )
    assert (by_the_seller, by_the_site) == ("standing", "plain")


@pytest.mark.parametrize("text", ["Let me know.", "Pedido: cancelado"])
def test_an_order_to_someone_is_no_headline(claims_of: Any, text: str) -> None:
    assert claims_of("en", text) == []


def test_what_a_bracket_parts_from_it_is_not_joined(claims_of: Any) -> None:
    told = claims_of("en", "The order was checked (41 passed), and cancelled.")
    assert [claim.stance for claim in told if claim.word == "cancelled"] == [Stance.MENTION]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Cancelled order 4412 today", [Stance.DONE]),
        ("Cancelled order, as you asked", [Stance.DONE]),
        ("Cancelled orders still count here", []),
        ("Cancelled order total: 12", []),
    ],
)
def test_a_participle_describes_the_noun_after_it_where_the_sentence_goes_on(
    claims_of: Any, text: str, says: list[Stance]
) -> None:
    assert [claim.stance for claim in claims_of("en", text)] == says
