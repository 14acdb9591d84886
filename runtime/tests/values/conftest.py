"""Reads a sentence in one of the languages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.text.fold import fold
from veraz.values import Value, ValueWords, read_values

Read = Callable[[str], tuple[Value, ...]]

NOW = datetime(2027, 3, 3, 10, 0)  # a Wednesday


def _reader(grammar: Grammar) -> Read:
    words = ValueWords.of(grammar)
    return lambda text: read_values(text, fold(text), 0, len(text), words, relative=True)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def english() -> Read:
    return _reader(ENGLISH)


@pytest.fixture
def portuguese() -> Read:
    return _reader(PORTUGUESE)
