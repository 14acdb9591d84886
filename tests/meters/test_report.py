from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from console.meters.filters import Filters
from console.meters.report import Found, Parts, Report, report
from console.meters.spans import Per, Span, Start

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
SPAN = Span(date(2026, 3, 1), date(2026, 3, 4), Per.DAY)


@pytest.fixture(autouse=True)
def _on_the_last_day() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def day(number: int) -> date:
    return date(2026, 3, number)


def counted(
    bars: Mapping[tuple[Start, str], int],
    *,
    heard: Collection[int] = (),
    by: Mapping[str, Mapping[str, int]] | None = None,
    wholes: Mapping[Start, int] | None = None,
    whole_by: Mapping[str, Mapping[str, int]] | None = None,
    **filters: Any,
) -> Report:
    found = Found(bars, [day(number) for number in heard], by or {}, wholes or {}, whole_by or {})
    return report(Filters("sentences.replaced", SPAN, **filters), found)


def parts(of: Report, label: str) -> Parts:
    return next(parts for parts in of.parts if parts.label == label)


def test_a_day_with_nothing_replaced_is_none_of_a_day_that_nobody_heard_of() -> None:
    rows = counted({(day(1), ""): 3}, heard=[1, 2], wholes={day(1): 40, day(2): 30}).rows
    assert [(row.total, row.whole) for row in rows[::-1]] == [(3, 40), (0, 30), (None, None), (None, None)]


def test_the_newest_is_first() -> None:
    assert [row.name for row in counted({}).rows] == ["4 Mar 2026", "3 Mar 2026", "2 Mar 2026", "1 Mar 2026"]


def test_what_is_still_to_come_is_no_line_of_the_table_but_has_its_room_in_the_chart() -> None:
    today = Filters("sentences.replaced", Span(day(4), day(4), Per.HOUR))
    found = report(today, Found({}, [], {}, {}, {}))
    assert found.rows[0].name == "4 Mar 2026, 12:00"
    assert (len(found.rows), found.chart.columns) == (13, 24)


def test_the_parts_of_a_bar_are_the_most_frequent_values_and_the_others_as_one() -> None:
    bars = {(day(1), f"tool_{number}"): number for number in range(1, 9)}
    found = counted(bars, asked_by="tool")
    assert found.groups == ("tool_8", "tool_7", "tool_6", "tool_5", "tool_4", "others")
    assert found.rows[-1].parts == (8, 7, 6, 5, 4, 3 + 2 + 1)
    assert found.rows[-1].total == 36


def test_a_sixth_value_has_its_own_colour_where_there_is_no_seventh() -> None:
    found = counted({(day(1), f"tool_{number}"): number for number in range(1, 7)}, asked_by="tool")
    assert found.groups[-1] == "tool_1"


def test_values_are_called_by_their_names() -> None:
    assert counted({(day(1), "0"): 1, (day(1), "17"): 2}, asked_by="version").groups == ("v17", "none live")


def test_a_version_is_a_share_of_what_was_read_with_it() -> None:
    found = counted(
        {},
        by={"version": {"16": 1, "17": 6}},
        whole_by={"version": {"15": 10, "16": 20, "17": 60}},
    )
    versions = parts(found, "version")
    assert versions.own
    assert [(part.name, part.n, part.whole) for part in versions.rows] == [
        ("v17", 6, 60),
        ("v16", 1, 20),
        ("v15", 0, 10),
    ]


def test_a_tool_is_a_share_of_all_that_was_read() -> None:
    found = counted({}, by={"tool": {"a": 1, "b": 2}}, whole_by={"language": {"en": 50, "pt-BR": 10}})
    tools = parts(found, "tool")
    assert not tools.own
    assert [(part.name, part.n, part.whole, part.length) for part in tools.rows] == [
        ("b", 2, 60, "100"),
        ("a", 1, 60, "50"),
    ]


def test_what_is_a_share_of_nothing_is_one_of_itself() -> None:
    by = {"rule": {"a": 1, "b": 3}, "language": {"en": 4}}
    found = report(Filters("rules.applied", SPAN), Found({}, [], by, {}, {}))
    assert found.whole is None
    assert [(part.n, part.whole) for part in parts(found, "rule").rows] == [(3, 4), (1, 4)]


def test_the_day_with_the_most_is_known_unless_there_was_nothing() -> None:
    most = counted({(day(2), ""): 3, (day(3), ""): 9}).most
    assert most
    assert (most.name, most.total) == ("3 Mar 2026", 9)
    assert counted({}, heard=[1]).most is None
