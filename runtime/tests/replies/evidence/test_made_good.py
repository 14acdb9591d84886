"""Which attempts a later call made good."""

from typing import Any

import pytest

from veraz import Call, Outcome
from veraz.replies.evidence.made_good import made_good, making_good


def call(outcome: str = "done", reason: str | None = None, **sent: Any) -> Call:
    return Call("refund_card", sent, Outcome(outcome), reason=reason)


@pytest.mark.parametrize(
    ("wrong", "right", "good"),
    [
        ({"order": "A-1"}, {"order": "A-1"}, True),
        ({"order": "A-1"}, {"order": "A-2"}, False),
        ({"order": "A-1", "amount": 5}, {"order": "A-1", "amount": 4}, True),
        ({"order": "A-1"}, {"order": "A-1", "card": "V-7"}, True),
        ({"order": "A-1", "card": "V-8"}, {"order": "A-1", "card": "V-7"}, False),
        ({"order": "A-1"}, {"code": "a-1"}, True),
        ({"order_id": 41}, {"order_id": 42}, False),
        ({"amount": 41}, {"amount": 42}, True),  # which says nothing of the subject
    ],
)
def test_an_attempt_is_made_good_by_a_later_call_for_the_same_subject(wrong: Any, right: Any, good: bool) -> None:
    calls = [call("failed", "bank offline", **wrong), call(**right)]
    assert made_good(calls) == (frozenset({id(calls[0])}) if good else frozenset())
    assert making_good(calls) == (frozenset({id(calls[1])}) if good else frozenset())
    assert made_good(calls[::-1]) == frozenset()


@pytest.mark.parametrize(
    ("reason", "sent", "good"),
    [
        ("not_found", {"order": "A-44123"}, True),
        ("not_found", {"order": "A-4412 B"}, True),
        ("not_found", {"order": "B-9"}, False),
        ("not_found", {"order": "A-44123", "amount": 9}, True),
        ("argument_schema", {"order": "A-44123"}, True),
        ("argument_schema", {"order": "A-44123", "amount": 9}, False),
        ("over_limit", {"order": "A-44123"}, False),
        ("not_found", {"order": "A-44123", "card": "V-7"}, False),
    ],
)
def test_a_subject_named_wrongly_is_made_good_by_one_written_alike(reason: str, sent: Any, good: bool) -> None:
    right = call(order="A-4412", amount=5)
    wrong = call("refused", reason, **{"amount": 5, **sent})
    assert bool(made_good([wrong, right])) is good
