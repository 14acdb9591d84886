"""The thread that does what was told later, one task after the other, where there is no broker."""

from __future__ import annotations

import threading
from queue import Full, Queue

import structlog
from django.db import close_old_connections

from console.tasks.registry import Task
from console.tasks.running import run

log = structlog.get_logger("console.tasks")
MOST_WAITING = 1000


class Worker:
    """A daemon thread that starts with its first task, and again in a process that was forked."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._waiting: Queue[tuple[Task, tuple[int, ...]]] = Queue(most_waiting)
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def put(self, task: Task, ids: tuple[int, ...]) -> None:
        """Do the task when it is its turn; one too many is left to be found in the database."""
        try:
            self._waiting.put_nowait((task, ids))
        except Full:
            log.warning("task left to the next round: too many wait", task=task.name, ids=ids)
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="tasks", daemon=True)
                self._thread.start()

    def finish(self) -> None:
        """Wait until nothing waits."""
        self._waiting.join()

    def _work(self) -> None:
        while True:
            task, ids = self._waiting.get()
            close_old_connections()
            run(task, *ids)
            close_old_connections()
            self._waiting.task_done()


_worker = Worker()


def put(task: Task, ids: tuple[int, ...]) -> None:
    """Give a task to this process's worker."""
    _worker.put(task, ids)
