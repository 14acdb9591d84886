"""What the meters page shows, as a file for spreadsheets, written a line at a time."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from console.meters.report import Parts, Report
from console.meters.spans import Per, Start

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
    """The columns of time, or the parts by one label, as a file to save."""
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


def _columns(report: Report) -> Iterator[Line]:
    count, whole = report.filters.count, report.filters.whole
    groups = list(report.groups) if report.filters.by else []
    heads = [_("Hour") if report.filters.span.per is Per.HOUR else _("Day"), *groups, str(count.name)]
    yield [*heads, *([str(whole.name), _("Share, %")] if whole else [])]
    for row in report.rows:
        apart = row.parts if groups else ()
        yield [_start(row.start), *apart, row.total, *([row.whole, _share(row.total, row.whole)] if whole else [])]


def _parts(report: Report, label: str) -> Iterator[Line]:
    parts = next(parts for parts in report.parts if parts.label == label)
    yield _heads(report, parts)
    for part in parts.rows:
        yield [part.name, part.n, *([part.whole] if parts.own else []), _share(part.n, part.whole)]


def _heads(report: Report, parts: Parts) -> Line:
    whole = [str(report.filters.whole.name)] if parts.own and report.filters.whole else []
    return [str(parts.name), str(report.filters.count.name), *whole, _("Share, %")]


def _start(start: Start) -> str:
    return timezone.localtime(start).isoformat(timespec="minutes") if isinstance(start, datetime) else start.isoformat()


def _share(n: int | None, whole: int | None) -> float | None:
    return round(100 * n / whole, 2) if whole and n is not None else None


def _safe(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULAS) else cell
