from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from console.meters.charts import Column, axis, chart, length


def columns(*counts: int | None) -> list[Column]:
    return [Column(f"day {at}", "", None if n is None else (n,)) for at, n in enumerate(counts)]


def rectangles(path: str) -> list[tuple[float, float, float, float]]:
    """The bars of a path: where each begins, its top, how wide and how high it is."""
    found = re.findall(r"M(\S+) (\S+)h(\S+)v(\S+)h-\S+z", path)
    return [(float(x), float(y), float(wide), float(high)) for x, y, wide, high in found]


@pytest.mark.parametrize(
    ("most", "lines"),
    [
        (0, (0, 1)),
        (1, (0, 1)),
        (4, (0, 1, 2, 3, 4)),
        (9, (0, 2, 4, 6, 8, 10)),
        (41, (0, 10, 20, 30, 40, 50)),
        (101, (0, 25, 50, 75, 100, 125)),
    ],
)
def test_an_axis_has_few_round_whole_steps(most: int, lines: tuple[int, ...]) -> None:
    assert axis(most) == lines


@given(some.integers(0, 10**15))
def test_no_bar_is_higher_than_its_axis_and_the_highest_has_most_of_it(most: int) -> None:
    lines = axis(most)
    assert len(lines) <= 6
    assert most <= lines[-1] <= max(2 * most, 1)


def test_a_bar_stands_on_the_ground_as_high_as_its_number() -> None:
    drawn = chart(columns(5, 10))
    (_, low_y, _, low), (_, high_y, _, high) = rectangles(drawn.bars[0])
    assert (low_y, low) == (50, 50)
    assert (high_y, high) == (0, 100)


def test_the_parts_of_a_bar_stand_on_each_other() -> None:
    drawn = chart([Column("day", "", (1, 3))], series=2)
    first, second = rectangles(drawn.bars[0])[0], rectangles(drawn.bars[1])[0]
    assert first[1] == second[1] + second[3]
    assert second[3] == 3 * first[3]


def test_one_bar_is_not_as_wide_as_the_page() -> None:
    drawn = chart(columns(3))
    x, _, wide, _ = rectangles(drawn.bars[0])[0]
    assert wide < 1
    assert x + wide / 2 == 5  # in the middle of its column


def test_bars_never_touch_the_next_ones_column() -> None:
    for many in (2, 12, 62, 63, 366):
        for at, (x, _, wide, _) in enumerate(rectangles(chart(columns(*range(1, many + 1))).bars[0])):
            assert at * 10 < x < x + wide < (at + 1) * 10


def test_what_is_not_nothing_can_be_seen() -> None:
    tiny = rectangles(chart(columns(1, 10**9)).bars[0])[0]
    assert tiny[3] > 0.5
    assert float(length(1, 10**9)) > 0.5
    assert length(0, 10**9) == "0"


def test_zero_is_ground_without_a_bar_and_a_gap_is_neither() -> None:
    drawn = chart(columns(4, 0, None, 4))
    assert len(rectangles(drawn.bars[0])) == 2
    assert drawn.ground == "M0 100h20M30 100h10"
    assert [target.column.name for target in drawn.targets] == ["day 0", "day 1", "day 3"]


def test_nothing_at_all_is_a_chart_without_bars() -> None:
    for empty in (chart([]), chart(columns(0)), chart(columns(None))):
        assert empty.bars == ("",)
        assert [line.value for line in empty.lines] == [0, 1]


def test_a_year_of_days_is_drawn_whole() -> None:
    drawn = chart(columns(*range(1, 367)))
    assert len(rectangles(drawn.bars[0])) == len(drawn.targets) == 366
    assert drawn.box == "0 0 3660 100"


def test_marks_stand_below_the_middle_of_their_columns_and_every_other_gives_way() -> None:
    drawn = chart([Column("", mark, (1,)) for mark in ("Jan", "", "Mar", "")])
    assert [(mark.x, mark.text, mark.minor) for mark in drawn.marks] == [("12.5", "Jan", False), ("62.5", "Mar", True)]


def test_no_coordinate_has_a_comma_in_any_language() -> None:
    drawn = chart(columns(1, 2, 3, 7))
    assert "," not in "".join((*drawn.bars, drawn.ground, *(line.y for line in drawn.lines)))
