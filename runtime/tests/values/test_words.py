from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.text.fold import fold_word
from veraz.values import ValueWords


def _texts(node: Any) -> Iterator[Any]:
    if isinstance(node, dict):
        for key, item in node.items():
            yield key
            yield from _texts(item)
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item)


@pytest.mark.parametrize("grammar", [ENGLISH, PORTUGUESE])
def test_every_word_of_a_table_is_folded_text(grammar: Grammar) -> None:
    wrong = [text for text in _texts(grammar.table("values")) if not isinstance(text, str) or fold_word(text) != text]
    assert wrong == [] or set(wrong) <= {"$", "¥", "GBP", "BRL", "MXN", "ARS"}


def test_a_language_is_compiled_once() -> None:
    assert ValueWords.of(ENGLISH) is ValueWords.of(ENGLISH)
    assert ValueWords.of(ENGLISH) is not ValueWords.of(PORTUGUESE)


@pytest.mark.parametrize("grammar", [ENGLISH, PORTUGUESE])
def test_a_language_owes_twelve_months_and_seven_weekdays(grammar: Grammar) -> None:
    dates = ValueWords.of(grammar).dates
    assert sorted(dates.months.values()) == list(range(1, 13))
    assert sorted(dates.weekdays.values()) == list(range(7))
