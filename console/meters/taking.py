"""Which counts of a post are new, and adding them; all of it while the batch's row is locked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date, datetime

from django.conf import settings

from console.meters import rows
from console.meters.models import Batch
from console.meters.reading import Count, Key, declared
from console.tools.queries import Filters, tools_of

MOST_SERIES = 2_000  # of a batch in a window; what comes beyond is counted together


Fresh = tuple[Count, Key]
"""A count that was never taken before, and the key it is kept under."""


def fresh(batch: Batch, counts: Sequence[Count], *, is_new: bool) -> list[Fresh]:
    """Those that the batch does not hold, each once."""
    in_window: dict[datetime, set[int]] = defaultdict(set)
    if counts and not is_new:
        starts = [count.window.start for count in counts]
        for start, identity in rows.held(batch, min(starts), max(starts)):
            in_window[start].add(identity)
    tools = frozenset(tools_of(batch.organisation, Filters()).values_list("name", flat=True))
    found = []
    for count in counts:
        window, said, _n, _is_dropped = count
        known = in_window[window.start]
        if said.identity in known:
            continue
        known.add(said.identity)
        found.append((count, declared(said.key if len(known) <= MOST_SERIES else said.overflow, tools)))
    return found


def add(batch: Batch, found: Sequence[Fresh]) -> None:
    """Add the samples, and what they count to the roll-ups."""
    if not found:
        return
    series = _series(batch.organisation_id, {key for _count, key in found})
    rows.add_samples(
        batch.pk, ((window, said.identity, series[key][0], n) for (window, said, n, _is_dropped), key in found)
    )
    counted = _added_up(found)
    hours: Counter[tuple[datetime, int]] = Counter()
    months: Counter[tuple[date, int]] = Counter()
    for (hour, month, key), n in counted.items():
        own, every_tool, every_version = series[key]
        hours[hour, own] += n
        if every_tool and every_version:
            hours[hour, every_tool] += n
            months[month, every_version] += n
    rows.add_counts(batch.organisation_id, hours, months)


def _added_up(found: Sequence[Fresh]) -> dict[tuple[datetime, date, Key], int]:
    """How much each key counts in an hour: as many windows have the same, far less than there are samples."""
    counted: dict[tuple[datetime, date, Key], int] = {}
    for (window, _said, n, _is_dropped), key in found:
        place = window.hour, window.month, key
        counted[place] = counted.get(place, 0) + n
    return counted


def _series(organisation: int, keys: set[Key]) -> dict[Key, tuple[int, int | None, int | None]]:
    """The series each key is counted in: its own, the one of every tool and the one of every version."""
    wanted = {key: (key, key.of_every_tool, key.of_every_version) for key in keys}
    ids = rows.series_ids(
        organisation, {each for every in wanted.values() for each in every if each}, settings.MOST_SERIES
    )
    return {key: (ids[key], tool and ids[tool], version and ids[version]) for key, tool, version in wanted.values()}
