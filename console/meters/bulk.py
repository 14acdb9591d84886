"""Many rows in one statement, for both engines: a source that stands where a table would, and its parameters.

PostgreSQL takes a list a column, SQLite all of them as one JSON text. Rows come in the order they were given, and so
are locked in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import connection

Columns = Mapping[str, str]
"""What PostgreSQL calls the type of each."""


def source(columns: Columns) -> str:
    """SQL for rows of these columns, as a table named `given`."""
    if connection.vendor == "postgresql":
        return f"unnest({', '.join(f'%s::{kind}[]' for kind in columns.values())}) AS given({', '.join(columns)})"
    picked = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate(columns))
    return f"(SELECT {picked} FROM json_each(%s)) AS given"


def parameters(columns: Columns, rows: Sequence[Sequence[Any]]) -> list[Any]:
    """What stands for the source's placeholders."""
    if connection.vendor == "postgresql":
        return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in columns]
    return [json.dumps(rows, default=_plain, separators=(",", ":"))]


def _plain(value: Any) -> Any:
    """A moment as Django keeps it in SQLite, which has no type for it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    raise TypeError(type(value))
