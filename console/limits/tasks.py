"""Tidying."""

from __future__ import annotations

from django.utils import timezone

from console.limits.models import CacheEntry, Count
from console.tasks.registry import task


@task("limits.forget")
def forget() -> None:
    """Take away what has ended."""
    now = timezone.now()
    Count.objects.filter(ends_at__lt=now).delete()
    CacheEntry.objects.filter(expires__lt=now).delete()
