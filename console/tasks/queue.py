"""`later`: a task for once the transaction is kept.

It is a hint, not a promise: a process may die before it is taken. What must happen is written in the database in the
transaction, and periodic work finds it there (see `retries`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

import structlog
from django.conf import settings
from django.db import transaction

from console.tasks.registry import Task
from console.tasks.running import run
from console.tasks.worker import put

log = structlog.get_logger("console.tasks")


def later(task: Task, *ids: int) -> None:
    """Do `task` once the transaction is kept; never where it is rolled back."""
    transaction.on_commit(partial(_send, task, ids))


@contextmanager
def at_once() -> Iterator[None]:
    """Do what is told later within the block here and now, in whichever way the settings choose."""
    token = _here.set(True)
    try:
        yield
    finally:
        _here.reset(token)


def _send(task: Task, ids: tuple[int, ...]) -> None:
    way = _here_and_now if _here.get() else WAYS[settings.TASKS]
    way(task, ids)


def _through_celery(task: Task, ids: tuple[int, ...]) -> None:
    from kombu.exceptions import OperationalError

    from console.celery import app  # as late as this, so that Celery is loaded only where a broker is set

    try:
        app.send_task("run", [task.name, *ids])
    except OperationalError as error:
        log.warning(
            "task left to the next round: the broker does not answer", task=task.name, error=type(error).__name__
        )


def _here_and_now(task: Task, ids: tuple[int, ...]) -> None:
    run(task, *ids)


def _in_test(task: Task, ids: tuple[int, ...]) -> None:
    task(*ids)


def _left(task: Task, ids: tuple[int, ...]) -> None:
    """Nothing: `manage.py due` finds it."""


_here: ContextVar[bool] = ContextVar("tasks_at_once", default=False)
WAYS: dict[str, Callable[[Task, tuple[int, ...]], None]] = {
    "celery": _through_celery,
    "threads": put,
    "command": _left,
    "at once": _in_test,
}
"""By the setting TASKS."""
