"""The forms in which a record may be given to the check, and what it says of the calls it held to."""

from datetime import date
from typing import Any

import pytest

from veraz import Call, Checker
from veraz.errors import ConfigurationError, RecordError, ToolError

REFUNDED = "I've refunded order 4412."
CALL = {"tool": "refund_card", "arguments": {"order_id": "4412"}, "outcome": "refused", "reason": "limit"}


def test_a_call_may_be_given_as_a_mapping_and_one_alone_without_a_list(shop: Any) -> None:
    for calls in ([CALL], CALL, [Call("refund_card", {"order_id": "4412"}, "refused", "limit")]):
        assert shop.checker().check(REFUNDED, calls).text == "That can't be done: refund card: limit."
        assert shop.checker().compose(calls).text == "That can't be done: refund card: limit."


def test_outcome_and_when_may_be_text(shop: Any) -> None:
    call = Call("refund_card", {}, "done", when="turn")
    assert shop.checker().compose([call]).text == "Done: refund card."
    assert shop.checker().compose([{**CALL, "when": "session"}]).text == "Nothing was done."


@pytest.mark.parametrize(
    ("calls", "named"),
    [
        ([{**CALL, "outcome": "ok"}], "calls\\[0\\].outcome is 'ok'; it takes one of: done, failed"),
        ([CALL, {**CALL, "when": "trun"}], "calls\\[1\\].when is 'trun'; it takes one of: turn, session"),
        ([{"tool": "refund_card", "outcome": "done"}], "calls\\[0\\].arguments is missing"),
        ([{**CALL, "arguments": "{}"}], "calls\\[0\\].arguments is text; it takes an object"),
        ([7], "calls\\[0\\] is a number"),
        ("done", "calls is text"),
        (None, "calls is null"),
    ],
)
def test_what_is_no_call_is_refused_with_its_place(shop: Any, calls: Any, named: str) -> None:
    with pytest.raises(RecordError, match=named):
        shop.checker().check(REFUNDED, calls)


@pytest.mark.parametrize(("field", "value"), [("outcome", "nope"), ("outcome", None), ("when", "trun")])
def test_a_call_of_an_outcome_or_a_when_there_is_not_cannot_be_made(field: str, value: Any) -> None:
    with pytest.raises(RecordError, match=f"a call's {field} is {value!r}; it takes one of"):
        Call(**{"tool": "refund_card", "arguments": {}, "outcome": "done", field: value})


def test_a_claim_tells_the_place_and_the_id_of_its_call(shop: Any) -> None:
    calls = [{**CALL, "tool": "mow_lawn"}, {**CALL, "id": "call_7"}]
    (unit,) = shop.checker().check(REFUNDED, calls).units
    assert [(claim.call, claim.call_id) for claim in unit.claims] == [(1, "call_7")]


def test_a_claim_with_no_call_tells_no_place(shop: Any) -> None:
    (unit,) = shop.check(REFUNDED).units
    assert [(claim.call, claim.call_id) for claim in unit.claims] == [(None, None)]


def test_a_day_is_no_moment(shop: Any) -> None:
    with pytest.raises(ConfigurationError, match="now is date; it takes a datetime"):
        shop.check(REFUNDED, now=date(2027, 3, 5))


@pytest.mark.parametrize("tools", [None, 7, "refund_card", lambda order_id: None])
def test_tools_that_are_no_list_are_refused(tools: Any) -> None:
    with pytest.raises(ToolError, match="it takes a list of tools"):
        Checker(tools)
