"""Sending letters."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.core.mail import send_mail
from django.utils import timezone

from console.letters.models import Letter
from console.tasks import retries
from console.tasks.queue import later
from console.tasks.registry import task

log = structlog.get_logger("console.mail")
WAITS = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720)]
KEPT = timedelta(days=30)


@task("letters.send")
def send(pk: int) -> None:
    """Make one attempt at a letter, if one is due and nobody else is making it."""
    letter = retries.claimed(Letter.objects.all(), pk)
    if letter is None:
        return
    try:
        send_mail(letter.subject, letter.text, None, [letter.to])
    except (OSError, ValueError) as error:  # no connection, the server's answer, or an address that is none
        _failed(letter, error)
    else:
        _settle(letter, None, sent_at=timezone.now())


@task("letters.send_due")
def send_due() -> None:
    """Find the letters that an attempt is due for."""
    for pk in retries.due(Letter.objects.all()):
        later(send, pk)


@task("letters.forget")
def forget() -> None:
    """Take away letters that were sent or given up a while ago: they hold addresses."""
    Letter.objects.filter(next_attempt_at=None, written_at__lt=timezone.now() - KEPT).delete()


def _failed(letter: Letter, error: Exception) -> None:
    pause = retries.wait(letter.attempts, WAITS)
    log.warning("letter not sent", letter=letter.pk, error=type(error).__name__, given_up=pause is None)
    _settle(letter, timezone.now() + pause if pause else None)


def _settle(letter: Letter, next_attempt_at: datetime | None, **result: object) -> None:
    """Keep how it went; and what it says no longer than it may still be sent, since that may be a link to get in by."""
    text = letter.text if next_attempt_at else ""
    retries.settle(Letter.objects.all(), letter, next_attempt_at, text=text, **result)
