"""Bars drawn by the server: numbers in, the geometry of an SVG out.

The plot is stretched to whatever room its page has, so that its units are columns and hundredths of its height; words
stand outside of it, at shares of the room, and keep their size. Coordinates are texts: a template would write a number
the way its reader does, with a comma for some.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, groupby

_LINES = 5  # above the ground, at most
_WIDTH = 10  # units a column is wide
_FEWEST = 12  # bars are never wider than if there were so many
_APART = 62  # with more columns, what keeps bars apart would take most of their room
_LEAST = 0.8  # hundredths of the height: what is not nothing can be seen


@dataclass(frozen=True, slots=True)
class Column:
    """One stretch of time.

    :ivar name: what it is called, whole: «4 Mar 2026».
    :ivar mark: what stands below it on the axis; empty for most.
    :ivar counts: a number for each series; None where nothing was heard at all.
    """

    name: str
    mark: str
    counts: tuple[int, ...] | None

    @property
    def total(self) -> int:
        """What all its series count together."""
        return sum(self.counts or ())


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the plot: how far down, in per cent, and the number it stands for."""

    y: str
    value: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A word below the plot: how far along, in per cent; a minor one is left out where there is little room."""

    x: str
    text: str
    minor: bool


@dataclass(frozen=True, slots=True)
class Target:
    """Where a column can be pointed at, whatever its height."""

    x: str
    column: Column


@dataclass(frozen=True, slots=True)
class Chart:
    """What a template draws.

    :ivar box: the plot's own coordinates.
    :ivar bars: a path for each series, which stands upon the ones before it.
    :ivar ground: the path of the ground line, with gaps where nothing was heard.
    """

    box: str
    columns: int
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    bars: tuple[str, ...]
    ground: str
    targets: tuple[Target, ...]

    @property
    def is_dense(self) -> bool:
        """Whether its bars are too thin for an edge each."""
        return self.columns > _APART


def chart(columns: Sequence[Column], series: int = 1) -> Chart:
    """Draw the columns, each a bar of `series` parts."""
    lines = axis(max((column.total for column in columns), default=0))
    return Chart(
        columns=len(columns),
        box=f"0 0 {max(len(columns), 1) * _WIDTH} 100",
        lines=tuple(Line(_text(100 - 100 * value / lines[-1]), value) for value in lines),
        marks=tuple(_marks(columns)),
        bars=tuple("".join(_bars(columns, number, lines[-1])) for number in range(series)),
        ground="".join(_ground(columns)),
        targets=tuple(Target(_text(at * _WIDTH), column) for at, column in enumerate(columns) if column.counts),
    )


def axis(most: int) -> tuple[int, ...]:
    """Whole round numbers from 0 to at least `most`, evenly apart; the bars are left most of the height."""
    step = next(step for step in _steps() if step * _LINES >= most)
    return tuple(step * line for line in range(-(-max(most, 1) // step) + 1))


def length(n: int, most: int) -> str:
    """How long a bar of `n` is where the longest, of `most`, is a hundred; what is not nothing can be seen."""
    return _text(_height(n, most))


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 25, 50, 100, 200, 250, …"""
    yield from (1, 2, 5)
    for power in count():
        yield from (step * 10**power for step in (10, 20, 25, 50))


def _marks(columns: Sequence[Column]) -> Iterator[Mark]:
    marked = [(at, column.mark) for at, column in enumerate(columns) if column.mark]
    for number, (at, text) in enumerate(marked):
        yield Mark(_text(100 * (at + 0.5) / len(columns)), text, minor=number % 2 == 1)


def _bars(columns: Sequence[Column], number: int, top: int) -> Iterator[str]:
    """The parts of one series: each a rectangle on those of the series before it."""
    wide = _bar_width(len(columns))
    for at, column in enumerate(columns):
        if not column.counts or not column.counts[number]:
            continue
        heights = list(accumulate((_height(n, top) for n in column.counts[: number + 1]), initial=0.0))
        x, y, high = at * _WIDTH + (_WIDTH - wide) / 2, 100 - heights[-1], heights[-1] - heights[-2]
        yield f"M{_text(x)} {_text(y)}h{_text(wide)}v{_text(high)}h{_text(-wide)}z"


def _ground(columns: Sequence[Column]) -> Iterator[str]:
    at = 0
    for heard, run in groupby(columns, key=lambda column: column.counts is not None):
        long = len(list(run))
        if heard:
            yield f"M{at * _WIDTH} 100h{long * _WIDTH}"
        at += long


def _bar_width(columns: int) -> float:
    """Units: most of a column while there is room to tell them apart, and no wider than one of twelve."""
    share = 0.72 if columns <= _APART else 0.9
    return _WIDTH * min(share, share * columns / _FEWEST)


def _height(n: int, top: int) -> float:
    return max(100 * n / top, _LEAST) if n else 0.0


def _text(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
