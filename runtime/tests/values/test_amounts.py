from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from veraz.values import Amount, Value

Read = Callable[[str], tuple[Value, ...]]


def _amounts(values: tuple[Value, ...]) -> list[str]:
    return [f"{value.value} {value.currency}" for value in values if isinstance(value, Amount)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We sent back $18.75 yesterday.", ["18.75 USD"]),
        (r"We sent back \$18.75.", ["18.75 USD"]),
        ("We sent back **£18.75**.", ["18.75 GBP"]),
        ("That is GBP 18.75 in all.", ["18.75 GBP"]),
        ("That is 18.75 GBP in all.", ["18.75 GBP"]),
        ("That is $18.75 CAD in all.", ["18.75 CAD"]),
        ("A C$7 fee and an HK$9 one.", ["7 CAD", "9 HKD"]),
        ("You saved 7.20€ there.", ["7.20 EUR"]),
        ("It took 30 pounds and 5 pence.", ["30.05 GBP"]),
        ("I gave you eighty-one dollars and six cents.", ["81.06 USD"]),
        ("A thirty-five-dollar voucher.", ["35 USD"]),
        ("A hundred and ten euros, please.", ["110 EUR"]),
        ("Up to $2.5k, or $3 million.", ["2500 USD", "3000000 USD"]),
        ("Between $40-60.", ["40 USD", "60 USD"]),
        ("An entry of -£4.10 and one of £-4.10.", ["-4.10 GBP", "-4.10 GBP"]),
        ("Total ($4.10).", ["4.10 USD"]),
        ("I applied R$\u00a01\u202f250,50.", ["1250.50 BRL"]),
        ("€1.234.567,89 and $1,234,567.89", ["1234567.89 EUR", "1234567.89 USD"]),
        ("Only 75 cents, or 75¢.", ["0.75 USD", "0.75 USD"]),
    ],
)
def test_english_money_is_read(english: Read, text: str, expected: list[str]) -> None:
    assert [Decimal(item.split()[0]) for item in _amounts(english(text))] == [Decimal(i.split()[0]) for i in expected]
    assert [item.split()[1] for item in _amounts(english(text))] == [item.split()[1] for item in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Devolvi R$ 3.410,25 agora.", ["3410.25 BRL"]),
        ("Devolvi R$3410.25 agora.", ["3410.25 BRL"]),
        ("Devolvi 3.410 reais.", ["3410 BRL"]),
        ("Devolvi rs 34,10.", ["34.10 BRL"]),
        ("Foram 8 reais e 5 centavos.", ["8.05 BRL"]),
        ("Foram trinta e dois reais e dez.", ["32.10 BRL"]),
        ("Foram três mil quatrocentos e dez reais.", ["3410 BRL"]),
        ("Foram 3 mil e 400 reais.", ["3400 BRL"]),
        ("Um limite de R$ 2,5 milhões.", ["2500000 BRL"]),
        ("Um aporte de 2 milhões de reais.", ["2000000 BRL"]),
        ("De R$ 30 a R$ 45, ou R$ 30-45.", ["30 BRL", "45 BRL", "30 BRL", "45 BRL"]),
        ("São US$ 9,90 ou 9,90 dólares.", ["9.90 USD", "9.90 USD"]),
        ("5 reais e 2 brindes", ["5 BRL"]),
    ],
)
def test_portuguese_money_is_read(portuguese: Read, text: str, expected: list[str]) -> None:
    read = [item.split() for item in _amounts(portuguese(text))]
    assert [(Decimal(value), code) for value, code in read] == [(Decimal(i.split()[0]), i.split()[1]) for i in expected]


@pytest.mark.parametrize(
    "text",
    [
        "It weighs 15 pounds.",
        "Two pounds of coffee were sent.",
        "I sent 12.50 of them, 20% off.",
        "I will try 20 times.",
        "Version 2.10.3 of 40 files.",
        "See https://shop.example/pay?total=$12",
    ],
)
def test_what_has_no_currency_is_no_money(english: Read, text: str) -> None:
    assert _amounts(english(text)) == []


@pytest.mark.parametrize("text", ["Existe um real problema aqui.", "O pacote tem 3 libras de café.", "Chega em 12,50."])
def test_portuguese_words_that_look_like_money_are_none(portuguese: Read, text: str) -> None:
    assert _amounts(portuguese(text)) == []


def test_a_dollar_sign_may_stand_for_any_dollar_and_a_code_for_itself_alone(english: Read) -> None:
    bare, coded = english("$5 or USD 5")
    assert isinstance(bare, Amount)
    assert isinstance(coded, Amount)
    assert "CAD" in bare.also
    assert not coded.also


def test_an_amount_spans_what_states_it_and_no_more(english: Read) -> None:
    text = "Sent 12 dollars and 50 cents back."
    (amount,) = english(text)
    assert text[amount.start : amount.end] == "12 dollars and 50 cents"
