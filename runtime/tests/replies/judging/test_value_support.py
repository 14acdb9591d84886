"""Amounts, dates, addresses and identifiers: compared as values with what a call was sent or returned."""

from datetime import datetime
from typing import Any

import pytest

from veraz.replies.verdict import Cause

NOW = datetime(2027, 3, 3, 10, 0)


def wrong_value(verdict: Any) -> bool:
    return any(unit.cause == Cause.VALUE for unit in verdict.units)


@pytest.mark.parametrize("amount", [12.5, "12.50", "12,50"])
@pytest.mark.parametrize(
    ("language", "reply"),
    [
        ("en", "I've refunded $12.50."),
        ("en", "I've refunded 12.5 dollars."),
        ("pt", "Estornei R$ 12,50."),
        ("pt", "Estornei R$ 12.50."),
        ("pt", "Estornei 12 reais e 50 centavos."),
    ],
)
def test_an_amount_is_compared_as_a_number_however_it_is_written(
    shop: Any, amount: Any, language: str, reply: str
) -> None:
    assert shop.text(reply, shop.refund(amount=amount), language=language) == reply


def test_an_amount_that_the_call_does_not_carry_puts_the_phrasing_in_its_place(shop: Any) -> None:
    verdict = shop.check("I've refunded $15.00.", shop.refund(), phrasings=shop.phrasings)
    assert verdict.text == "Refunded 12.5 for order 4412."
    assert verdict.units[0].cause == Cause.VALUE


def test_thousands_are_read_as_a_brazilian_writes_them(shop: Any) -> None:
    assert not wrong_value(shop.check("Estornei R$ 1.250,50.", shop.refund(amount=1250.5), language="pt"))
    assert wrong_value(shop.check("Estornei R$ 1.250,50.", shop.refund(amount=125.05), language="pt"))


def test_a_bare_number_is_no_amount(shop: Any) -> None:
    reply = "I've refunded 3 of your items."
    assert shop.text(reply, shop.refund()) == reply


@pytest.mark.parametrize("where", ["arguments", "result"])
def test_a_currency_is_compared_where_the_call_carries_one(shop: Any, where: str) -> None:
    carried = {"currency": "GBP"} if where == "arguments" else {"result": {"currency": "GBP"}}
    assert wrong_value(shop.check("I've refunded $12.50.", shop.refund(**carried)))
    assert not wrong_value(shop.check("I've refunded £12.50.", shop.refund(**carried)))
    assert not wrong_value(shop.check("I've refunded 12.50 pounds.", shop.refund(**carried)))


def test_a_currency_is_compared_where_the_schema_fixes_one(shop: Any) -> None:
    schema = {"type": "object", "properties": {"amount": {"type": "number"}, "currency": {"enum": ["GBP"]}}}
    tools = [{"name": "refund_card", "input_schema": schema}]
    assert wrong_value(shop.check("I've refunded $12.50.", shop.refund(), tools=tools))
    assert not wrong_value(shop.check("I've refunded £12.50.", shop.refund(), tools=tools))


def test_a_currency_is_not_compared_where_nothing_carries_one(shop: Any) -> None:
    assert not wrong_value(shop.check("I've refunded 12.50 pounds.", shop.refund()))


def test_a_nested_value_counts_as_returned(shop: Any) -> None:
    returned = {"receipts": [{"total": {"value": "40.00"}}]}
    assert not wrong_value(shop.check("I've refunded $40.", shop.refund(result=returned)))


@pytest.mark.parametrize(
    ("language", "told", "holds"),
    [
        ("en", "I've booked your table for March 5th.", True),
        ("en", "I've booked your table for 2027-03-05.", True),
        ("en", "I've booked your table for this Friday.", True),
        ("en", "I've booked your table for March 6th.", False),
        ("pt", "Reservei a sua mesa para 5 de março.", True),
        ("pt", "Reservei a sua mesa para 05/03/2027.", True),
        ("pt", "Reservei a sua mesa para 6 de março.", False),
    ],
)
def test_a_date_is_compared_as_a_day_however_it_is_written(shop: Any, language: str, told: str, holds: bool) -> None:
    call = shop.call("book_table", date="2027-03-05")
    assert wrong_value(shop.check(told, call, language=language, now=NOW)) is not holds


def test_a_time_of_day_is_compared_too(shop: Any) -> None:
    call = shop.call("book_table", date="2027-03-05", time="19:30")
    assert not wrong_value(shop.check("I've booked your table for 7:30 pm.", call, now=NOW))
    assert wrong_value(shop.check("I've booked your table for 8:30 pm.", call, now=NOW))


def test_an_address_must_be_the_one_the_call_was_sent(shop: Any) -> None:
    call = shop.call("send_invoice", email="ana@example.org")
    assert not wrong_value(shop.check("I've sent the invoice to Ana@Example.org.", call))
    assert wrong_value(shop.check("I've sent the invoice to anna@example.org.", call))


def test_an_identifier_must_be_the_one_the_call_was_sent(shop: Any) -> None:
    assert not wrong_value(shop.check("I've cancelled order #4412.", shop.cancel()))
    assert wrong_value(shop.check("I've cancelled order #4421.", shop.cancel()))


def test_a_sentence_that_says_not_done_may_name_other_values(shop: Any) -> None:
    reply = "I couldn't refund $99 to your card."
    assert shop.text(reply, shop.refund("refused")) == reply


def test_a_value_beside_another_action_is_not_this_ones(shop: Any) -> None:
    reply = "I've refunded $12.50, and I've sent the invoice to ana@example.org."
    assert shop.text(reply, shop.refund(), shop.call("send_invoice", email="ana@example.org")) == reply


@pytest.mark.parametrize(
    ("told", "holds_in"),
    [
        ("$12.50", {"call", "session", "derived"}),
        ("$20", {"session", "derived"}),  # another call's
        ("$32.50", {"derived"}),  # their sum
        ("$7.50", {"derived"}),  # their difference
        ("$25", {"derived"}),  # twice the one
        ("$31.07", set()),
    ],
)
@pytest.mark.parametrize("source", ["call", "session", "derived"])
def test_values_may_come_from_where_the_setting_says(shop: Any, told: str, holds_in: set[str], source: str) -> None:
    calls = shop.call("send_invoice", total=20), shop.refund()
    verdict = shop.check(f"I've refunded {told} to your card.", *calls, values=source)
    assert wrong_value(verdict) is (source not in holds_in)
