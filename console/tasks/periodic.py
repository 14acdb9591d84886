"""Periodic work: the tasks of the setting PERIODIC, each claimed by one process through its row.

Celery's beat, the thread of a serving process and `manage.py due` all come here; together they do no harm.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from console.tasks.models import Due
from console.tasks.registry import named
from console.tasks.running import run

LEASE = timedelta(minutes=10)
"""How long a run may take. After it another process begins anew: the first has died."""

_EARLY = timedelta(seconds=5)
_OFTEN = 60  # seconds: what is due at least that often shows soon whether anybody does periodic work
_BEHIND = timedelta(minutes=15)


def run_due() -> list[str]:
    """Do all that is due and nobody else is doing. Returns the names of what was done."""
    return [name for name in settings.PERIODIC if run_if_due(name)]


def run_if_due(name: str) -> bool:
    """Do the task of that name, if it is due and nobody else is doing it."""
    began = timezone.now()
    if not _claim(name, began):
        return False
    run(named(name))
    Due.objects.filter(name=name, due_at=began + LEASE).update(due_at=began + _every(name))
    return True


def next_due() -> datetime | None:
    """When something is due next; None where nothing was ever done."""
    return Due.objects.filter(name__in=settings.PERIODIC).order_by("due_at").values_list("due_at", flat=True).first()


def is_behind(now: datetime) -> bool:
    """Whether work that is due every minute was not done for a quarter of an hour, though it was before."""
    often = [name for name, seconds in settings.PERIODIC.items() if seconds <= _OFTEN]
    return Due.objects.filter(name__in=often, due_at__lt=now - _BEHIND).exists()


def _claim(name: str, now: datetime) -> bool:
    """Take it, a little early too: clocks that ring every minute do not ring to the millisecond."""
    Due.objects.get_or_create(name=name, defaults={"due_at": now})
    ripe = now + min(_EARLY, _every(name) / 10)
    return bool(Due.objects.filter(name=name, due_at__lte=ripe).update(due_at=now + LEASE))


def _every(name: str) -> timedelta:
    return timedelta(seconds=settings.PERIODIC[name])
