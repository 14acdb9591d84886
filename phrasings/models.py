"""Versions, which never change; the pointer to the live one; and drafts."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

from console.organisations.models import Organisation
from phrasings.content import LANGUAGES, OUTCOMES, Content, Key, Texts, flat

LONGEST_NOTE = 300


class VersionsAreKept(TypeError):
    """Someone tried to change or delete a version."""


class KeptRows(models.QuerySet[Any]):
    """Rows that can be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise VersionsAreKept("A version never changes.")

    def delete(self) -> NoReturn:
        """Refused."""
        raise VersionsAreKept("A version is never deleted.")


class Kept(models.Model):
    """A row that is added and never changed."""

    objects: ClassVar[Any] = KeptRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row; one that was added is refused."""
        if not self._state.adding:
            raise VersionsAreKept("A version never changes.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise VersionsAreKept("A version is never deleted.")


class Version(Kept):
    """An organisation's whole set of phrasings, as it was published."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()  # from 1, one more each time
    content: models.JSONField[Content, Content] = models.JSONField()  # see content.py
    note = models.CharField(max_length=LONGEST_NOTE)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=254)  # as they were called then: an address, or a key by its prefix
    published_at = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.PositiveIntegerField()  # how many texts it changed
    restores = models.PositiveIntegerField(null=True)  # the number of the version whose content this one put back

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "number"], name="a_number_is_given_once"),
            models.CheckConstraint(condition=models.Q(restores__lt=models.F("number")), name="restores_an_older_one"),
        ]

    def __str__(self) -> str:
        return f"v{self.number}"


class VersionChange(Kept):
    """A phrasing that a version changed: what the history of one phrasing is read from."""

    version = models.ForeignKey(Version, models.PROTECT, related_name="changes")
    tool = models.CharField(max_length=128)
    language = models.CharField(max_length=5)
    outcome = models.CharField(max_length=20)
    before = models.TextField()
    after = models.TextField()  # empty where the version took the phrasing out

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["version", "tool", "language", "outcome"], name="a_version_changes_it_once")
        ]
        indexes: ClassVar = [models.Index(fields=["tool", "outcome", "version"], name="changes_of_a_phrasing")]


class Live(models.Model):
    """Which version is live, if any was published. Whoever publishes or drafts locks this row first."""

    organisation = models.OneToOneField(Organisation, models.CASCADE, primary_key=True, related_name="live")
    version = models.OneToOneField(Version, models.PROTECT, null=True, related_name="live_in")

    @property
    def number(self) -> int:
        """The live version's number; 0 before the first."""
        return self.version.number if self.version else 0

    @property
    def texts(self) -> Texts:
        """The live texts, by key."""
        return flat(self.version.content) if self.version else {}


class Draft(models.Model):
    """A text that waits to be published; an empty one waits to take the phrasing out."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="drafts")
    tool = models.CharField(max_length=128)
    language = models.CharField(max_length=5)
    outcome = models.CharField(max_length=20)
    text = models.TextField(blank=True)
    base = models.TextField(blank=True)  # the live text it was written over
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=254)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["organisation", "tool", "language", "outcome"], name="one_draft_a_phrasing"
            ),
            models.CheckConstraint(condition=models.Q(language__in=LANGUAGES), name="drafted_language_is_written"),
            models.CheckConstraint(condition=models.Q(outcome__in=OUTCOMES), name="drafted_outcome_is_known"),
        ]

    def __str__(self) -> str:
        return str(self.key)

    @property
    def key(self) -> Key:
        """Where it stands."""
        return Key(self.tool, self.language, self.outcome)
