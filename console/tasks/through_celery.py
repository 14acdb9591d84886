"""The two tasks that Celery knows: ours by their names, and periodic work. A worker imports this module."""

from __future__ import annotations

from console.celery import app
from console.tasks.periodic import run_if_due
from console.tasks.registry import named
from console.tasks.running import run


def _run(name: str, *ids: int) -> None:
    run(named(name), *ids)


def _periodic(name: str) -> None:
    run_if_due(name)


app.task(_run, name="run")
app.task(_periodic, name="periodic")
