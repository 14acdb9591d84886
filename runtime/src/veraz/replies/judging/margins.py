"""The margins by which what is only likely is decided, for each strictness, in one table.

``docs/accuracy.md`` has the curve they lie on: true sentences touched against false ones caught. A unit that evidence
speaks against by less than the margin is kept, and said to be undecided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from veraz.outcomes import Outcome
from veraz.replies.settings import Strictness
from veraz.replies.verdict import Cause

NEVER = float("inf")


class Margins(NamedTuple):
    """What decides what.

    :ivar told: what the bars by which a call is told are multiplied by (:data:`~.told_evidence.BARS`).
    :ivar effect: the evidence by which a state, told outright, is held to the one call that was not done that it speaks
        of, by how that call ended; an outcome that is not here is never held so.
    :ivar loose_acts: whether an act of the agent's own is false where only a verb of a like action links it to a tool
        that nothing called.
    :ivar yields: for which causes a claim that names nothing of the call it was held to, and what only another call has
        that bears it out, is taken to speak of that one.
    """

    told: float
    effect: Mapping[Outcome, float]
    loose_acts: bool
    yields: frozenset[Cause]


MARGINS: Mapping[Strictness, Margins] = {
    Strictness.GENTLE: Margins(0.8, {}, loose_acts=False, yields=frozenset((Cause.DISAGREES, Cause.NO_CALL))),
    Strictness.BALANCED: Margins(1.0, {}, loose_acts=False, yields=frozenset((Cause.DISAGREES,))),
    Strictness.STRICT: Margins(
        1.4,
        {Outcome.FAILED: 1.5, Outcome.REFUSED: 1.5, Outcome.PENDING: 2.0, Outcome.UNKNOWN: 2.0},
        loose_acts=True,
        yields=frozenset(),
    ),
}
