"""What the meters page shows, as a file for spreadsheets, written a line at a time."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Protocol

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _

from console.meters.report import Parts, Report
from console.meters.spans import Per

Cell = str | int | float | None
Line = list[Cell]

_MARK = "\ufeff"  # by which spreadsheets know UTF-8
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a spreadsheet would work out instead of showing


class _Writer(Protocol):
    def writerow(self, row: Iterable[Cell]) -> str: ...


class _Line:
    """A file that gives back what is written to it, and keeps nothing."""

    def write(self, text: str) -> str:
        """Give it back."""
        return text


def answer(report: Report, label: str = "") -> StreamingHttpResponse:
    """The columns of time, or the parts by one label, as a file to save.

    Words and times are put together now: by the time lines are sent, the reader's language and zone are another's.
    """
    filters, span = report.filters, report.filters.span
    lines = _parts(report, label) if label else _columns(report)
    response = StreamingHttpResponse(written(lines), content_type="text/csv; charset=utf-8")
    name = "-".join(
        filter(None, ("veraz", filters.key, f"by-{label}" if label else "", f"{span.first}", f"{span.last}"))
    )
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def written(lines: Iterable[Line]) -> Iterator[str]:
    """The lines of a file; a text that a spreadsheet would take for a formula is marked as text."""
    writer: _Writer = csv.writer(_Line())
    yield _MARK
    for line in lines:
        yield writer.writerow([_safe(cell) for cell in line])


def _columns(report: Report) -> Iterable[Line]:
    count, whole = report.filters.count, report.filters.whole
    groups = list(report.groups) if report.filters.by else []
    heads = [_("Hour") if report.filters.span.per is Per.HOUR else _("Day"), *groups, str(count.name)]
    rows = (
        [
            row.at,
            *(row.parts if groups else ()),
            row.total,
            *([row.whole, _share(row.total, row.whole)] if whole else []),
        ]
        for row in report.rows
    )
    return chain([[*heads, *([str(whole.name), _("Share, %")] if whole else [])]], rows)


def _parts(report: Report, label: str) -> Iterable[Line]:
    parts = next(parts for parts in report.parts if parts.label == label)
    rows = (
        [part.name, part.n, *([part.whole] if parts.own else []), _share(part.n, part.whole)] for part in parts.rows
    )
    return chain([_heads(report, parts)], rows)


def _heads(report: Report, parts: Parts) -> Line:
    whole = [str(report.filters.whole.name)] if parts.own and report.filters.whole else []
    return [str(parts.name), str(report.filters.count.name), *whole, _("Share, %")]


def _share(n: int | None, whole: int | None) -> float | None:
    return round(100 * n / whole, 2) if whole and n is not None else None


def _safe(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULAS) else cell
