"""For the console's benchmarks, imported before the console is: Django set up, and a database for one run.

The database stands beside the one that `DATABASE_URL` names, or is an SQLite file of its own.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.test")
django.setup()
gc.freeze()  # as the WSGI module does


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
        try:
            yield
        finally:
            connection.close()


def engine() -> str:
    """What is measured on: the database and its version."""
    return f"{connection.vendor} {'.'.join(map(str, connection.get_database_version()))}"
