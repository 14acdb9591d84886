"""What a judge answers is held to the record like any claim."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.tests.replies.inquiry.conftest import CLOSED, Judge
from veraz import Answer, Outcome, Stance
from veraz.outcomes import allows

HELD = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)
PAID = "Ana, 4412 is a closed chapter, all £12.50 of it, by the blue card 77."


@pytest.mark.parametrize("says", HELD)
@pytest.mark.parametrize("outcome", [each for each in Outcome if each is not Outcome.DONE])
def test_what_a_unit_says_is_held_to_how_its_call_ended(judged: Any, says: Stance, outcome: Outcome) -> None:
    (unit,) = judged(Answer(says, 1), outcome, PAID).units
    assert unit.cause == (None if allows(outcome, says) else "disagrees")
    assert [(claim.rule, claim.stance, claim.call) for claim in unit.claims] == [("judge", says, 0)]


@pytest.mark.parametrize("says", [Stance.ASK, Stance.UNKNOWN, Stance.MENTION])
def test_what_only_speaks_of_a_call_stands(judged: Any, says: Stance) -> None:
    assert judged(Answer(says, 1), additions="off").text == CLOSED


def test_a_false_unit_is_replaced_and_the_verdict_names_the_judge(judged: Any) -> None:
    verdict = judged(Answer(Stance.DONE, 1))
    assert (verdict.text, verdict.units[0].rule) == ("Not done: refund card.", "judge")
    assert verdict.counts["sentences.replaced{tool=refund_card,outcome=failed,cause=disagrees}"] == 1


def test_a_true_unit_tells_its_call_so_that_nothing_is_added(judged: Any) -> None:
    assert judged(Answer(Stance.NOT_DONE, 1)).text == CLOSED
    assert judged(None).text == f"{CLOSED} Not done: refund card."


def test_an_act_of_a_tool_that_was_not_called_has_no_call(judged: Any) -> None:
    verdict = judged(Answer(Stance.DONE, tool="send_invoice"), reply="I've e-mailed your manager.", outcome="done")
    assert verdict.text.startswith("Not done: send invoice.")
    assert (verdict.units[0].cause, verdict.units[0].claims[0].call) == ("no_call", None)


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (Answer(Stance.PROMISE, tool="cancel_order"), "no_call"),
        (Answer(Stance.NOT_DONE, tool="cancel_order"), None),
        (Answer(Stance.MENTION, tool="cancel_order"), None),
        (Answer(Stance.DONE, tool="get_order"), "no_call"),
        (Answer(Stance.PROMISE, tool="get_order"), None),
    ],
)
def test_of_a_tool_without_a_call_only_what_claims_one_is_false(judged: Any, answer: Answer, cause: str | None) -> None:
    assert judged(answer).units[0].cause == cause


def test_a_promise_that_hangs_on_the_replys_question_stands(judged: Any) -> None:
    answer, reply = Answer(Stance.PROMISE, tool="cancel_order"), f"{CLOSED} Shall I cancel it?"
    assert judged(answer, reply=reply).units[0].cause is None


def test_a_look_up_that_was_not_made_may_be_told_where_look_ups_are_not_held(judged: Any) -> None:
    assert judged(Answer(Stance.DONE, tool="get_order"), lookups=False).units[0].cause is None


@pytest.mark.parametrize(
    ("stated", "cause"),
    [
        ((), None),
        (("£12.50",), None),
        (("4412",), None),
        (("the blue card",), "value"),
        (("£12.50", "by the blue card"), "value"),
    ],
)
def test_what_is_stated_must_be_what_the_call_was_sent_or_returned(judged: Any, stated: Any, cause: str | None) -> None:
    assert judged(Answer(Stance.DONE, 1, stated=stated), "undone", PAID).units[0].cause == cause


def test_words_are_borne_out_by_what_the_call_returned(shop: Any) -> None:
    call = shop.refund("undone", result={"to": "Blue card"})
    judge = Judge(Answer(Stance.DONE, 1, stated=("the blue card",)))
    assert shop.check(PAID, call, judge=judge).units[0].cause is None


def test_what_a_denial_states_is_not_held(judged: Any) -> None:
    assert judged(Answer(Stance.NOT_DONE, 1, stated=("the blue card",)), "failed", PAID).units[0].cause is None


@pytest.mark.parametrize(
    "odd",
    [
        "yes",
        {"says": "says_done", "call": 1},
        Answer("done", 1),  # type: ignore[arg-type]
        Answer(Stance.DONE, 2),
        Answer(Stance.DONE, 0),
        Answer(Stance.DONE, True),
        Answer(Stance.DONE, 1, tool="cancel_order"),
        Answer(Stance.DONE, tool="no_such_tool"),
        Answer(Stance.DONE, 1, stated=("£13",)),
        Answer(Stance.DONE, 1, stated=("",)),
        Answer(Stance.DONE, 1, stated="£12.50"),  # type: ignore[arg-type]
        Answer(Stance.DONE, 1, stated=(12.5,)),  # type: ignore[arg-type]
    ],
)
def test_an_odd_answer_leaves_the_unit_as_the_rules_had_it(judged: Any, odd: Any) -> None:
    verdict = judged(odd, additions="off")
    assert (verdict.text, verdict.units[0].claims) == (CLOSED, ())
    assert (verdict.counts["judge.failed"], "judge.answered" in verdict.counts) == (1, False)


def test_one_odd_answer_costs_no_other(shop: Any) -> None:
    calls = shop.refund("failed"), shop.refund("failed", order="7731")
    judge = Judge("odd", Answer(Stance.DONE, 2))
    verdict = shop.check(f"{CLOSED} 7731 is a closed chapter too.", *calls, judge=judge, additions="off")
    assert verdict.text == f"{CLOSED} Not done: refund card."
    assert (verdict.counts["judge.failed"], verdict.counts["judge.answered"]) == (1, 1)
