"""The one table of outcomes, and which calls a claim may speak of."""

from typing import Any

import pytest

from veraz.errors import RecordError
from veraz.outcomes import ROWS, Call, Outcome, Record, Stance, When, allows

MAY_SAY = {
    Outcome.DONE: {Stance.DONE},
    Outcome.FAILED: {Stance.NOT_DONE},
    Outcome.REFUSED: {Stance.NOT_DONE},
    Outcome.PENDING: {Stance.NOT_DONE, Stance.PROMISE},
    Outcome.UNKNOWN: set(),
    Outcome.UNDONE: {Stance.DONE, Stance.NOT_DONE},
    Outcome.NOT_ATTEMPTED: {Stance.NOT_DONE},
}


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("stance", Stance)
def test_an_outcome_allows_what_the_contract_says_and_nothing_else(outcome: Outcome, stance: Stance) -> None:
    always = stance in (Stance.ASK, Stance.UNKNOWN, Stance.MENTION)
    assert allows(outcome, stance) is (always or stance in MAY_SAY[outcome])


def test_there_are_seven_outcomes_each_in_one_row_and_told_in_both_languages() -> None:
    assert [row.outcome for row in ROWS] == list(Outcome)
    assert len(ROWS) == 7
    assert all(row.means["en"] and row.means["pt-BR"] for row in ROWS)


PORTUGUESE = {
    Outcome.DONE: "a chamada rodou",
    Outcome.FAILED: "a chamada foi feita e falhou",
    Outcome.REFUSED: "a verificação de ferramentas recusou a chamada; nada rodou",
    Outcome.PENDING: "a chamada espera a aprovação da pessoa",
    Outcome.UNKNOWN: "ninguém sabe ainda se a chamada teve efeito",
    Outcome.UNDONE: "a chamada rodou e uma execução que falhou a desfez",
    Outcome.NOT_ATTEMPTED: "a chamada nunca foi feita: pulada, cancelada ou nunca pedida",
}


def test_the_outcomes_mean_in_portuguese_what_the_contract_says_to_the_letter() -> None:
    assert {row.outcome: row.means["pt-BR"] for row in ROWS} == PORTUGUESE


def call(outcome: Outcome, when: When = When.TURN, tool: str = "pay_bill") -> Call:
    return Call(tool, {}, outcome, when=when)


def test_calls_of_this_turn_are_told_from_those_of_the_session() -> None:
    earlier, now = call(Outcome.DONE, When.SESSION), call(Outcome.FAILED)
    assert Record([earlier, now]).turn == [now]


def test_a_claim_may_speak_only_of_this_turns_calls_of_a_tool_where_there_are_any() -> None:
    earlier, now = call(Outcome.DONE, When.SESSION), call(Outcome.NOT_ATTEMPTED)
    assert Record([earlier, now]).of("pay_bill") == [now]
    assert Record([earlier, call(Outcome.DONE, tool="mow_lawn")]).of("pay_bill") == [earlier]
    assert Record([earlier]).of("mow_lawn") == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("t", 5), "a call's arguments is int; it takes a mapping"),
        (("t", [1]), "a call's arguments is list; it takes a mapping"),
        (("t", {5: 1}), "a call's arguments has a name that is int; a name is text"),
        ((["t"], {}), "a call's tool is list; it takes the name of a tool"),
    ],
)
def test_a_call_of_what_is_none_is_refused_by_its_part(given: Any, told: str) -> None:
    with pytest.raises(RecordError, match=told):
        Call(*given, "done")


def test_a_call_is_made_with_an_outcome_as_text_and_has_it_as_an_outcome() -> None:
    made = Call("refund_card", {}, "done", when="session")
    assert (made.outcome, made.when) == (Outcome.DONE, When.SESSION)
    assert type(made.outcome) is Outcome
