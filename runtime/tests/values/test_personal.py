from __future__ import annotations

import pytest

from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.text.fold import fold
from veraz.values.personal import read_personal
from veraz.values.personal_words import PersonalWords


def read(text: str, grammar: Grammar = ENGLISH) -> list[tuple[str, str]]:
    """The kinds and texts of the personal data in ``text``."""
    found = read_personal(text, fold(text), 0, len(text), PersonalWords.of(grammar))
    return [(each.kind.value, text[each.start : each.end]) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ask bea.k+shop@mail.example.org, please.", ("email", "bea.k+shop@mail.example.org")),
        ("Ring (212) 664-7665 after noon", ("phone", "(212) 664-7665")),
        ("Her line is 212.664.7665.", ("phone", "212.664.7665")),
        ("Reach them on +351 21 123 4567 today", ("phone", "+351 21 123 4567")),
        ("My phone number is 2126647665.", ("phone", "2126647665")),
        ("It went to card 5555 5555 5555 4444.", ("card", "5555 5555 5555 4444")),
        ("It went to 5555555555554444.", ("card", "5555555555554444")),
        ("Charged to 3714 496353 98431", ("card", "3714 496353 98431")),
        ("Pay DE89 3704 0044 0532 0130 00 this week", ("iban", "DE89 3704 0044 0532 0130 00")),
        ("Seen from 203.0.113.77 today", ("ip", "203.0.113.77")),
        ("SSN: 536-22-8726", ("ssn", "536-22-8726")),
        ("Your name is Grace M. Hopper, yes", ("name", "Grace M. Hopper")),
        ("I talked to Mary O'Neil about it", ("name", "Mary O'Neil")),
        ("Ask Ms. Adeyemi", ("name", "Adeyemi")),
        ("- Passenger: Lena van Dyk", ("name", "Lena van Dyk")),
        ("Date of birth: 12 May 1988", ("birth_date", "12 May 1988")),
        ("Send it to 45 West Elm Avenue, Boise", ("address", "45 West Elm Avenue")),
    ],
)
def test_personal_data_is_read_in_english(text: str, expected: tuple[str, str]) -> None:
    assert read(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("O CPF 111.444.777-35 consta aqui", ("cpf", "111.444.777-35")),
        ("seu cpf é 11144477735", ("cpf", "11144477735")),
        ("CNPJ da loja: 11.444.777/0001-61.", ("cnpj", "11.444.777/0001-61")),
        ("Fica no CEP 04538-133", ("cep", "04538-133")),
        ("cep 04538133", ("cep", "04538133")),
        ("Ligue para (48) 3231-0000", ("phone", "(48) 3231-0000")),
        ("Meu zap é 48991230000", ("phone", "48991230000")),
        ("Fale no 48 99123-0000", ("phone", "48 99123-0000")),
        ("RG: 21.345.678-0", ("rg", "21.345.678-0")),
        ("Habilitação nº 02345678901", ("cnh", "02345678901")),
        ("A chave Pix é 0f8fad5b-d9cb-469f-a165-70867728950e", ("uuid", "0f8fad5b-d9cb-469f-a165-70867728950e")),
        ("Seu nome é Ana Lúcia dos Reis?", ("name", "Ana Lúcia dos Reis")),
        ("Conversei com Caio Prado hoje", ("name", "Caio Prado")),
        ("Nascida em 3 de maio de 1971", ("birth_date", "3 de maio de 1971")),
        ("Entregue na Rua Sete de Abril, 230", ("address", "Rua Sete de Abril, 230")),
        ("Fica na Av. Brasil, nº 12", ("address", "Av. Brasil, nº 12")),
    ],
)
def test_personal_data_is_read_in_portuguese(text: str, expected: tuple[str, str]) -> None:
    assert read(text, PORTUGUESE) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Order 5555555555554444 has shipped",
        "Ticket 2126647665 is closed",
        "You paid $1,250.00 on 05/03/1990",
        "Flight LA3040 leaves at 15:30 on 2027-03-05",
        "Card 4111 1111 1111 1112 was declined",
        "Upgrade to version 2.14.0.9 first",
        "Write to support@shop.example",
        "Call 1-800-555-0199 for free",
        "I spoke with Customer Support",
        "Hotel name: Grand Plaza",
        "The reference is 0f8fad5b-d9cb-469f-a165-70867728950e",
        "3 Ways to pay, and 12 best drives",
    ],
)
def test_what_is_no_ones_is_not_personal_in_english(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "O pedido 11144477735 saiu",
        "Protocolo 20270305001234",
        "CPF 111.111.111-11",
        "São R$ 98.765,43 até 12/05/2027",
        "Fica na rua por 3 dias",
        "Falei com o Suporte Técnico",
        "Vendemos de 2024-2025 para cá",
    ],
)
def test_what_is_no_ones_is_not_personal_in_portuguese(text: str) -> None:
    assert read(text, PORTUGUESE) == []


def test_a_company_number_with_letters_is_read_by_its_check_digits() -> None:
    assert read("CNPJ 12.ABC.345/01DE-35") == [("cnpj", "12.ABC.345/01DE-35")]
    assert read("CNPJ 12.ABC.345/01DE-36") == []


def test_several_are_read_in_order_with_what_stands_between_left_out() -> None:
    text = "Bia (11) 98888-7777, bia@casa.example; CPF 111.444.777-35"
    assert [kind for kind, _ in read(text, PORTUGUESE)] == ["phone", "email", "cpf"]


def test_emphasis_and_typographic_hyphens_hide_nothing() -> None:
    assert read("**CPF** `111.444.777‑35`", PORTUGUESE) == [("cpf", "111.444.777‑35")]


def test_a_word_after_an_iban_is_no_part_of_it() -> None:
    assert read("BE68 5390 0754 7034 thru next week") == [("iban", "BE68 5390 0754 7034")]


def test_only_the_stretch_asked_for_is_read() -> None:
    text = "ana@casa.example bia@casa.example"
    found = read_personal(text, fold(text), 17, len(text), PersonalWords.of(ENGLISH))
    assert [text[each.start : each.end] for each in found] == ["bia@casa.example"]


@pytest.mark.parametrize("piece", ["1 ", "1-", "(1", "a@", "GB82 ", "1 A St ", "mr. A ", "10.0.0.1 "])
def test_what_repeats_without_end_is_read_to_its_end(piece: str) -> None:
    assert read(piece * 5_000 + "; bia@casa.example")[-1] == ("email", "bia@casa.example")
