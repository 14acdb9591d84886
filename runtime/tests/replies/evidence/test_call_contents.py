"""What a call carries is kept from one check to the next, and never another call's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from veraz import Call, Checker, Outcome
from veraz.languages import ENGLISH
from veraz.replies.evidence.call_contents import Shelf
from veraz.values import ValueWords

NOW = datetime(2027, 3, 3, 10, 0, tzinfo=UTC)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf(ValueWords.of(ENGLISH))


def test_equal_values_are_read_once(shelf: Shelf) -> None:
    assert shelf.contents({"amount": 12.5}, NOW) is shelf.contents({"amount": 12.5}, NOW)


def test_equal_values_are_read_once_though_one_holds_one_text_twice(shelf: Shelf) -> None:
    first, second = ("".join(["late ", "again"]) for _ in "12")
    assert shelf.contents([first, first], NOW) is shelf.contents([first, second], NOW)


@pytest.mark.parametrize("other", [{"amount": 12}, {"amount": 12.50001}, {"amount": "12.5"}, {"total": 12.5}, [12.5]])
def test_another_value_is_read_for_itself(shelf: Shelf, other: Any) -> None:
    assert shelf.contents({"amount": 12.5}, NOW) is not shelf.contents(other, NOW)


def test_an_instant_is_read_for_the_zone_it_is_told_in(shelf: Shelf) -> None:
    arrives, paris = {"at": "2027-03-05T23:30:00+00:00"}, NOW.astimezone(timezone(timedelta(hours=1)))
    days = [{moment.day for moment in shelf.contents(arrives, now).facts.dates} for now in (NOW, paris)]
    assert days == [{5}, {5, 6}]


@pytest.mark.parametrize("value", [{"amount": Decimal("12.50")}, {"note": "x" * 20_000, "amount": 12.5}])
def test_what_cannot_be_kept_is_read_each_time(shelf: Shelf, value: Any) -> None:
    assert shelf.contents(value, NOW) is not shelf.contents(value, NOW)
    assert shelf.contents(value, NOW).facts.money == {Decimal("12.5")}


def test_a_result_that_changes_between_checks_is_read_anew() -> None:
    checker, result = Checker([{"name": "refund_card"}]), {"amount": 12.5}
    calls = [Call("refund_card", {"order": "4412"}, Outcome.DONE, result=result)]
    assert not checker.check("I've refunded $12.50 for order 4412.", calls).changed
    result["amount"] = 9.5
    assert checker.check("I've refunded $12.50 for order 4412.", calls).changed


def test_what_was_kept_can_be_forgotten_and_changes_nothing() -> None:
    checker = Checker([{"name": "refund_card"}])
    calls = [Call("refund_card", {"order": "4412"}, Outcome.FAILED)]
    before = checker.check("I've refunded Ada's order 4412.", calls)
    checker.forget()
    assert checker.reader._kept.cache_info().currsize == checker.values.cache_info().currsize == 0
    assert checker.check("I've refunded Ada's order 4412.", calls) == before
