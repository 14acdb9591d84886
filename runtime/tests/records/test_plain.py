"""A result that JSON cannot hold loses only what it cannot hold, and never makes a call fail."""

import json
import math
import sqlite3
from collections import namedtuple
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.records.plain import DEEPEST, MOST_VALUES, plain


class Untold:
    """A row whose relation is gone: even printing it raises."""

    def __init__(self) -> None:
        self.order = 4412

    @property
    def total(self) -> float:
        raise RuntimeError

    def __str__(self) -> str:
        raise RuntimeError

    def model_dump(self, mode: str) -> Any:
        raise KeyError(mode)


class Slotted:
    __slots__ = ("_secret", "order")

    def __init__(self) -> None:
        self.order, self._secret = 4412, "x"


@dataclass
class Line:
    order: int
    inner: Any = None


class Size(Enum):
    SMALL = "s"


Pair = namedtuple("Pair", "order total")


def looped() -> dict[str, Any]:
    order: dict[str, Any] = {"id": 1}
    order["self"] = order
    return order


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Untold(), {"order": 4412}),
        (Slotted(), {"order": 4412}),
        (Line(1, Untold()), {"order": 1, "inner": {"order": 4412}}),
        (Pair(1, Decimal("12.50")), {"order": 1, "total": 12.5}),
        ({"a": math.nan, "b": [math.inf, 1]}, {"a": None, "b": [None, 1]}),
        ({1: "a", None: "b", Size.SMALL: "c", (1, 2): "d"}, {"1": "a", "null": "b", "s": "c"}),
        (looped(), {"id": 1, "self": None}),
        ({"text": b"ok", "image": b"\xff\xd8"}, {"text": "ok", "image": None}),
        ([date(2027, 3, 5), timedelta(minutes=1), UUID(int=7)], ["2027-03-05", 60, str(UUID(int=7))]),
        ([object(), plain, Untold, iter([1])], [None, None, None, None]),
        ({3, 1, 2}, [1, 2, 3]),
        ([10**5000], [None]),
    ],
)
def test_only_what_json_cannot_hold_is_left_out(value: Any, told: Any) -> None:
    assert plain(value) == told


def test_a_database_row_is_read_by_its_columns() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        assert plain(connection.execute("select 4412 as number").fetchall()) == [{"number": 4412}]


def test_the_same_value_twice_is_no_loop() -> None:
    line = {"id": 1}
    assert plain([line, line]) == [line, line]


def test_a_huge_result_is_cut_short() -> None:
    assert len(plain(list(range(2 * MOST_VALUES)))) < MOST_VALUES


def test_a_deep_result_is_cut_off() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    assert json.dumps(plain(nested)).count("[") == DEEPEST


def test_an_objects_address_is_never_told() -> None:
    class Handle:
        pass

    assert "0x" not in json.dumps(plain({"handle": Handle(), "run": Handle.__init__}))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_what_json_holds_comes_back_as_it_is(value: Any) -> None:
    assert plain(value) == value
