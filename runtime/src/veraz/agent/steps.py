"""What a turn did, step by step, for whoever looks after the agent."""

from __future__ import annotations

from dataclasses import dataclass

from veraz.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a turn did.

    :ivar name: ``question``, ``selector``, ``model N``, ``rewrite``, ``check`` or ``phrasings``; ``call N.M TOOL`` of
        one that was admitted, ``call TOOL`` of one that waited, ``undo TOOL``; ``journal`` where that was not written.
    :ivar outcome: what became of the call, where the step is one.
    :ivar note: why: a reason code or an error's name; never what anyone wrote.
    """

    name: str
    outcome: Outcome | None = None
    note: str | None = None
