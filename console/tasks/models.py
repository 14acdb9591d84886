"""When periodic work is due next; and rows that are tried until it works."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class Due(models.Model):
    """Periodic work. Whoever moves `due_at` on does it; the others find that it is not due."""

    name = models.CharField(max_length=64, primary_key=True)
    due_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Retried(models.Model):
    """Something to be tried until it works or is given up; its schedule is here, so that no crash loses it.

    `attempts` counts those begun. Where `next_attempt_at` is empty, nothing is left to do.
    """

    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    next_attempt_at = models.DateTimeField(default=timezone.now, null=True, db_index=True, editable=False)

    class Meta:
        abstract = True
