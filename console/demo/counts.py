"""What the shop's runtimes counted in the last weeks, made up the same each time but for the hour it is made at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.utils import timezone

from console.demo.shop import Table
from console.meters.models import Installation
from console.meters.services import MOST_SAMPLES, Sent, ingest
from console.organisations.actor import Actor
from veraz.meters import CAUSES

_HOURS = 33 * 24  # as far back as counts are taken in, and a day or two less
_WINDOW = timedelta(minutes=1)
_BUSY = (1, 1, 0, 0, 0, 1, 2, 4, 7, 9, 10, 9, 8, 9, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2)  # by hour of the day
_OUTCOMES = ("done", "done", "done", "failed", "refused", "pending_confirmation")
_WRONG = (0.030, 0.022, 0.012)  # of the sentences, by version: each was written to put fewer in the place of others
_INSTALLATIONS = (("web-1", 0, 0, 0), ("web-2", 0, 0, 0), ("kiosk", 1, 40, 3))
"""Each with how many versions it is behind, how much it dropped, and how many hours ago it was heard."""

Sample = dict[str, Any]


def count(by: Actor, tools: list[Table], live: int) -> None:
    """Send what was counted, as runtimes do; `live` is the version that is."""
    samples = list(_samples([tool["name"] for tool in tools if tool["write"]], live))
    for at in range(0, len(samples), MOST_SAMPLES):
        ingest(by, Sent(f"demo-{at}", _INSTALLATIONS[0][0], "0.1.0", live, samples[at : at + MOST_SAMPLES]))
    for name, behind, dropped, hours in _INSTALLATIONS:
        lost = {"spool_full": dropped} if dropped else {}
        ingest(by, Sent(f"demo-{name}", name, "0.1.0", live - behind, (), lost))
        heard = timezone.now() - timedelta(hours=hours)
        Installation.objects.filter(organisation=by.organisation, name=name).update(
            first_seen_at=heard, last_seen_at=heard
        )


def _samples(tools: list[str], live: int) -> Iterator[Sample]:
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    for ago in range(_HOURS, 0, -1):
        start = now - timedelta(hours=ago)
        version = min(live, 1 + (_HOURS - ago) * live // _HOURS)
        for (meter, labels), n in _hour(Random(ago), start, version, tools).items():
            named = {**dict(labels), "version": str(version)}
            end = start + _WINDOW
            yield {"start": start.isoformat(), "end": end.isoformat(), "meter": meter, "labels": named, "n": n}


def _hour(chance: Random, start: datetime, version: int, tools: list[str]) -> Counter[tuple[str, Any]]:
    """What is counted in an hour, by meter and labels."""
    found: Counter[tuple[str, Any]] = Counter()

    def add(meter: str, n: int = 1, **labels: str) -> None:
        found[meter, tuple(labels.items())] += n

    for language, often in (("en", 3), ("pt-BR", 2)):
        for _turn in range(chance.randint(0, often * _BUSY[start.hour])):
            how = chance.choices(("read", "model", "asked"), (10, 5, 1))[0]
            add("turns", how=how, language=language)
            if how == "asked":
                continue
            sentences = chance.randint(1, 6)
            add("replies.checked", language=language)
            add("sentences.read", sentences, language=language)
            tool, outcome = chance.choice(tools), chance.choice(_OUTCOMES)
            for _sentence in range(sentences):
                if chance.random() < _WRONG[min(version, len(_WRONG)) - 1]:
                    cause = chance.choices(CAUSES, (5, 2, 1))[0]
                    add("sentences.replaced", tool=tool, outcome=outcome, cause=cause, language=language)
            if chance.random() < 0.02:
                add("sentences.added", tool=tool, outcome=outcome, language=language)
            if chance.random() < 0.01:
                add("turns", how="template", language=language)
            if chance.random() < 0.01:
                add("rules.applied", rule=chance.choice(("personal_data", "offers")), language=language)
    return found
