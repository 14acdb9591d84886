"""Suggested phrasings and what became of each."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.organisations.models import Organisation
from phrasings.content import LANGUAGES, OUTCOMES, Key

LONGEST_REASON = 300


class State(models.TextChoices):
    """What became of a suggestion."""

    WAITING = "waiting", _("Waiting")
    ACCEPTED = "accepted", _("Accepted")
    REJECTED = "rejected", _("Rejected")


class Suggestion(models.Model):
    """A phrasing that could be written. Accepted, it becomes a draft; it is never published by itself."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="suggestions")
    tool = models.CharField(max_length=128)
    language = models.CharField(max_length=5)
    outcome = models.CharField(max_length=20)
    text = models.TextField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)  # why it was rejected
    digest = models.CharField(max_length=64)  # of the schema it was drafted from: a rejection stands while it does
    judge = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=254, blank=True)  # who accepted or rejected it, as they were called then
    drafted_at = models.DateTimeField(default=timezone.now)
    judged_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["tool", "language", "outcome"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["organisation", "tool", "language", "outcome"], name="one_suggestion_a_phrasing"
            ),
            models.CheckConstraint(condition=models.Q(state__in=State.values), name="suggestion_state_is_known"),
            models.CheckConstraint(condition=models.Q(language__in=LANGUAGES), name="suggested_language_is_written"),
            models.CheckConstraint(condition=models.Q(outcome__in=OUTCOMES), name="suggested_outcome_is_known"),
        ]

    def __str__(self) -> str:
        return str(self.key)

    @property
    def key(self) -> Key:
        """Where its phrasing would stand."""
        return Key(self.tool, self.language, self.outcome)
