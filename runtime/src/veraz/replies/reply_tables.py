"""Tables of a reply, and those that nothing is left of but their head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from veraz.replies.verdict import Action, UnitVerdict
from veraz.text.units import UnitKind

LEFT = (Action.KEEP, Action.REDACT)
"""What leaves a row in its table."""

_RULED = frozenset("|-: \t")
_HEAD = 2  # rows: the names of the columns, and the line under them


def by_table(reply: str, units: Iterable[UnitVerdict]) -> Iterator[list[UnitVerdict]]:
    """Yield the units in order, the rows of one table together and each other unit for itself."""
    table: list[UnitVerdict] = []
    for unit in units:
        if table and not _goes_on(reply, table[-1], unit):
            yield table
            table = []
        if unit.kind is UnitKind.ROW:
            table.append(unit)
        else:
            yield [unit]
    if table:
        yield table


def _goes_on(reply: str, row: UnitVerdict, unit: UnitVerdict) -> bool:
    """Tell whether ``unit`` is the next row of the table of ``row``: under it, in the same string of a JSON text."""
    gap = reply[row.end : unit.start]
    breaks = gap.count(r"\n" if unit.quoted else "\n")
    return unit.kind is UnitKind.ROW and breaks <= 1 and '"' not in gap


def without_bare_heads(reply: str, units: Sequence[UnitVerdict]) -> list[UnitVerdict]:
    """Return the verdicts on units, the heads of tables taken out from under which every row was."""
    if UnitKind.ROW not in [unit.kind for unit in units]:
        return list(units)
    return [unit for table in by_table(reply, units) for unit in _without_bare_head(table)]


def _without_bare_head(rows: list[UnitVerdict]) -> list[UnitVerdict]:
    head, body = rows[:_HEAD], rows[_HEAD:]
    if not body or not _RULED.issuperset(head[-1].text) or any(row.action in LEFT for row in body):
        return rows
    wrong = body[0]
    return [
        *(replace(row, action=Action.REMOVE, cause=wrong.cause, rule=wrong.rule, replacement="") for row in head),
        *body,
    ]
