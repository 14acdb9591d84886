from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.languages import ENGLISH, PORTUGUESE
from veraz.values import Amount, Evidence, Support, Value, ValueWords, read_values

Read = Callable[[str], tuple[Value, ...]]
WORDS = ValueWords.of(ENGLISH)
CARRIED, CONTRADICTED, ABSENT = Support.CARRIED, Support.CONTRADICTED, Support.ABSENT


def _nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner) | st.dictionaries(st.text(), inner)


def _holds(read: Read, now: datetime | None, record: Any, text: str, **fixed: Any) -> Support:
    (value,) = read(text)
    return Evidence.of([record], WORDS, now, **fixed).holds(value)


@pytest.mark.parametrize(
    "record", [12.5, "12.50", "12,50", "$12.50", -12.5, {"items": [{"price": 12.5}]}, "Paid 12.5 so far"]
)
def test_an_amount_is_compared_as_a_number_wherever_it_stands(english: Read, now: datetime, record: Any) -> None:
    assert _holds(english, now, {"amount": record}, "$12.50") is CARRIED


@pytest.mark.parametrize("name", ["amount_cents", "valor_centavos"])
def test_an_amount_in_cents_is_the_amount(english: Read, now: datetime, name: str) -> None:
    assert _holds(english, now, {name: 1250}, "$12.50") is CARRIED


def test_a_fraction_of_a_cent_is_told_to_the_cent(english: Read, now: datetime) -> None:
    assert _holds(english, now, {"amount": 0.1 + 0.2}, "$0.30") is CARRIED


def test_another_amount_is_contradicted_and_none_is_absent(english: Read, now: datetime) -> None:
    assert _holds(english, now, {"amount": 12.5}, "$13") is CONTRADICTED
    assert _holds(english, now, {"order_id": "4412", "quantity": 2}, "$13") is ABSENT


@pytest.mark.parametrize(
    "record",
    [{"amount": 12.5, "currency": "GBP"}, {"amount_gbp": 12.5}, {"amount": "£12.50"}, {"moeda": "gbp", "valor": 12.5}],
)
def test_a_currency_is_compared_where_the_record_has_one(english: Read, now: datetime, record: Any) -> None:
    assert _holds(english, now, record, "12.50 pounds") is CARRIED
    assert _holds(english, now, record, "$12.50") is CONTRADICTED


@pytest.mark.parametrize("record", ["2027-03-05", "2027-03-05T05:05:00Z", "RF-5", "5%", "order 500", "05/05"])
def test_the_digits_of_a_date_or_a_code_are_no_amount(english: Read, now: datetime, record: str) -> None:
    assert _holds(english, now, {"note": record}, "$5") is ABSENT
    assert _holds(english, now, {"note": record}, "$500") is ABSENT


def test_a_schema_may_fix_the_currency(english: Read, now: datetime) -> None:
    assert _holds(english, now, {"amount": 12.5}, "$12.50", currencies=frozenset({"GBP"})) is CONTRADICTED


def test_a_bare_dollar_sign_is_any_dollar_and_a_code_is_one(english: Read, now: datetime) -> None:
    record = {"amount": 12.5, "currency": "CAD"}
    assert _holds(english, now, record, "$12.50") is CARRIED
    assert _holds(english, now, record, "USD 12.50") is CONTRADICTED


@pytest.mark.parametrize(
    "text",
    [
        "March 5th",
        "5 March 2027",
        "on 3/5",
        "5/3/2027",
        "2027-03-05",
        "on Friday",
        "in March",
        "the day after tomorrow",
    ],
)
def test_a_date_is_compared_by_what_it_states(english: Read, now: datetime, text: str) -> None:
    assert _holds(english, now, {"when": "2027-03-05"}, text) is CARRIED


@pytest.mark.parametrize("text", ["March 6th", "5 March 2028", "on Thursday", "in May", "tomorrow"])
def test_another_date_is_contradicted(english: Read, now: datetime, text: str) -> None:
    assert _holds(english, now, {"when": "2027-03-05"}, text) is CONTRADICTED
    assert _holds(english, now, {"amount": 12.5}, text) is ABSENT


def test_today_contradicts_no_record(english: Read, now: datetime) -> None:
    assert _holds(english, now, {"when": "2027-03-05"}, "today") is ABSENT


@pytest.mark.parametrize("record", ["2027-03-05T15:00:00", "15:00", "3 pm", "Friday at 3:00 PM"])
def test_a_time_is_compared_on_either_clock(english: Read, now: datetime, record: str) -> None:
    assert _holds(english, now, {"slot": record}, "3 pm") is CARRIED
    assert _holds(english, now, {"slot": record}, "3:00") is CARRIED
    assert _holds(english, now, {"slot": record}, "4 pm") is CONTRADICTED


def test_an_instant_may_be_told_in_the_zone_of_the_person(english: Read) -> None:
    local = datetime(2027, 3, 3, tzinfo=timezone(-timedelta(hours=3)))
    record = {"slot": "2027-03-06T01:30:00Z"}
    assert _holds(english, local, record, "10:30 pm") is CARRIED
    assert _holds(english, local, record, "March 5") is CARRIED
    assert _holds(english, local, record, "1:30 am") is CARRIED


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({"order_id": "#Z9930121"}, "order #Z9930121"),
        ({"order_id": "order-4412"}, "order 4412"),
        ({"order_id": 4412}, "order #4412"),
        ({"methods": {"gift_card_5530118": {"balance": 3}}}, "gift_card_5530118"),
        ({"card": {"number": "4111111111111111"}}, "the card ending in 1111"),
        ({"phone": "+5511987654321"}, "(11) 98765-4321"),
        ({"cpf": "52998224725"}, "529.982.247-25"),
        ({"note": "Sent to Rosa@mail.example."}, "rosa@mail.example"),
    ],
)
def test_an_identifier_is_compared_by_its_letters_and_digits(
    english: Read, now: datetime, record: Any, text: str
) -> None:
    assert _holds(english, now, record, text) is CARRIED


def test_another_identifier_is_contradicted(english: Read, now: datetime) -> None:
    assert _holds(english, now, {"order_id": "4412"}, "order 4413") is CONTRADICTED
    assert _holds(english, now, {"email": "rosa@mail.example"}, "rose@mail.example") is CONTRADICTED


def test_a_card_or_an_address_is_not_contradicted_by_an_order_number(english: Read, now: datetime) -> None:
    assert _holds(english, now, {"order_id": "4412"}, "the card ending in 1881") is ABSENT
    assert _holds(english, now, {"order_id": "4412"}, "rosa@mail.example") is ABSENT


@pytest.mark.parametrize(
    ("text", "derived"), [("$15", True), ("$5", True), ("$30", True), ("$35", True), ("$36", False), ("£15", False)]
)
def test_an_amount_may_be_derived_from_those_the_calls_carry(english: Read, text: str, derived: bool) -> None:
    evidence = Evidence.of([{"price": 10, "fee": 5, "tax": 20, "currency": "USD"}], WORDS)
    (value,) = english(text)
    assert isinstance(value, Amount)
    assert evidence.derives(value) is derived


def test_portuguese_money_is_held_to_a_plain_number(portuguese: Read) -> None:
    evidence = Evidence.of([{"valor": 1250.5, "moeda": "BRL"}], ValueWords.of(PORTUGUESE))
    told = [evidence.holds(value) for value in portuguese("R$ 1.250,50, R$ 1.205,50")]
    assert told == [CARRIED, CONTRADICTED]


@pytest.mark.parametrize("record", [None, True, float("nan"), 1e308, 10**300, [], {}, "", {"a": [None, {"b": ()}]}])
def test_values_that_say_nothing_support_nothing(english: Read, now: datetime, record: Any) -> None:
    assert _holds(english, now, record, "$12.50") is ABSENT


@given(record=st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), _nested, max_leaves=8))
def test_any_record_gives_an_answer(record: Any) -> None:
    evidence = Evidence.of([record], WORDS, datetime(2027, 3, 3))
    for value in read_values("$5 on March 5 for order 4412", "$5 on march 5 for order 4412", 0, 28, WORDS):
        assert evidence.holds(value) in Support
