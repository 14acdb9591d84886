"""Counts in the database, which all processes share: each step is one statement, so that no two take the same."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from console.limits.models import Count


class InDatabase:
    """Counts that are rows."""

    def take(self, key: str, most: int, seconds: int) -> int:
        """Take one. Returns 0 where one was left, else the seconds until there is."""
        now = timezone.now()
        running = Count.objects.filter(key=key, ends_at__gt=now)
        if running.filter(taken__lt=most).update(taken=F("taken") + 1):
            return 0
        full = running.filter(taken__gte=most)  # one that another has just begun is not
        if ends_at := full.values_list("ends_at", flat=True).first():
            return math.ceil((ends_at - now).total_seconds())
        self._begin(key, now, seconds)
        return self.take(key, most, seconds)

    def give_back(self, key: str) -> None:
        """Give back one that was taken."""
        Count.objects.filter(key=key, taken__gt=0).update(taken=F("taken") - 1)

    def forgive(self, key: str) -> None:
        """Give back all that was taken."""
        Count.objects.filter(key=key).delete()

    def _begin(self, key: str, now: datetime, seconds: int) -> None:
        Count.objects.filter(key=key, ends_at__lte=now).delete()
        Count.objects.get_or_create(key=key, defaults={"ends_at": now + timedelta(seconds=seconds)})
