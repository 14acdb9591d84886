"""What many do at the same moment, each in a thread with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection, connections

_PATIENCE = 20  # seconds, until all are ready
_T = TypeVar("_T")


def at_once(acts: Sequence[Callable[[], _T]]) -> list[_T]:
    """Do all of them at once; returns what each comes to. Skips where the database is one that two cannot write to."""
    if connection.vendor == "sqlite" and connection.is_in_memory_db():  # type: ignore[attr-defined]
        pytest.skip("SQLite in memory cannot be written to by two")
    gate = Barrier(len(acts), timeout=_PATIENCE)

    def run(act: Callable[[], _T]) -> _T:
        gate.wait()
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))
