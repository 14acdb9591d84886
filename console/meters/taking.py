"""Which counts of a post are new, and adding them; all of it while the batch's row is locked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.conf import settings

from console.meters import rows
from console.meters.models import Batch
from console.meters.reading import Count, Key, declared
from console.tools.queries import Filters, tools_of

MOST_SERIES = 2_000  # of a batch in a window; what comes beyond is counted together


class Fresh(NamedTuple):
    """A count that was never taken before, and the key it is kept under."""

    counted: Count
    key: Key


def fresh(batch: Batch, counts: Sequence[Count], *, is_new: bool) -> list[Fresh]:
    """Those that the batch does not hold, each once."""
    starts = [count.window.start for count in counts]
    held = set() if is_new or not starts else rows.held(batch, min(starts), max(starts))
    in_window: Counter[datetime] = Counter(start for start, _identity in held)
    tools = frozenset(tools_of(batch.organisation, Filters()).values_list("name", flat=True))
    found = []
    for count in counts:
        place = count.window.start, count.said.identity
        if place in held:
            continue
        held.add(place)
        in_window[count.window.start] += 1
        fits = in_window[count.window.start] <= MOST_SERIES
        found.append(Fresh(count, declared(count.said.key if fits else count.said.overflow, tools)))
    return found


def add(batch: Batch, found: Sequence[Fresh]) -> None:
    """Add the samples, and what they count to the roll-ups."""
    series = _series(batch.organisation_id, {each.key for each in found})
    samples: list[rows.Row] = []
    hours: Counter[tuple[datetime, int]] = Counter()
    months: Counter[tuple[date, int]] = Counter()
    for (window, said, n, _is_dropped), key in found:
        own, every_tool, every_version = series[key]
        samples.append((window.start, said.identity, window.end, own, n, window.late, window.future))
        hours[window.hour, own] += n
        if every_tool and every_version:
            hours[window.hour, every_tool] += n
            months[window.month, every_version] += n
    rows.add_samples(batch.pk, samples)
    rows.add_counts(batch.organisation_id, hours, months)


def _series(organisation: int, keys: set[Key]) -> dict[Key, tuple[int, int | None, int | None]]:
    """The series each key is counted in: its own, the one of every tool and the one of every version."""
    wanted = {key: (key, key.of_every_tool, key.of_every_version) for key in keys}
    ids = rows.series_ids(
        organisation, {each for every in wanted.values() for each in every if each}, settings.MOST_SERIES
    )
    return {key: (ids[key], tool and ids[tool], version and ids[version]) for key, tool, version in wanted.values()}
