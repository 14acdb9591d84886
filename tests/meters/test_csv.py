from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any

import pytest
import time_machine

from console.meters.csv import answer, written
from console.meters.filters import Filters
from console.meters.report import Found, Report, report
from console.meters.spans import Per, Span

SPAN = Span(date(2026, 3, 1), date(2026, 3, 2), Per.DAY)


@pytest.fixture(autouse=True)
def _later() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 3, 4, tzinfo=UTC), tick=False):
        yield


def counted(**filters: Any) -> Report:
    first = date(2026, 3, 1)
    bars = {(first, "refund_card"): 2, (first, "-1+1"): 1} if filters else {(first, ""): 3}
    by = {"tool": {"refund_card": 2, "-1+1": 1}, "version": {"17": 3}, "language": {"en": 3}}
    found = Found(bars, [], by, {first: 40}, {"version": {"17": 40}, "language": {"en": 40}})
    return report(Filters("sentences.replaced", SPAN, **filters), found)


def lines(of: Report, label: str = "") -> list[list[str]]:
    text = b"".join(answer(of, label)).decode()
    assert text.startswith("\ufeff")  # or spreadsheets read «Versão» as «VersÃ£o»
    return list(csv.reader(text[1:].splitlines()))


def test_it_says_what_the_table_says_and_nothing_where_nothing_was_heard() -> None:
    assert lines(counted()) == [
        ["Day", "Sentences replaced", "Sentences read", "Share, %"],
        ["2026-03-02", "", "", ""],
        ["2026-03-01", "3", "40", "7.5"],
    ]


def test_bars_that_are_told_apart_have_a_column_each() -> None:
    found = lines(counted(asked_by="tool"))
    assert found[0] == ["Day", "refund_card", "'-1+1", "Sentences replaced", "Sentences read", "Share, %"]
    assert found[2] == ["2026-03-01", "2", "1", "3", "40", "7.5"]


def test_the_parts_of_a_label_are_a_file_of_their_own() -> None:
    assert lines(counted(), "version") == [
        ["Version", "Sentences replaced", "Sentences read", "Share, %"],
        ["v17", "3", "40", "7.5"],
    ]
    assert lines(counted(), "tool")[1:] == [["refund_card", "2", "5.0"], ["'-1+1", "1", "2.5"]]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@now", "\t=1", "\r=1", " =1", "=cmd|' /C calc'!A0"])
def test_no_spreadsheet_takes_a_text_for_a_formula(text: str) -> None:
    [_mark, line] = written([[text]])
    [[cell]] = csv.reader([line], strict=True)
    assert cell == f"'{text}"


def test_numbers_are_left_for_spreadsheets_to_add_up() -> None:
    assert list(written([[-3, 1234567, None]]))[1] == "-3,1234567,\r\n"


def test_lines_are_written_as_they_are_asked_for() -> None:
    def endless() -> Iterator[list[Any]]:
        while True:
            yield ["again"]

    assert list(islice(written(endless()), 3)) == ["\ufeff", "again\r\n", "again\r\n"]


def test_the_file_is_named_for_what_is_in_it() -> None:
    assert answer(counted())["Content-Disposition"] == (
        'attachment; filename="veraz-sentences.replaced-2026-03-01-2026-03-02.csv"'
    )
    assert "by-tool" in answer(counted(), "tool")["Content-Disposition"]
