from __future__ import annotations

from decimal import Decimal

import pytest

from console.alerts.judging import judged
from console.alerts.models import State
from console.alerts.readings import Reading
from tests.alerts.conftest import DROPPING, REPLACED, SILENT

OK, RAISED = State.OK, State.RAISED


@pytest.mark.parametrize(
    ("before", "share", "after"),
    [(OK, "10", OK), (OK, "10.01", RAISED), (RAISED, "9", RAISED), (RAISED, "8.01", RAISED), (RAISED, "8", OK)],
)
def test_a_share_that_sways_about_its_limit_is_raised_once(before: State, share: str, after: State) -> None:
    assert judged(REPLACED, before, Reading(Decimal(share), 100)) == after


@pytest.mark.parametrize("before", [OK, RAISED])
def test_where_there_is_nothing_to_judge_by_it_says_what_it_said(before: State) -> None:
    assert {judged(asked, before, Reading(None)) for asked in (REPLACED, SILENT, DROPPING)} == {before}


@pytest.mark.parametrize(("hours", "after"), [("1.99", OK), ("2", RAISED), ("0", OK)])
def test_silence_is_over_with_the_first_word(hours: str, after: State) -> None:
    assert judged(SILENT, RAISED, Reading(Decimal(hours))) == after


def test_whatever_is_dropped_is_too_much_where_the_limit_is_nothing() -> None:
    assert judged(DROPPING, OK, Reading(Decimal(1))) == RAISED
    assert judged(DROPPING, RAISED, Reading(Decimal(0))) == OK
