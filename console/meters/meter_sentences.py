"""What the meters page says of what it shows."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from console.meters.filters import Filters
from console.meters.queries import SHORT
from console.meters.report import Report
from console.meters.spans import Per, Span
from console.meters.words import LABELS, value_name


def title(filters: Filters) -> str:
    """What is counted, in which bars, of which days."""
    per_hour = filters.span.per is Per.HOUR
    words = _("%(count)s by hour, %(days)s") if per_hour else _("%(count)s by day, %(days)s")
    return words % {"count": filters.count.name, "days": days(filters.span)}


def days(span: Span) -> str:
    """From which day to which."""
    first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in (span.first, span.last))
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


def described(report: Report) -> str:
    """What a chart shows, for who does not see it."""
    most = report.most
    if most is None:
        return _("Nothing was counted. The table has a line for each bar.")
    numbers = {"total": _number(report.total), "most": _number(most.total or 0), "when": most.name}
    return _("%(total)s in all, the most of them, %(most)s, in the bar %(when)s. The table has every number.") % numbers


def spelt_out(report: Report) -> str:
    """Every number of a chart that has no table, from the first bar to the last."""
    return "; ".join(
        f"{row.name}: {_('nothing heard') if row.total is None else _number(row.total)}" for row in report.rows[::-1]
    )


def narrowed(filters: Filters) -> list[tuple[str, str]]:
    """The labels that the count is narrowed by, and to what."""
    return [(str(LABELS[label]), value_name(label, value)) for label, value in filters.only.items()]


def notes(filters: Filters, total: int) -> Iterator[str]:
    """What a reader would otherwise get wrong."""
    for label in filters.passed_over:
        yield _("This is not counted by %(label)s, which is passed over.") % {"label": _label(label)}
    if total and filters.whole and filters.not_of_whole:
        labels = ", ".join(map(_label, filters.not_of_whole))
        whole = {"whole": filters.whole.name, "labels": labels}
        yield _("%(whole)s are not counted by %(labels)s: the share is of all of them.") % whole
    if filters.span.per is Per.DAY and filters.span.days > SHORT and not filters.span.is_by_utc:
        yield _("In a range of more than %(days)s days each bar is a day in UTC.") % {"days": SHORT}


def _label(label: str) -> str:
    return str(LABELS[label]).lower()


def _number(n: int) -> str:
    return number_format(n, force_grouping=True)
