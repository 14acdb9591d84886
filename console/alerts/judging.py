"""Whether an alert is raised. Numbers in, a state out."""

from __future__ import annotations

from decimal import Decimal

from console.alerts.models import Asked, Kind, State
from console.alerts.readings import Reading

CLEARED_AT = Decimal("0.8")
"""The part of its limit that a number has to come down to: one that sways about the limit tells people once."""


def judged(asked: Asked, before: State, found: Reading) -> State:
    """What an alert says that said `before`; where there is nothing to judge by, what it said."""
    if found.value is None:
        return before
    if asked.kind == Kind.SILENT:
        return State.RAISED if found.value >= asked.hours else State.OK
    limit = asked.limit if before == State.OK else asked.limit * CLEARED_AT
    return State.RAISED if found.value > limit else State.OK
