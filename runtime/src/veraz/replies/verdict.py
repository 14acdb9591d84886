"""What the check made of a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from veraz.outcomes import Outcome, Stance
from veraz.text.units import UnitKind


class Action(StrEnum):
    """What was done with a unit."""

    KEEP = "keep"
    REPLACE = "replace"
    REMOVE = "remove"
    REDACT = "redact"


class Cause(StrEnum):
    """Why a unit was not kept; a reply rule's cause is ``rule:NAME`` and stands as plain text."""

    DISAGREES = "disagrees"
    NO_CALL = "no_call"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class HeldClaim:
    """A claim as it was held: the tool it speaks of, what it does, and the outcome it was held to.

    :ivar call: the place of the call it was held to, in the record as it was given; ``None`` where there is no call.
    :ivar call_id: that call's own id, where it has one.
    """

    tool: str
    stance: Stance
    outcome: Outcome | None
    rule: str
    call: int | None = None
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class UnitVerdict:
    """One unit of the reply: its span and text as the model wrote it, and what became of it.

    :ivar cause: a :class:`Cause`, or ``rule:NAME``; ``None`` for a kept unit.
    :ivar rule: the id of the language rule that read the deciding claim (``en.perfect``), or what a reply rule found
        (``never_say.2``, ``offers.discount``); ``None`` without either.
    :ivar replacement: what stands in its place; ``None`` for a kept unit, empty where it was taken out.
    """

    start: int
    end: int
    text: str
    kind: UnitKind
    action: Action = Action.KEEP
    cause: str | None = None
    rule: str | None = None
    replacement: str | None = None
    claims: tuple[HeldClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class Addition:
    """A write the reply left out, told after it."""

    tool: str
    outcome: Outcome
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the person reads, and why.

    :ivar text: what the person reads, additions included.
    :ivar counts: meter name to number, with no text: the closed list of meters.
    :ivar version: the phrasings version the turn was held with, where one is known.
    :ivar required: the sentences a reply rule added at the end.
    :ivar passed_over: how many calls of the record there were of each name that is none of the checker's tools.
    :ivar unread: why the reply was composed from phrasings instead of read (``too_long``, ``not_text``); else ``None``.
    """

    text: str
    units: tuple[UnitVerdict, ...] = ()
    added: tuple[Addition, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    version: int | None = None
    unread: str | None = None
    required: tuple[str, ...] = ()
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @property
    def changed(self) -> bool:
        """Whether the person reads anything but the reply as written; a composed one is always another."""
        if self.unread is not None or self.added or self.required:
            return True
        return any(unit.action is not Action.KEEP for unit in self.units)
