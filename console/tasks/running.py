"""How a task is run, whoever runs it: its failure is a line of the log."""

from __future__ import annotations

import structlog

from console.tasks.registry import Task

log = structlog.get_logger("console.tasks")


def run(task: Task, *ids: int) -> None:
    """Do the task. What it raises ends it and nothing else: what it left undone is in the database, and found again."""
    try:
        task(*ids)
    except Exception:  # whatever it is, the thread, worker or command goes on to its next task
        log.exception("task failed", task=task.name, ids=ids)
