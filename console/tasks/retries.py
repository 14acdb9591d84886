"""Attempts at rows that are `Retried`: who makes the next one, and when it is due."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import F, QuerySet
from django.utils import timezone

from console.tasks.models import Retried

R = TypeVar("R", bound=Retried)
LEASE = timedelta(minutes=2)
"""How long an attempt may take. After it another process takes the row: the first has died."""

MOST_AT_ONCE = 200
_HOPELESS = 100  # attempts: each ended without a word of how it went


def due(rows: QuerySet[R]) -> list[int]:
    """Which rows an attempt is due for, the longest due first; not those that every process dies of."""
    waiting = rows.filter(next_attempt_at__lte=timezone.now(), attempts__lt=_HOPELESS).order_by("next_attempt_at", "pk")
    return list(waiting.values_list("pk", flat=True)[:MOST_AT_ONCE])


def claimed(rows: QuerySet[R], pk: int) -> R | None:
    """Begin an attempt at the row, if one is due; of those who ask at the same time one gets it."""
    now = timezone.now()
    is_mine = rows.filter(pk=pk, next_attempt_at__lte=now).update(
        attempts=F("attempts") + 1, next_attempt_at=now + LEASE
    )
    return rows.get(pk=pk) if is_mine else None


def settle(rows: QuerySet[R], row: R, next_attempt_at: datetime | None, **result: object) -> bool:
    """Keep what came of the attempt that `claimed` began; False where it took too long and another began meanwhile."""
    mine = rows.filter(pk=row.pk, attempts=row.attempts)
    return bool(mine.update(next_attempt_at=next_attempt_at, **result))


def wait(attempts: int, waits: Sequence[timedelta]) -> timedelta | None:
    """How long to wait after that many attempts, give or take a tenth; None to give up."""
    if attempts > len(waits):
        return None
    return waits[attempts - 1] * random.uniform(0.9, 1.1)
