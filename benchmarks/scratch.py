"""A database for one run of a benchmark: beside the one that `DATABASE_URL` names, or an SQLite file of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection


@contextmanager
def scratch_database() -> Iterator[None]:
    """Make it, use it, drop it."""
    if connection.vendor == "postgresql":
        before = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(before, verbosity=0)
        return
    with tempfile.TemporaryDirectory() as folder:
        connection.close()
        connection.settings_dict["NAME"] = str(Path(folder) / "bench.sqlite3")
        call_command("migrate", verbosity=0)
        yield
        connection.close()
