"""What points back: "it was confirmed", "that's done", "Done — …"."""

from typing import Any

import pytest


@pytest.mark.parametrize("text", ["That's done.", "It went through.", "Your request has been completed."])
def test_a_subject_that_only_points_speaks_of_the_latest_write(claims_of: Any, text: str) -> None:
    assert any(claim.pointing and not claim.tools for claim in claims_of("en", text))


def test_within_a_sentence_it_speaks_of_what_was_told_of_last(claims_of: Any, names_of: Any) -> None:
    refunded, done = claims_of("en", "I refunded the card, and it went through.")
    assert names_of(done) == names_of(refunded) == {"refund_card"}


def test_the_person_who_runs_into_something_points_at_nothing(claims_of: Any) -> None:
    assert claims_of("en", "You've hit your limit.") == []


def test_what_is_said_to_remain_so_points_at_nothing(claims_of: Any) -> None:
    assert [claim for claim in claims_of("en", "It remains complete.") if claim.pointing] == []


def test_a_headline_that_opens_a_sentence_may_speak_of_any_write(claims_of: Any) -> None:
    opening = claims_of("en", "Refund complete: it is on your card.")[0]
    later = claims_of("en", "The refund is complete.")[0]
    assert opening.alike != later.alike
