from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from veraz.values import Moment, Value

Read = Callable[[str], tuple[Value, ...]]


def _days(values: tuple[Value, ...], now: datetime) -> list[str]:
    days = (value.resolve(now) for value in values if isinstance(value, Moment))
    return [day.isoformat() for day in days if day]


def _times(values: tuple[Value, ...]) -> list[str]:
    return [f"{value.time:%H:%M}" for value in values if isinstance(value, Moment) and value.time]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Due 2027-04-09.", ["2027-04-09"]),
        ("Due 2027-04-09T08:00:00+02:00.", ["2027-04-09"]),
        ("Due April 9th, 2027.", ["2027-04-09"]),
        ("Due 9 Apr 2027.", ["2027-04-09"]),
        ("Due on the ninth of April.", ["2027-04-09"]),
        ("Due 09-Apr-2027.", ["2027-04-09"]),
        ("Due Friday, April 9.", ["2027-04-09"]),
        ("Due April 9 (Friday).", ["2027-04-09"]),
        ("Due 4/9/27.", ["2027-04-09"]),
        ("Due on 4/9.", ["2027-04-09"]),
        ("Due 29/04/2027.", ["2027-04-29"]),
        ("Due may 9th.", ["2027-05-09"]),
        ("Open April 9-11, 2027.", ["2027-04-09", "2027-04-11"]),
        ("Open from April 9 through 11.", ["2027-04-09", "2027-04-11"]),
        ("Open between April 9 and 11.", ["2027-04-09", "2027-04-11"]),
        ("Open April 30 to May 2.", ["2027-04-30", "2027-05-02"]),
        ("Due on the 9th.", ["2027-03-09"]),
        ("Due tomorrow, or the day after tomorrow.", ["2027-03-04", "2027-03-05"]),
        ("Sent two weeks ago.", ["2027-02-17"]),
        ("Comes in 4 days.", ["2027-03-07"]),
        ("Comes Saturday, not next Saturday.", ["2027-03-06", "2027-03-13"]),
        ("Sent last Saturday.", ["2027-02-27"]),
    ],
)
def test_english_dates_are_read(english: Read, now: datetime, text: str, expected: list[str]) -> None:
    assert _days(english(text), now) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Vence em 09/04/2027.", ["2027-04-09"]),
        ("Vence dia 9/4.", ["2027-04-09"]),
        ("Vence em 9.4.2027.", ["2027-04-09"]),
        ("Vence em 9 de abril de 2027.", ["2027-04-09"]),
        ("Vence em 9 de abr.", ["2027-04-09"]),
        ("Vence em 1º de abril.", ["2027-04-01"]),
        ("Vence sexta-feira, 9 de abril.", ["2027-04-09"]),
        ("Vence sexta, 9/4.", ["2027-04-09"]),
        ("Vence no dia 9.", ["2027-03-09"]),
        ("De 9 a 11 de abril de 2027.", ["2027-04-09", "2027-04-11"]),
        ("Nos dias 9, 10 e 11 de abril.", ["2027-04-09", "2027-04-10", "2027-04-11"]),
        ("Chega depois de amanhã.", ["2027-03-05"]),
        ("Saiu anteontem.", ["2027-03-01"]),
        ("Daqui a duas semanas.", ["2027-03-17"]),
        ("Faz 4 dias.", ["2027-02-27"]),
        ("Chega sábado que vem.", ["2027-03-06"]),
        ("Saiu na quinta passada.", ["2027-02-25"]),
    ],
)
def test_portuguese_dates_are_read(portuguese: Read, now: datetime, text: str, expected: list[str]) -> None:
    assert _days(portuguese(text), now) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It may 5 times fail.",
        "We march on.",
        "Black Friday prices.",
        "Step 3/12 and 3/4 of a cup, 24/7.",
        "It takes 3-5 days or 3 business days.",
        "The 12th floor, the second seat.",
        "Call 555-123-4567 about 10.0.0.1.",
        "See https://example.com/2027/03/05/news",
    ],
)
def test_what_looks_like_an_english_date_is_none(english: Read, now: datetime, text: str) -> None:
    assert _days(english(text), now) == []


@pytest.mark.parametrize("text", ["Na segunda tentativa.", "Parcela 3/12.", "Em 5 dias úteis.", "Falei com Marco."])
def test_what_looks_like_a_portuguese_date_is_none(portuguese: Read, now: datetime, text: str) -> None:
    assert _days(portuguese(text), now) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At 4 pm, 4pm, 4:00 p.m. and 16:00.", ["16:00"] * 4),
        ("At noon, not 12 am.", ["12:00", "00:00"]),
        ("On May 4 at 9:05 am.", ["09:05"]),
        ("A 16:9 screen in 24h.", []),
    ],
)
def test_english_times_are_read(english: Read, text: str, expected: list[str]) -> None:
    assert _times(english(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Às 16h, 16h05 ou 16:05.", ["16:00", "16:05", "16:05"]),
        ("Às 4 da tarde, ou ao meio-dia.", ["16:00", "12:00"]),
        ("Terça, 7 de abril, 13h.", ["13:00"]),
        ("Resposta em até 48h, em 2h.", []),
    ],
)
def test_portuguese_times_are_read(portuguese: Read, text: str, expected: list[str]) -> None:
    assert _times(portuguese(text)) == expected


def test_a_month_alone_is_read_and_is_no_day(english: Read, now: datetime) -> None:
    (moment,) = english("It opens in April.")
    assert isinstance(moment, Moment)
    assert (moment.month, moment.resolve(now)) == (4, None)


def test_a_numeric_date_keeps_both_of_its_readings(english: Read) -> None:
    (moment,) = english("Flight on 5/6/27.")
    assert isinstance(moment, Moment)
    assert (moment.month, moment.day, moment.swapped) == (5, 6, True)


def test_a_yearless_date_falls_in_the_nearest_year(english: Read) -> None:
    (moment,) = english("Sent December 30.")
    assert isinstance(moment, Moment)
    assert str(moment.resolve(datetime(2027, 1, 2))) == "2026-12-30"


def test_a_day_that_no_calendar_has_resolves_to_none(english: Read, now: datetime) -> None:
    (moment,) = english("Due 2027-02-30.")
    assert isinstance(moment, Moment)
    assert moment.resolve(now) is None
