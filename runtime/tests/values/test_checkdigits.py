from __future__ import annotations

import pytest

from veraz.values.checkdigits import is_card, is_cnpj, is_cpf, is_iban


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (is_cpf, "52998224725", "52998224752"),
        (is_cnpj, "11222333000181", "11222333000118"),
        (is_cnpj, "12ABC34501DE35", "12ABC34501DE53"),
        (is_card, "378282246310005", "378282246310006"),
        (is_iban, "GB82WEST12345698765432", "GB28WEST12345698765432"),
    ],
)
def test_a_changed_digit_is_found(check: object, right: str, wrong: str) -> None:
    assert callable(check)
    assert check(right)
    assert not check(wrong)


@pytest.mark.parametrize("digit", "0123456789")
def test_one_digit_repeated_is_no_document_and_no_card(digit: str) -> None:
    assert not is_cpf(digit * 11)
    assert not is_cnpj(digit * 14)
    assert not is_card(digit * 16)


@pytest.mark.parametrize("text", ["", "1", "٣" * 11, "x" * 14, "GB", "gb82west12345698765432"])
def test_other_text_is_nothing(text: str) -> None:
    assert not any(check(text) for check in (is_cpf, is_cnpj, is_card, is_iban))
