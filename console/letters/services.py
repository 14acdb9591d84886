"""Writing a letter."""

from __future__ import annotations

from console.letters import tasks
from console.letters.models import Letter
from console.tasks.queue import later


def write(to: str, subject: str, text: str) -> None:
    """Send a letter once the transaction is kept, and again until the mail server takes it, for most of a day."""
    letter = Letter.objects.create(to=to, subject=subject, text=text)
    later(tasks.send, letter.pk)
