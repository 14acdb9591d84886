"""What the meters page and its files show: the counts that were asked for, as columns of time and as parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from console.meters.charts import Chart, Column, chart, length
from console.meters.filters import Filters
from console.meters.spans import Start
from console.meters.words import LABELS, Words, value_name

_APART = 5  # values that have a colour each; the others share one
OTHERS = "…"
"""Stands for the values that share a colour; no label has such a value."""

Series = tuple[Mapping[str, str], int]
"""Labels, and the number that was counted of them."""


@dataclass(frozen=True, slots=True)
class Found:
    """Numbers as the database gives them.

    :ivar bars: by start and value of the label that bars are told apart by.
    :ivar heard: starts at which anything at all was counted.
    :ivar series: the count's own, over the whole span.
    :ivar wholes: what the count is a share of, by start; and `whole_series`, over the whole span.
    """

    bars: Mapping[tuple[Start, str], int]
    heard: Collection[Start]
    series: Sequence[Series]
    wholes: Mapping[Start, int]
    whole_series: Sequence[Series]


@dataclass(frozen=True, slots=True)
class Row:
    """A column of the chart as a line of the table; the numbers are None where nothing at all was heard."""

    start: Start
    name: str
    parts: tuple[int, ...]
    total: int | None
    whole: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """What one value has of a count.

    :ivar whole: what that is a share of.
    :ivar length: how long its bar is, in hundredths of the longest.
    """

    value: str
    name: str
    n: int
    whole: int
    length: str


@dataclass(frozen=True, slots=True)
class Parts:
    """A count by one of its labels.

    :ivar own: whether each value has a whole of its own, as a version has the sentences that were read with it.
    """

    label: str
    name: Words
    rows: tuple[Part, ...]
    own: bool

    @property
    def is_code(self) -> bool:
        """Whether its values are names of code."""
        return self.label in ("tool", "rule")


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is shown.

    :ivar groups: what the parts of each bar are called; one without a name where bars are not told apart.
    :ivar rows: newest first.
    :ivar whole: None where the count is a share of nothing.
    """

    filters: Filters
    groups: tuple[str, ...]
    rows: tuple[Row, ...]
    chart: Chart
    total: int
    whole: int | None
    parts: tuple[Parts, ...]

    @property
    def most(self) -> Row | None:
        """The column with the most; None where there is nothing."""
        return max((row for row in self.rows if row.total), key=lambda row: row.total or 0, default=None)


def report(filters: Filters, found: Found) -> Report:
    """Put together what is shown."""
    values = _told_apart(filters, found)
    rows = tuple(_rows(filters, found, values))
    marks = filters.span.marks()
    columns = [
        Column(row.name, mark, None if row.total is None else row.parts) for row, mark in zip(rows, marks, strict=True)
    ]
    return Report(
        filters,
        tuple(_group_name(filters.by, value) for value in values),
        rows[::-1],
        chart(columns, len(values)),
        sum(n for _labels, n in found.series),
        sum(n for _labels, n in found.whole_series) if filters.whole else None,
        tuple(_parts(filters, found, label) for label in LABELS if label in filters.count.labels),
    )


def _told_apart(filters: Filters, found: Found) -> list[str]:
    """The values that are drawn apart: the most frequent, in order, then the others as one."""
    if not filters.by:
        return [""]
    totals: Counter[str] = Counter()
    for (_start, value), n in found.bars.items():
        totals[value] += n
    values = [value for value, _n in sorted(totals.items(), key=lambda item: (-item[1], item[0]))]
    return values if len(values) <= _APART + 1 else [*values[:_APART], OTHERS]


def _group_name(label: str, value: str) -> str:
    return _("others") if value == OTHERS else value_name(label, value) if label else ""


def _rows(filters: Filters, found: Found, values: Sequence[str]) -> Iterator[Row]:
    bars: dict[Start, Counter[str]] = {}
    for (start, value), n in found.bars.items():
        bars.setdefault(start, Counter())[value if value in values else OTHERS] += n
    heard = {*found.heard, *bars}
    for start, name in zip(filters.span.starts(), filters.span.names(), strict=True):
        parts = tuple(bars.get(start, Counter())[value] for value in values)
        whole = found.wholes.get(start, 0) if filters.whole else None
        known = start in heard
        yield Row(start, name, parts, sum(parts) if known else None, whole if known else None)


def _parts(filters: Filters, found: Found, label: str) -> Parts:
    totals, wholes = _by_label(found.series, label), _by_label(found.whole_series, label)
    own = filters.whole is not None and label in filters.whole.labels
    whole = sum(wholes.values()) if filters.whole else sum(totals.values())
    values = sorted(totals if not own else {**wholes, **totals}, key=lambda value: (-totals[value], value))
    most = max(totals.values(), default=0)
    rows = (
        Part(
            value, value_name(label, value), totals[value], wholes[value] if own else whole, length(totals[value], most)
        )
        for value in values
    )
    return Parts(label, LABELS[label], tuple(rows), own)


def _by_label(series: Sequence[Series], label: str) -> Counter[str]:
    totals: Counter[str] = Counter()
    for labels, n in series:
        totals[labels.get(label, "")] += n
    return totals
