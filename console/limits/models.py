"""What was counted, and the table of Django's cache."""

from __future__ import annotations

from django.db import models


class Count(models.Model):
    """How much of a limit was taken; it begins anew once it has ended. The key is a digest: no address is kept."""

    key = models.CharField(max_length=64, primary_key=True)
    taken = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.taken} until {self.ends_at}"


class CacheEntry(models.Model):
    """A row of Django's cache in the database, as that reads and writes it: allauth counts there."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "cache entries"

    def __str__(self) -> str:
        return self.cache_key
