"""Which counts of a post are new, and adding them; all of it while the batch's row is locked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings

from console.meters import rows
from console.meters.models import Batch
from console.meters.reading import Count, Key, declared
from console.tools.queries import Filters, tools_of

MOST_SERIES = 2_000  # of a batch in a window; what comes beyond is counted together


class Fresh(NamedTuple):
    """A count that was never taken before, and the key it is kept under."""

    count: Count
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
    """Add the samples, and what they count: each to its own series and to the one of every tool."""
    series = _series(batch.organisation_id, {each.key for each in found})
    samples: list[rows.Row] = []
    counted: Counter[tuple[datetime, int]] = Counter()
    for (window, said, n, _drop), key in found:
        samples.append((window.start, said.identity, window.end, series[key][0], n, window.late, window.future))
        for each in series[key]:
            counted[window.hour, each] += n
    rows.add_samples(batch.pk, samples)
    rows.add_counts(batch.organisation_id, counted)


def _series(organisation: int, keys: set[Key]) -> dict[Key, list[int]]:
    wanted = {key: [key, *filter(None, [key.of_every_tool])] for key in keys}
    ids = rows.series_ids(organisation, {each for every in wanted.values() for each in every}, settings.MOST_SERIES)
    return {key: [ids[each] for each in every] for key, every in wanted.items()}
