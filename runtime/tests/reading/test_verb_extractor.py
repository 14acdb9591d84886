"""The claims of verbs: what takes them otherwise, what they share, and what they point back at."""

from typing import Any

import pytest

from veraz.outcomes import Stance

TAKEN = {
    "by-others": ("The table was booked by another guest.", Stance.MENTION),
    "expected": ("You should receive the invoice in three days.", Stance.PROMISE),
    "none-left": ("Every table is booked that night.", Stance.MENTION),
    "no-other": ("No tables or rooms were booked.", Stance.NOT_DONE),
    "nothing": ("I booked no table.", Stance.NOT_DONE),
    "of-any": ("Orders are cancelled within a day.", Stance.MENTION),
}


@pytest.mark.parametrize("because", TAKEN)
def test_a_claim_is_taken_otherwise_and_says_why(claims_of: Any, because: str) -> None:
    text, stance = TAKEN[because]
    (claim,) = [claim for claim in claims_of("en", text) if claim.because]
    assert (claim.because, claim.stance) == (because, stance)


def test_a_promise_to_do_nothing_is_only_a_mention(claims_of: Any) -> None:
    (claim,) = claims_of("en", "I will make no further changes to your address.")
    assert claim.stance is Stance.MENTION


def test_a_verb_speaks_of_each_thing_that_an_and_joins(claims_of: Any, names_of: Any) -> None:
    told = claims_of("en", "I've made the refund and the cancellation.")
    assert {name for claim in told for name in names_of(claim)} == {"refund_card", "cancel_order"}


def test_what_contrasts_two_acts_keeps_their_things_apart(claims_of: Any, names_of: Any) -> None:
    refunded, cancelled = claims_of("en", "The card is refunded, but the order is not cancelled.")
    assert (names_of(refunded), refunded.stance) == ({"refund_card"}, Stance.DONE)
    assert (names_of(cancelled), cancelled.stance) == ({"cancel_order"}, Stance.NOT_DONE)
