"""Counts as they came, their roll-ups, and who sent them. None of it holds text: see veraz.meters."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from console.organisations.models import Organisation

_NO_LABEL = ""
_UNCHECKED: dict[str, Any] = {"db_constraint": False, "db_index": False}
"""What rows in their millions refer to; the service that adds them knows that it is there, and looks it up elsewise."""

LONGEST_NAME = 128  # of a batch, an installation and a runtime


class Series(models.Model):
    """A meter with its labels. What it does not carry is empty; `version` 0 says that no version was live.

    `more` is the value of the one label that has no column of its own: `how`, `rule`, `where` or `reason`, by meter.
    A count that names a tool is added to three series, for what is asked most need not be added up of thousands: to its
    own; in hours and days also to that of every tool (`tool` is `*`); in months to that of every version (-1).
    """

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="series", db_index=False)
    meter = models.CharField(max_length=40)
    tool = models.CharField(max_length=128, default=_NO_LABEL)
    outcome = models.CharField(max_length=24, default=_NO_LABEL)
    cause = models.CharField(max_length=24, default=_NO_LABEL)
    language = models.CharField(max_length=24, default=_NO_LABEL)
    version = models.BigIntegerField(default=0)
    more = models.CharField(max_length=40, default=_NO_LABEL)

    class Meta:
        verbose_name_plural = "series"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["organisation", "meter", "tool", "outcome", "cause", "language", "version", "more"],
                name="a_series_is_one_row",
            )
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.meter, self.tool, self.outcome, self.cause, self.language, self.more)))


class Batch(models.Model):
    """What a runtime sealed and sends until it is taken in, whole or in parts; its row is the lock of its posts."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="batches", db_index=False)
    name = models.CharField(max_length=LONGEST_NAME)
    received_at = models.DateTimeField(default=timezone.now)  # its first post
    latest = models.DateTimeField(default=timezone.now, db_index=True)  # its last post, or a sample's start after that

    class Meta:
        verbose_name_plural = "batches"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "name"], name="a_batch_is_sealed_once")
        ]

    def __str__(self) -> str:
        return self.name


class Post(models.Model):
    """A post that was answered, so that the same one is answered the same."""

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="posts", db_index=False)
    digest = models.CharField(max_length=64)  # of all it says, the attempt and its time aside
    accepted = models.PositiveIntegerField()
    duplicates = models.PositiveIntegerField()
    rejected = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["batch", "digest"], name="a_post_is_answered_once")]

    def __str__(self) -> str:
        return self.digest


class Sample(models.Model):
    """A count of one window, as it was sent: kept so that it is never taken in twice.

    :ivar identity: of the meter and labels that were sent; several may be counted in one series.
    """

    pk = models.CompositePrimaryKey("batch", "start", "identity")
    batch = models.ForeignKey(Batch, models.CASCADE, related_name="samples", **_UNCHECKED)
    start = models.DateTimeField()
    identity = models.BigIntegerField()
    end = models.DateTimeField()
    series = models.ForeignKey(Series, models.CASCADE, related_name="+", **_UNCHECKED)
    n = models.BigIntegerField()
    late = models.BooleanField()
    future = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M} {self.n}"


class RollUp(models.Model):
    """What a series counted in a stretch of time; `start` is where it begins, in UTC."""

    pk = models.CompositePrimaryKey("organisation", "start", "series")
    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="+", **_UNCHECKED)
    series = models.ForeignKey(Series, models.CASCADE, related_name="+", **_UNCHECKED)
    n = models.BigIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.series_id}: {self.n}"


class Hour(RollUp):
    """An hour, in UTC."""

    start = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["series", "start"], name="hours_of_a_series")]


class Day(RollUp):
    """A day, in UTC."""

    start = models.DateField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["series", "start"], name="days_of_a_series")]


class Month(RollUp):
    """A month, in UTC, by its first day: what each tool counted, of every version together."""

    start = models.DateField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["series", "start"], name="months_of_a_series")]


class Installation(models.Model):
    """A runtime that has sent something; `version` is the one of the phrasings that it held, as far as it said."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="installations", db_index=False)
    name = models.CharField(max_length=LONGEST_NAME)
    runtime = models.CharField(max_length=LONGEST_NAME)
    version = models.BigIntegerField(null=True)
    first_seen_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)
    dropped = models.BigIntegerField(default=0)  # what it could not keep until it was sent

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "name"], name="an_installation_is_one_row")
        ]

    def __str__(self) -> str:
        return self.name
