"""Many rows in one statement, for both engines: whole numbers, truths, moments as `Texts` has them, and texts.

PostgreSQL takes new rows by COPY and others a list a column; SQLite takes all of them as one JSON text. Rows come in
the order they were given, and so are locked in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import connection

Columns = Mapping[str, str]
"""What PostgreSQL calls the type of each, by name."""


class Texts(dict[date, str]):
    """Moments as the database takes them in such rows, each written once."""

    def __missing__(self, moment: date) -> str:
        if connection.vendor == "postgresql" or not isinstance(moment, datetime):
            text = moment.isoformat()
        else:
            text = str(connection.ops.adapt_datetimefield_value(moment))
        self[moment] = text
        return text


def insert(table: str, columns: Columns, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows without texts; raises IntegrityError where one is there already."""
    names = ", ".join(map(connection.ops.quote_name, columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                line = "\t".join(["%s"] * len(columns)) + "\n"
                copy.write("".join([line % row for row in rows]))
        else:
            picked = ", ".join(map(connection.ops.quote_name, columns))
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {picked} FROM {source(columns)}", [json.dumps(list(rows))]
            )


def source(columns: Columns) -> str:
    """SQL for rows of these columns, as a table named `given`."""
    names = list(map(connection.ops.quote_name, columns))
    if connection.vendor == "postgresql":
        return f"unnest({', '.join(f'%s::{kind}[]' for kind in columns.values())}) AS given({', '.join(names)})"
    picked = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate(names))
    return f"(SELECT {picked} FROM json_each(%s)) AS given"


def parameters(columns: Columns, rows: Sequence[Sequence[Any]]) -> list[Any]:
    """What stands for the source's placeholders."""
    if connection.vendor != "postgresql":
        return [json.dumps(rows)]
    lists = zip(columns.values(), zip(*rows, strict=True), strict=True)
    return [list(values) if kind == "text" else f"{{{','.join(map(str, values))}}}" for kind, values in lists]
