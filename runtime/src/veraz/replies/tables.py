"""Tables that nothing is left of but their head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from veraz.replies.verdict import Action, UnitVerdict
from veraz.text.units import UnitKind

_RULED = frozenset("|-: \t")
_HEAD = 2  # rows: the names of the columns, and the line under them
_LEFT = (Action.KEEP, Action.REDACT)


def without_bare_heads(units: Sequence[UnitVerdict]) -> list[UnitVerdict]:
    """Return the verdicts on units, the heads of tables taken out from under which every row was."""
    if UnitKind.ROW not in [unit.kind for unit in units]:
        return list(units)
    return [each for is_row, group in groupby(units, _is_row) for each in (_table(list(group)) if is_row else group)]


def _is_row(unit: UnitVerdict) -> bool:
    return unit.kind is UnitKind.ROW


def _table(rows: Sequence[UnitVerdict]) -> Iterator[UnitVerdict]:
    head, body = rows[:_HEAD], rows[_HEAD:]
    has_head = len(head) == _HEAD and _RULED.issuperset(head[-1].text)
    if has_head and body and not any(row.action in _LEFT for row in body):
        wrong = body[0]
        head = [replace(row, action=Action.REMOVE, cause=wrong.cause, rule=wrong.rule, replacement="") for row in head]
    yield from (*head, *body)
