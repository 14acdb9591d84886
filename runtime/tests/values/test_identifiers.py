from __future__ import annotations

from collections.abc import Callable

import pytest

from veraz.values import Identifier, Value

Read = Callable[[str], tuple[Value, ...]]


def _identifiers(values: tuple[Value, ...]) -> list[tuple[str, str]]:
    return [(value.kind, value.key) for value in values if isinstance(value, Identifier)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A copy went to Rosa.Dias+shop@mail.example.org.", [("email", "rosa.dias+shop@mail.example.org")]),
        ("Ticket QRX-30417 is open (#Z9930121).", [("code", "qrx30417"), ("code", "z9930121")]),
        ("Paid with gift_card_5530118.", [("code", "giftcard5530118")]),
        ("Orders 7710, 7711 and 7712.", [("order", "7710"), ("order", "7711"), ("order", "7712")]),
        ("Reference number: 5530118", [("reference", "5530118")]),
        ("The card ending in 1881 and **** 1882.", [("card", "1881"), ("card", "1882")]),
        ("Card 4111 1111 1111 1111.", [("card", "4111111111111111")]),
        ("Call +44 20 7946 0958 or (415) 555-2671.", [("phone", "442079460958"), ("phone", "4155552671")]),
        ("Job 0f8fad5b-d9cb-469f-a165-70867728950e.", [("uuid", "0f8fad5bd9cb469fa16570867728950e")]),
        ("IBAN GB82 WEST 1234 5698 7654 32.", [("iban", "gb82west12345698765432")]),
        ("Reservation 4WQ150 on flight LA3040.", [("code", "4wq150"), ("code", "la3040")]),
    ],
)
def test_english_identifiers_are_read(english: Read, text: str, expected: list[tuple[str, str]]) -> None:
    assert _identifiers(english(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("O pedido nº 7710 e o chamado QRX-30417.", [("order", "7710"), ("code", "qrx30417")]),
        ("Seu pedido 2027-00815, protocolo 20270311-88.", [("order", "202700815"), ("protocol", "2027031188")]),
        ("CPF 529.982.247-25, ou cpf 52998224725.", [("cpf", "52998224725"), ("cpf", "52998224725")]),
        ("CNPJ 12.ABC.345/01DE-35.", [("cnpj", "12abc34501de35")]),
        ("Cartão final 1881, fone (11) 98765-4321.", [("card", "1881"), ("phone", "11987654321")]),
        ("Comprovante RC-31.", [("code", "rc31")]),
    ],
)
def test_portuguese_identifiers_are_read(portuguese: Read, text: str, expected: list[tuple[str, str]]) -> None:
    assert _identifiers(portuguese(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A 7-day trial, 100ml, 16GB, 1080p, 3rd row, USB-C, COVID-19, GPT-4 and 4G/5G.",
        "I'll order 2 more; order 12.",
        "From 3pm to 15h30 on 12 March.",
        "See https://shop.example/orders/QRX-30417.",
        "Version 2.10.3 has 4412 users.",
        "Order $4412 or 4412%.",
    ],
)
def test_sizes_counts_and_addresses_are_no_identifiers(english: Read, text: str) -> None:
    assert _identifiers(english(text)) == []


def test_a_phone_number_is_one_whatever_word_names_it(english: Read) -> None:
    assert _identifiers(english("Your number 415-555-2671 is on.")) == [("phone", "4155552671")]


def test_a_document_with_wrong_check_digits_is_still_an_identifier(portuguese: Read) -> None:
    assert _identifiers(portuguese("CPF 529.982.247-26.")) == [("code", "52998224726")]
