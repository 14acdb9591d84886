"""Reads of counts, which are kept by hours and days in UTC and told in days of the organisation's own zone.

Whatever is counted over a stretch of time is exact to the hour. So is each bar of a day, over at most SHORT days; over
more, those between the first and the last are days in UTC, which begin some hours off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from console.meters.models import Day, Hour, Installation, Series
from console.meters.sums import Stretch, Which, few, fewest, many, stretches
from console.organisations.models import Organisation
from console.tools.queries import Filters, tools_of
from veraz.meters import CONTEXT, METERS, OTHER, OVERFLOW, TURNS

SHORT = 31  # days

OTHERS = "…"
"""Stands for the tools that are not told apart; no label has such a value."""

Start = date | datetime
"""Where a day of the organisation's begins, or an hour, in UTC."""

_COLUMNS = {"how": "more", "rule": "more", "where": "more"}
"""Where a label stands that has no column of its name."""

_HEARD = (TURNS, "replies.checked")  # of which any runtime at work counts one
_ALL_DAYS = Stretch(Day, date.min, date.max)


@dataclass(frozen=True, slots=True)
class Question:
    """A meter over a stretch of time, from `begins` to before `ends`.

    :ivar labels: the values that are asked for, of labels that the meter carries.
    :ivar only: values of its own label (`how`, `rule` or `where`) that count; empty for any.
    """

    meter: str
    begins: datetime
    ends: datetime
    labels: Mapping[str, str] = field(default_factory=dict)
    only: Sequence[str] = ()


def total(organisation: Organisation, asked: Question) -> int:
    """What is counted in all."""
    return sum(_by(organisation, asked, ()).values())


def totals(organisation: Organisation, begins: datetime, ends: datetime) -> Counter[str]:
    """What each meter counts; those that count nothing are left out."""
    found: Counter[str] = Counter()
    for stretch in stretches(begins, ends):
        for meter, n in few(Which(organisation.pk, {}), stretch, ["meter"]):
            found[meter] += n
    return found


def parts(organisation: Organisation, asked: Question) -> dict[str, Counter[str]]:
    """What each value of each label counts, by label: a version is a text too, and «0» where none was live."""
    carried = (*METERS[asked.meter].labels, *CONTEXT)
    labels = [label for label in carried if label != "tool"]
    found: dict[str, Counter[str]] = {label: Counter() for label in carried}
    for values, n in _by(organisation, asked, labels).items():
        for label, value in zip(labels, values, strict=True):
            found[label][value] += n
    if "tool" in carried:
        found["tool"] = by_tool(organisation, asked)
    return found


def by_tool(organisation: Organisation, asked: Question) -> Counter[str]:
    """What each tool counts. It reads more rows than all else here, so ask it once."""
    which = replace(_which(organisation, asked), each_tool=True)
    if "tool" not in asked.labels and "version" not in asked.labels:
        return +Counter(dict(many(which, fewest(asked.begins, asked.ends), ["tool"])))
    found: Counter[str] = Counter()
    for stretch in stretches(asked.begins, asked.ends):
        for tool, n in few(which, stretch, ["tool"]):
            found[tool] += n
    return found


def bars(
    organisation: Organisation, asked: Question, *, hours: bool, by: str = "", apart: Sequence[str] = ()
) -> Counter[tuple[Start, str]]:
    """What is counted by start and value of the label `by`; the value is empty where there is no such label.

    :param hours: whether a bar is an hour; otherwise it is a day.
    :param apart: with `by` tool, those that have bars of their own; the others share OTHERS.
    """
    which = _which(organisation, asked)
    if by != "tool" or "tool" in asked.labels:
        return _bars(organisation, asked, which, by, hours=hours)
    named = replace(which, columns={**which.columns, "tool": apart})
    found = _bars(organisation, asked, named, "tool", hours=hours) if apart else Counter()
    others = _bars(organisation, asked, which, "", hours=hours)
    for (start, _tool), n in found.items():
        others[start, ""] -= n
    return found + Counter({(start, OTHERS): n for (start, _value), n in others.items()})


def heard(organisation: Organisation, asked: Question, *, hours: bool) -> set[Start]:
    """The hours or days in which any runtime counted a turn or a reply, whatever else is asked for."""
    found = _bars(organisation, asked, Which(organisation.pk, {"meter": _HEARD}), "", hours=hours)
    return {start for start, _value in found}


def by_version(organisation: Organisation, tool: str, outcome: str = "", language: str = "") -> dict[int, Counter[str]]:
    """What each meter ever counted of a tool, by the version of the phrasings; 0 where none was live."""
    asked = {"tool": tool, "outcome": outcome, "language": language}
    which = Which(organisation.pk, {label: [value] for label, value in asked.items() if value})
    found: dict[int, Counter[str]] = {}
    for version, meter, n in few(which, _ALL_DAYS, ["version", "meter"]):
        found.setdefault(version, Counter())[meter] += n
    return found


def versions(organisation: Organisation) -> list[int]:
    """The versions that anything was counted with, newest first."""
    found = Series.objects.filter(organisation=organisation, meter__in=_HEARD, version__gt=0)
    return list(found.order_by("-version").values_list("version", flat=True).distinct())


def tool_names(organisation: Organisation) -> list[str]:
    """The tools that counts can be of: those declared, by name, and the two that stand for others, where they do."""
    declared = list(tools_of(organisation, Filters()).values_list("name", flat=True))
    stand_in = [name for name in (OTHER, OVERFLOW) if _names(organisation, name)]
    return [*declared, *stand_in]


def installations(organisation: Organisation) -> QuerySet[Installation]:
    """The runtimes that were heard of, the last one first."""
    return Installation.objects.filter(organisation=organisation).order_by("-last_seen_at", "pk")


def _names(organisation: Organisation, tool: str) -> bool:
    with_tools = [name for name, meter in METERS.items() if "tool" in meter.labels]
    return Series.objects.filter(organisation=organisation, meter__in=with_tools, tool=tool).exists()


def _by(organisation: Organisation, asked: Question, labels: Sequence[str]) -> Counter[tuple[str, ...]]:
    """What is counted by the values of some labels."""
    found: Counter[tuple[str, ...]] = Counter()
    for stretch in stretches(asked.begins, asked.ends):
        for *values, n in few(_which(organisation, asked), stretch, list(map(_column, labels))):
            found[tuple(map(str, values))] += n
    return found


def _bars(
    organisation: Organisation, asked: Question, which: Which, by: str, *, hours: bool
) -> Counter[tuple[Start, str]]:
    is_short = asked.ends - asked.begins <= timedelta(days=SHORT, hours=1)  # with the hour by which clocks are set back
    by_hours = hours or is_short
    spans = [Stretch(Hour, asked.begins, asked.ends)] if by_hours else stretches(asked.begins, asked.ends)
    bar = _itself if hours else _days(organisation, asked, exact=is_short)
    found: Counter[tuple[Start, str]] = Counter()
    for stretch in spans:
        for start, *values, n in few(which, stretch, [_column(by)] if by else [], starts=True):
            found[bar(start), "".join(map(str, values))] += n
    return found


def _itself(start: Start) -> Start:
    return start


def _days(organisation: Organisation, asked: Question, *, exact: bool) -> Callable[[Start], date]:
    """Return what names the organisation's day of an hour or, where that is not exact, of a day in UTC.

    That is the day of the same name; what the first and the last have beyond it, in hours, is theirs.
    """
    zone = ZoneInfo(organisation.time_zone)
    if exact:
        return lru_cache(lambda hour: hour.astimezone(zone).date())
    first, after = asked.begins.astimezone(zone).date(), asked.ends.astimezone(zone)
    last = (after - timedelta(hours=1)).date()

    def day_of(start: Start) -> date:
        return min(max(start.date() if isinstance(start, datetime) else start, first), last)

    return day_of


def _which(organisation: Organisation, asked: Question) -> Which:
    columns: dict[str, Sequence[str | int]] = {"meter": [asked.meter]}
    if asked.only:
        columns["more"] = asked.only
    for label, value in asked.labels.items():
        columns[_column(label)] = [int(value) if label == "version" else value]
    return Which(organisation.pk, columns)


def _column(label: str) -> str:
    return _COLUMNS.get(label, label)
