"""The thread that does periodic work in a process that serves requests, where there is no broker."""

from __future__ import annotations

import threading
import time
from typing import Any

import structlog
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from console.tasks.periodic import next_due, run_due

log = structlog.get_logger("console.tasks")
LONGEST_SLEEP = 30.0  # seconds

_starting = threading.Lock()
_thread: threading.Thread | None = None


def start(**signal: Any) -> None:
    """Start the thread, where the settings ask for it and it does not run yet (as in a process just forked)."""
    global _thread
    if settings.TASKS != "threads" or (_thread and _thread.is_alive()):
        return
    with _starting:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_go, name="periodic tasks", daemon=True)
            _thread.start()


def _go() -> None:
    while True:
        close_old_connections()
        seconds = _round()
        close_old_connections()
        time.sleep(seconds)


def _round() -> float:
    """Do what is due. Returns the seconds until the next round."""
    try:
        run_due()
        following = next_due()
    except Exception:  # the database is away, say; the thread tries again for as long as the process lives
        log.exception("periodic tasks failed")
        return LONGEST_SLEEP
    seconds = (following - timezone.now()).total_seconds() if following else LONGEST_SLEEP
    return min(max(seconds, 1.0), LONGEST_SLEEP)
