"""Letters to one person each."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from console.tasks.models import Retried


class Letter(Retried):
    """An e-mail. Its text is gone once it was sent or given up, and the rest a while after."""

    to = models.EmailField()
    subject = models.CharField(max_length=300)
    text = models.TextField()
    written_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-written_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"
