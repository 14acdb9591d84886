"""What the meters page and its files show: the counts that were asked for, as columns of time and as parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from console.meters.charts import Chart, Column, chart, length
from console.meters.filters import Filters
from console.meters.queries import OTHERS
from console.meters.spans import Start
from console.meters.words import LABELS, Words, value_name

APART = 5  # values that have a colour each; the others share one


@dataclass(frozen=True, slots=True)
class Found:
    """Numbers as the database gives them.

    :ivar bars: by start and value of the label that bars are told apart by.
    :ivar heard: starts at which anything at all was counted.
    :ivar parts: the count's own over the whole span, by label and value.
    :ivar wholes: what the count is a share of, by start; and `whole_parts`, over the whole span.
    """

    bars: Mapping[tuple[Start, str], int]
    heard: Collection[Start]
    parts: Mapping[str, Mapping[str, int]]
    wholes: Mapping[Start, int]
    whole_parts: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Row:
    """A column of the chart as a line of the table; the numbers are None where nothing at all was heard.

    :ivar name: when that is, as people write it, and `at` as machines do.
    :ivar is_ahead: whether it is still to come, and so no line of the table.
    """

    name: str
    at: str
    parts: tuple[int | None, ...]
    total: int | None
    whole: int | None
    is_ahead: bool = False


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
        """Whether its values are names in code."""
        return self.label == "tool"


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
    def is_silent(self) -> bool:
        """Whether nothing at all was heard in the whole span."""
        return all(row.total is None for row in self.rows)

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
        Column(row.name, mark, None if row.total is None else tuple(n or 0 for n in row.parts))
        for row, mark in zip(rows, marks, strict=True)
    ]
    return Report(
        filters,
        tuple(_group_name(filters.by, value) for value in values),
        tuple(row for row in rows[::-1] if not row.is_ahead),
        chart(columns, len(values)),
        _total(found.parts),
        _total(found.whole_parts) if filters.whole else None,
        tuple(_parts(filters, found, label) for label in LABELS if label in filters.count.labels),
    )


def _told_apart(filters: Filters, found: Found) -> list[str]:
    """The values that are drawn apart: the most frequent, in order, then the others as one."""
    if not filters.by:
        return [""]
    totals: Counter[str] = Counter()
    for (_start, value), n in found.bars.items():
        totals[value] += n
    left = [OTHERS] if totals.pop(OTHERS, 0) else []
    values = sorted(totals, key=lambda value: (-totals[value], value))
    return [*values, *left] if len(values) + len(left) <= APART + 1 else [*values[:APART], OTHERS]


def _group_name(label: str, value: str) -> str:
    return _("others") if value == OTHERS else value_name(label, value) if label else ""


def _rows(filters: Filters, found: Found, values: Sequence[str]) -> Iterator[Row]:
    bars: dict[Start, Counter[str]] = {}
    for (start, value), n in found.bars.items():
        bars.setdefault(start, Counter())[value if value in values else OTHERS] += n
    heard = {*found.heard, *bars}
    for start, name in zip(filters.span.starts(), filters.span.names(), strict=True):
        parts = [bars.get(start, Counter())[value] for value in values]
        whole = found.wholes.get(start, 0) if filters.whole else None
        if start in heard:
            yield Row(name, _at(start), tuple(parts), sum(parts), whole)
        else:
            yield Row(name, _at(start), (None,) * len(parts), None, None, _is_ahead(start))


def _is_ahead(start: Start) -> bool:
    return start > timezone.now() if isinstance(start, datetime) else start > timezone.localdate()


def _at(start: Start) -> str:
    return timezone.localtime(start).isoformat(timespec="minutes") if isinstance(start, datetime) else start.isoformat()


def _parts(filters: Filters, found: Found, label: str) -> Parts:
    totals = Counter(found.parts.get(label, {}))
    own = filters.whole is not None and label in filters.whole.labels
    wholes = Counter(found.whole_parts.get(label, {})) if own else Counter()
    whole = _total(found.whole_parts) if filters.whole else _total(found.parts)
    most = max(totals.values(), default=0)
    rows = (
        Part(value, value_name(label, value), n, wholes[value] if own else whole, length(n, most))
        for value in sorted({*totals, *wholes}, key=lambda value: (-totals[value], value))
        for n in [totals[value]]
    )
    return Parts(label, LABELS[label], tuple(rows), own)


def _total(parts: Mapping[str, Mapping[str, int]]) -> int:
    """All that is counted: every count has a language, or none as one."""
    return sum(parts.get("language", {}).values())
