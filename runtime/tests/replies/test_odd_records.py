"""Records with what no sentence tells, as databases and services give it: the check does not break on it."""

from decimal import Decimal

import pytest

from veraz import Call, Checker, Outcome
from veraz.errors import RecordError

ODD = [Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), float("nan"), float("-inf"), 10**5000]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize("outcome", Outcome)
def test_a_number_that_nobody_tells_keeps_no_reply_from_being_checked(odd: object, outcome: Outcome) -> None:
    checker = Checker([{"name": "refund_order", "write": True}])
    call = Call("refund_order", {"order_id": odd, "amount": odd}, outcome, "not_found", {"total": odd})
    verdict = checker.check("I've refunded order 4412, $30. Your seat is now 4A.", [call, call])
    assert verdict.units


def test_a_reason_that_is_no_text_is_refused_where_the_call_is_made() -> None:
    with pytest.raises(RecordError, match="a call's reason is int; it takes text"):
        Call("refund_order", {}, Outcome.FAILED, 402)  # type: ignore[arg-type]
