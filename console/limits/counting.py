"""Taking from a limit, once over all processes: each step is one statement, so that no two take the same."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F
from django.utils import timezone

from console.limits.models import Count
from console.pages.secrets import digest


class Limit(NamedTuple):
    """At most so many in so many seconds, which begin with the first."""

    most: int
    seconds: int


def take(who: str, limit: Limit) -> int:
    """Take one of what `limit` gives `who`. Returns 0 where one was left, else the seconds until there is."""
    now = timezone.now()
    running = Count.objects.filter(key=_key(who, limit), ends_at__gt=now)
    if running.filter(taken__lt=limit.most).update(taken=F("taken") + 1):
        return 0
    if ends_at := running.values_list("ends_at", flat=True).first():
        return math.ceil((ends_at - now).total_seconds())
    _begin(_key(who, limit), now, limit)
    return take(who, limit)


def give_back(who: str, limit: Limit) -> None:
    """Give back one that was taken."""
    Count.objects.filter(key=_key(who, limit), taken__gt=0).update(taken=F("taken") - 1)


def forgive(who: str, limit: Limit) -> None:
    """Give back all that was taken."""
    Count.objects.filter(key=_key(who, limit)).delete()


def _begin(key: str, now: datetime, limit: Limit) -> None:
    Count.objects.filter(key=key, ends_at__lte=now).delete()
    Count.objects.get_or_create(key=key, defaults={"ends_at": now + timedelta(seconds=limit.seconds)})


def _key(who: str, limit: Limit) -> str:
    return digest(f"{who} {limit.most}/{limit.seconds}")
