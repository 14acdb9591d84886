"""Replies that are one JSON value, cut inside their strings."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.languages import ENGLISH, unit_rules
from veraz.text.fold import fold
from veraz.text.units import Unit, split_json

RULES = unit_rules(ENGLISH)


def units_of(text: str) -> tuple[Unit, ...] | None:
    return split_json(text, fold(text), RULES)


def cut(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in units_of(text) or ()]


def test_each_string_value_is_cut_and_keys_are_not() -> None:
    text = '{"message": "I moved it. You get a mail.", "state": "moved", "fee": 12.5, "steps": ["Paid.", ""]}'
    assert cut(text) == ["I moved it.", "You get a mail.", "moved", "Paid."]


def test_escaped_line_breaks_are_line_breaks() -> None:
    text = r'{"message": "What I did:\n- Moved it\n  - Paid $5. Done\n\n1) Wrote to you\r\n2) Left"}'
    assert cut(text) == ["What I did:", "- Moved it", "- Paid $5.", "Done", "1) Wrote to you", "2) Left"]
    assert [text[unit.body : unit.end] for unit in units_of(text) or ()][1] == "Moved it"


def test_escaped_quotes_are_quotes() -> None:
    assert cut(r'["He wrote \"It broke.\" I looked."]') == [r"He wrote \"It broke.\"", "I looked."]


def test_an_escaped_backslash_before_an_n_is_no_line_break() -> None:
    assert cut(r'["in C:\\new today"]') == [r"in C:\\new today"]


def test_a_text_in_quotes_is_cut_inside_them() -> None:
    assert cut(r' "I moved it.\nPaid $5. Done" ') == ["I moved it.", "Paid $5.", "Done"]


def test_space_around_the_value_does_not_matter() -> None:
    assert cut(' \n[ "Moved." ]\n') == ["Moved."]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Moved.",
        '"Moved',
        '"Moved." he said.',
        "{Moved.}",
        '{"a": "b"} Moved.',
        '{"a": "b"',
        "[" * 60_000,
        "12",
        '{"a": "x\ny"}',
    ],
)
def test_what_is_no_json_text_is_left_to_the_plain_cut(text: str) -> None:
    assert units_of(text) is None


def strings_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for item in (value.values() if isinstance(value, dict) else value or ()) for text in strings_in(item)]


WORDS = st.text(st.sampled_from([*'aB. "\\\n\t🎉é:']))
VALUES = st.recursive(WORDS | st.none(), lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner), max_leaves=8)


@given(st.lists(VALUES), st.booleans())
def test_units_cover_what_shows_in_the_string_values(value: list[Any], is_ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii)
    units = units_of(text)
    assert units is not None
    assert all(before.end <= after.start for before, after in pairwise(units))
    shown = "".join(json.loads(f'"{text[unit.start : unit.end]}"') for unit in units)
    assert "".join(shown.split()) == "".join("".join(strings_in(value)).split())
