"""Check digits of documents and cards. Each function takes letters (in capitals) and digits alone."""

from __future__ import annotations

from collections.abc import Sequence


def _modulo_11(values: Sequence[int], weights: Sequence[int]) -> int:
    rest = sum(value * weight for value, weight in zip(values, weights, strict=True)) % 11
    return 0 if rest < 2 else 11 - rest


def is_cpf(digits: str) -> bool:
    """Tell whether ``digits`` is a CPF: two digits modulo 11; a single repeated digit is none (Receita Federal)."""
    if len(digits) != 11 or not _is_decimal(digits) or len(set(digits)) == 1:
        return False
    values = [int(digit) for digit in digits]
    return all(values[size] == _modulo_11(values[:size], range(size + 1, 1, -1)) for size in (9, 10))


_CNPJ_WEIGHTS = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)


def is_cnpj(code: str) -> bool:
    """Tell whether ``code`` is a CNPJ, numeric or alphanumeric.

    A letter counts as its ASCII code less 48 (IN RFB 2.229/2024); the two check digits are always digits.
    """
    if len(code) != 14 or not _is_code(code) or not _is_decimal(code[12:]) or len(set(code)) == 1:
        return False
    values = [ord(char) - 48 for char in code]
    return all(values[size] == _modulo_11(values[:size], _CNPJ_WEIGHTS[-size:]) for size in (12, 13))


def is_card(digits: str) -> bool:
    """Tell whether ``digits`` is a payment card number: 13 to 19 digits under Luhn's check (ISO/IEC 7812)."""
    if not 13 <= len(digits) <= 19 or not _is_decimal(digits) or len(set(digits)) == 1:
        return False
    values = [int(digit) for digit in reversed(digits)]
    return sum(values[::2] + [value * 2 - 9 * (value > 4) for value in values[1::2]]) % 10 == 0


def is_iban(code: str) -> bool:
    """Tell whether ``code`` is an IBAN: country, two check digits, remainder 1 modulo 97 (ISO 13616)."""
    if not 15 <= len(code) <= 34 or not _is_code(code) or not (code[:2].isalpha() and _is_decimal(code[2:4])):
        return False
    return int("".join(str(int(char, 36)) for char in code[4:] + code[:4])) % 97 == 1


def _is_decimal(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_code(text: str) -> bool:
    return text.isascii() and text.isalnum() and text == text.upper()
