"""What the overview tells of some days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from console.meters import found, queries
from console.meters.charts import length
from console.meters.filters import Filters
from console.meters.reading import DROPPED
from console.meters.report import Part, Report, report
from console.meters.spans import Span
from console.meters.words import ADDED, CHECKED, COUNTS, REPLACED, RULES, TEMPLATE, value_name
from console.organisations.models import Organisation
from veraz.meters import TURNS


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of some days.

    :ivar report: the sentences replaced.
    :ivar turns: by how they went; beside them, `composed` had a reply that was told by phrasings.
    :ivar rules: how often each reply rule was applied.
    :ivar dropped: what runtimes counted and could not keep until it was sent.
    """

    report: Report
    checked: int
    added: int
    turned: int
    turns: tuple[Part, ...]
    composed: int
    rules: tuple[Part, ...]
    dropped: int


def summary(organisation: Organisation, span: Span) -> Summary:
    """Sum up what was counted."""
    filters = Filters(REPLACED, span)
    totals = queries.totals(organisation, *span.hours)
    how, rules = found.parts(organisation, span, TURNS, "how"), found.parts(organisation, span, RULES, "rule")
    went = {name: how.get(name, 0) for name in COUNTS[TURNS].only}
    return Summary(
        report=report(filters, found.find(organisation, filters)),
        checked=totals[CHECKED],
        added=totals[ADDED],
        turned=sum(went.values()),
        turns=_parts("how", went),
        composed=how.get(TEMPLATE, 0),
        rules=_parts("rule", dict(sorted(rules.items(), key=lambda rule: (-rule[1], rule[0])))),
        dropped=totals[DROPPED],
    )


def _parts(label: str, counted: Mapping[str, int]) -> tuple[Part, ...]:
    most, whole = max(counted.values(), default=0), sum(counted.values())
    return tuple(Part(value, value_name(label, value), n, whole, length(n, most)) for value, n in counted.items())
