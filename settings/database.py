"""One address, two engines: SQLite in a file by default, PostgreSQL when `DATABASE_URL` names one."""

from __future__ import annotations

from typing import Any

import dj_database_url

# IMMEDIATE takes the write lock when a transaction begins: one that reads and then writes waits instead of failing.
_SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,  # seconds
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def database(url: str) -> dict[str, Any]:
    """Django's settings for the database at `url`."""
    config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {**_SQLITE, **config.get("OPTIONS", {})}
    return config
