"""What a report is made of, found in the database: a handful of questions, whatever is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from console.meters import queries
from console.meters.filters import Filters
from console.meters.models import Day
from console.meters.queries import Question
from console.meters.report import APART, Found
from console.meters.spans import Per, Span
from console.meters.words import Count
from console.organisations.models import Organisation


def find(organisation: Organisation, filters: Filters, *, bars: bool = True, parts: bool = True) -> Found:
    """Find what a report on these filters is made of; who needs only its bars, or only its parts, asks for those."""
    asked = _question(filters.count, filters.span, filters.only)
    whole = _question(filters.whole, filters.span, filters.only_of_whole) if filters.whole else None
    own = queries.parts(organisation, asked) if parts or filters.by == "tool" else {}
    found = Found({}, set(), own, {}, queries.parts(organisation, whole) if whole and parts else {})
    return _with_bars(organisation, filters, asked, whole, found) if bars else found


def _with_bars(
    organisation: Organisation, filters: Filters, asked: Question, whole: Question | None, found: Found
) -> Found:
    hours, by = filters.span.per is Per.HOUR, filters.by
    apart = _most(found.parts["tool"]) if by == "tool" else ()
    return replace(
        found,
        bars=queries.bars(organisation, asked, hours=hours, by=by, apart=apart),
        heard=queries.heard(organisation, asked, hours=hours),
        wholes=_by_start(queries.bars(organisation, whole, hours=hours)) if whole else {},
    )


def parts(organisation: Organisation, span: Span, meter: str, label: str) -> Mapping[str, int]:
    """What each value of a label counts of a meter."""
    return queries.parts(organisation, Question(meter, *span.hours))[label]


def known(organisation: Organisation) -> tuple[date, date] | None:
    """The first and the last day, in UTC, of which anything is known; None where nothing ever came."""
    days = Day.objects.filter(organisation=organisation).values_list("start", flat=True)
    first, last = days.order_by("start").first(), days.order_by("-start").first()
    return (first, last) if first and last else None


def _question(count: Count, span: Span, only: Mapping[str, str]) -> Question:
    return Question(count.meter, *span.hours, only, count.only)


def _most(tools: Mapping[str, int]) -> list[str]:
    """The tools that bars are told apart by: all, where they are few."""
    names = sorted(tools, key=lambda name: (-tools[name], name))
    return names if len(names) <= APART + 1 else names[:APART]


def _by_start(bars: Mapping[tuple[queries.Start, str], int]) -> dict[queries.Start, int]:
    found: Counter[queries.Start] = Counter()
    for (start, _value), n in bars.items():
        found[start] += n
    return found
