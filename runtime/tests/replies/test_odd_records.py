"""Records with what no sentence tells, as databases and services give it: the check does not break on it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


class _Raises(str):
    """A text whose own code raises."""

    def _raise(self, *_: object) -> Any:
        raise ValueError("someone else's code")

    __eq__ = __hash__ = __str__ = __repr__ = __len__ = __iter__ = _raise


@dataclass
class _Order:
    order_id: str


def _nested(depth: int, at_the_end: Any) -> Any:
    for _ in range(depth):
        at_the_end = {"of": [at_the_end]}
    return at_the_end


def _cyclic() -> Any:
    inner: dict[str, Any] = {"id": "4412"}
    inner.update(dict.fromkeys("abcdefgh", inner))
    return inner


STRANGE = [10**5000, _Raises("4412"), _Order("4412"), _cyclic(), _nested(3000, "4412"), int, object()]
LEAVES = (
    st.none()
    | st.floats()
    | st.decimals()
    | st.text(max_size=20)
    | st.binary(max_size=9)
    | st.integers(0, len(STRANGE) - 1).map(lambda at: STRANGE[at])  # many have no repr
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=8,
)
REPLY = "I've refunded order 4412, $30. I couldn't refund order 4413. Your orders: 4412 of 3 June and 4414."
TOOLS = [{"name": "refund_order", "write": True}, {"name": "find_order", "write": False}]
CHECKER = Checker(TOOLS)


@given(VALUES, VALUES, st.sampled_from(Outcome), st.sampled_from(["refund_order", "find_order"]))
def test_whatever_a_call_carries_its_reply_is_checked(sent: Any, result: Any, outcome: Outcome, tool: str) -> None:
    call = Call(tool, {"order_id": sent}, outcome, None, result)
    assert CHECKER.check(REPLY, [call, Call(tool, {"order_id": sent}, outcome, "not_found", result)]).units


BEYOND = {"long": list(range(100_000)), "deep": _nested(2000, 1), "much text": "a b " * 100_000}


@pytest.mark.parametrize("rest", BEYOND.values(), ids=BEYOND)
def test_a_value_that_may_lie_beyond_what_is_read_is_not_held_against_a_sentence(rest: Any) -> None:
    calls = [Call("refund_order", {"order_id": "4412"}, Outcome.DONE, None, {"amount": 30, "rest": rest})]
    assert CHECKER.check("I've refunded $95 for order 4412.", calls).units[0].action == "keep"
    assert CHECKER.check("I couldn't refund order 4412.", calls).units[0].action == "replace"


def test_what_objects_hold_is_held_against_a_sentence_as_any_value_is() -> None:
    calls = [Call("refund_order", {"order": _Order("4412")}, Outcome.DONE, None, {"amount": Decimal(30)})]
    assert CHECKER.check("I've refunded $30 for order 4412.", calls).units[0].action == "keep"
    assert CHECKER.check("I've refunded $95 for order 4412.", calls).units[0].action == "replace"
