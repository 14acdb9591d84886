"""What Django's check says of the settings of tasks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error

from console.tasks.queue import WAYS
from console.tasks.registry import known


def check_settings(**kwargs: Any) -> list[CheckMessage]:
    """TASKS is a way that is known, and PERIODIC names tasks that are."""
    names = {task.name for task in known()}
    unknown = sorted(set(settings.PERIODIC) - names)
    found: list[CheckMessage] = [
        Error(f"PERIODIC names {name}, which no app has.", id="tasks.E001") for name in unknown
    ]
    if settings.TASKS not in WAYS:
        found.append(Error(f"TASKS is {settings.TASKS!r}; it takes one of: {', '.join(WAYS)}.", id="tasks.E002"))
    return found
