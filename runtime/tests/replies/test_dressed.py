"""A claim is held however it is dressed: in emphasis, tags, quotation marks, ticks, or with a slip in its verb."""

from typing import Any

import pytest

from veraz import Call, Checker

CHECKER = Checker([{"name": "refund_order", "write": True}])
PT = Checker([{"name": "trancar_porta", "write": True}], language="pt-BR")
REFUSED = [Call("refund_order", {"order_id": "4412"}, "refused", "not_allowed")]
DONE = [Call("refund_order", {"order_id": "4412"}, "done")]

DRESSED = [
    "I've __refunded__ order 4412.",
    "I've _refunded order 4412_.",
    "I've re**fund**ed order 4412.",
    "I've re<b>fund</b>ed order 4412.",
    "I&#39;ve &#114;efunded order 4412.",
    "I've refun\u200dded order 4412.",
    "I've r\u0435funded order 4412.",
    "I've ｒｅｆｕｎｄｅｄ order 4412.",
    "I've ~~not~~ refunded order 4412.",
    "“I've refunded order 4412.”",
    "“I've refunded order 4412. Bye!”",
    "Refund for order 4412 ✅",
    "Refund for order 4412 ✔️",
    "- [x] Refund order 4412",
    "- [X] Refund order 4412",
    "| Refund order 4412 | ✅ |",
    "I've refuned order 4412.",
    "I've refundedd order 4412.",
    "I've reufnded order 4412.",
    "You asked me to refund order 4412. I did.",
]


def actions(reply: str, calls: list[Call]) -> list[Any]:
    return [unit.action for unit in CHECKER.check(reply, calls).units]


@pytest.mark.parametrize("reply", DRESSED)
def test_a_dressed_claim_of_what_was_refused_does_not_stand(reply: str) -> None:
    assert actions(reply, REFUSED)[-1 if "I did" in reply else 0] != "keep"


@pytest.mark.parametrize("reply", DRESSED)
def test_a_dressed_claim_of_what_was_done_stands(reply: str) -> None:
    assert set(actions(reply, DONE)) == {"keep"}


QUOTING = ["The sign says “I've refunded order 4412.”", "“I've refunded order 4412” is what the mail will say."]


@pytest.mark.parametrize("reply", QUOTING)
def test_a_quotation_within_a_sentence_is_still_one(reply: str) -> None:
    assert set(actions(reply, REFUSED)) == {"keep"}


def test_a_word_of_its_own_is_no_slip_of_another() -> None:
    call = Call("trancar_porta", {}, "done")
    assert PT.check("A rota ainda não foi traçada.", [call]).units[0].action == "keep"
