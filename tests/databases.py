"""Empty databases for other processes, on either engine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

ENGINES = ("sqlite", "postgresql")
POSTGRESQL = os.environ.get("CHAOS_POSTGRESQL", "postgres://postgres@127.0.0.1:5432")


def database(engine: str, name: str, folder: Path) -> Iterator[str]:
    """Yield the address of an empty one, which is gone afterwards. Skips where its server is away, but in CI."""
    if engine == "sqlite":
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    name = f"veraz_{name}_{os.getpid()}"
    try:
        server = psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no PostgreSQL at {POSTGRESQL}: {error}")
    with closing(server):
        server.execute(f"DROP DATABASE IF EXISTS {name}")
        server.execute(f"CREATE DATABASE {name}")
        yield f"{POSTGRESQL}/{name}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
