"""What is known of letters."""

from __future__ import annotations

from console.letters.models import Letter


def undelivered() -> bool:
    """Whether a letter could not be sent, and is tried again."""
    return Letter.objects.filter(attempts__gt=0, next_attempt_at__isnull=False).exists()
