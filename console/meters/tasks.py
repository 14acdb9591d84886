"""Forgetting what is old."""

from __future__ import annotations

from django.utils import timezone

from console.meters import services
from console.tasks.registry import task


@task("meters.forget")
def forget() -> None:
    """Take away samples, hours and installations that are kept no longer."""
    services.forget_old(timezone.now())
