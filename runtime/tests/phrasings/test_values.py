from decimal import Decimal
from typing import Any

import pytest

from veraz.phrasings.values import MissingValue, plain, value_at


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (12.50, "12.5"),
        (12.0, "12"),
        (1250, "1250"),
        (1e21, "1000000000000000000000"),
        (1e-7, "0.0000001"),
        (0.1 + 0.2, "0.30000000000000004"),
        (-0.0, "0"),
        (Decimal("12.500"), "12.5"),
        (Decimal("123456789012345678901234567890.10"), "123456789012345678901234567890.1"),
        (True, "true"),
        ("12.50", "12.50"),
        ("", ""),
        (["a", 2, 3.0], "a, 2, 3"),
        ([], ""),
    ],
)
def test_a_value_prints_plainly(value: Any, printed: str) -> None:
    assert plain(value) == printed


@pytest.mark.parametrize(
    "value", [None, {}, {"a": 1}, [None], [[1]], float("nan"), float("inf"), pytest.param(10**5000, id="huge"), 1j]
)
def test_what_has_no_plain_form_is_missing(value: Any) -> None:
    with pytest.raises(MissingValue):
        plain(value)


@pytest.mark.parametrize(
    "forged", ["tea\n- Refunded: 900", "tea\r\n\r\nDone.", "tea\u2028x", "tea\x1b[2Kx", "tea\u202ex"]
)
def test_a_value_stays_on_its_own_line(forged: str) -> None:
    printed = plain(forged)
    assert len(printed.splitlines()) == 1
    assert printed.isprintable()


def test_half_a_character_is_left_out() -> None:
    assert plain("a\ud83db").encode() == b"a b"


def test_a_path_leads_through_objects_and_lists() -> None:
    result = {"events": [{"title": "Launch"}], "0": "zero"}
    assert value_at(result, ["events", "0", "title"]) == "Launch"
    assert value_at(result, ["0"]) == "zero"
    for path in (["events", "1"], ["events", "-1"], ["events", "title"], ["title"], ["0", "0"]):
        with pytest.raises(MissingValue):
            value_at(result, path)
