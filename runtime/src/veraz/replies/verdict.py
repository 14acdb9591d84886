"""What the check made of a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    """Why a unit was replaced; a reply rule's cause is ``rule:NAME``, an untied act's ``untied``, as plain text."""

    DISAGREES = "disagrees"
    NO_CALL = "no_call"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class HeldClaim:
    """A claim as it was held: the tool it speaks of, what it does, and the outcome it was held to.

    :ivar call: the place of the call it was held to, in the record as it was given; ``None`` where there is no call.
    :ivar call_id: that call's own id, where it has one.
    :ivar because: the id of the rule by which it is taken otherwise than ``rule`` reads it (``regret``); else empty.
    """

    tool: str
    stance: Stance
    outcome: Outcome | None
    rule: str
    call: int | None = None
    call_id: str | None = None
    because: str = ""


@dataclass(frozen=True, slots=True)
class UnitVerdict:
    """One unit of the reply: its span and text as the model wrote it, and what became of it.

    :ivar cause: a :class:`Cause`, ``untied``, or ``rule:NAME``; ``None`` for a kept unit, unless it is flagged
        (``untied``).
    :ivar rule: the id of the language rule that read the deciding claim (``en.perfect``), or what a reply rule found
        (``never_say.2``, ``offers.discount``); ``None`` without either.
    :ivar replacement: what stands in its place; ``None`` for a kept unit, empty where it was taken out.
    :ivar quoted: whether it stands inside a string of a JSON text.
    :ivar language: the language it is in, where that is not the reply's: ``en``, ``es``, ``und-Cyrl``; else ``None``.
    :ivar undecided: for a kept unit, the rule that spoke against it by less than its margin (``effect``,
        ``loose_act``), or that took it to speak of another call (``yields``); else ``None``.
    :ivar unread: why nothing was read in it (``language``: no grammar reads the one it is in); else ``None``.
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
    quoted: bool = False
    language: str | None = None
    unread: str | None = None
    undecided: str | None = None


@dataclass(frozen=True, slots=True)
class Addition:
    """A write the reply left out, or several of one tool that ended alike, which one line tells.

    :ivar shown: whether it is told after the reply; ``replies.additions`` may keep it back.
    :ivar calls: the places of the calls it tells, in the record as it was given.
    """

    tool: str
    outcome: Outcome
    text: str
    shown: bool = True
    calls: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many calls it tells."""
        return max(1, len(self.calls))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the person reads, and why.

    :ivar text: what the person reads, additions included; in the mode ``watch`` the reply as it was written.
    :ivar counts: meter name to number, with no text: the closed list of meters.
    :ivar version: the phrasings version the turn was held with, where one is known.
    :ivar required: the sentences a reply rule added at the end.
    :ivar beside: those of the additions and required sentences that do not stand in ``text``, as it is JSON with no
        field for them: whoever reads the JSON shows them to the person.
    :ivar passed_over: how many calls of the record there were of each name that is none of the checker's tools.
    :ivar unread: why the reply was composed from phrasings instead of read (``too_long``, ``not_text``, ``language``);
        else ``None``.
    :ivar watched: in the mode ``watch``, what would have been shown; else ``None``. See :attr:`corrected`.
    """

    text: str
    units: tuple[UnitVerdict, ...] = ()
    added: tuple[Addition, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    version: int | None = None
    unread: str | None = None
    required: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    watched: str | None = None
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @property
    def corrected(self) -> str:
        """The reply as the check corrects it: what the person reads, or would read if it were not only watched."""
        return self.text if self.watched is None else self.watched

    @property
    def corrects(self) -> bool:
        """Whether :attr:`corrected` is anything but the reply as written."""
        told = sum(addition.shown for addition in self.added) + len(self.required)
        is_longer = self.unread is not None or told > len(self.beside)
        return is_longer or any(unit.action is not Action.KEEP for unit in self.units)

    @property
    def changed(self) -> bool:
        """Whether the person reads anything but the reply as written."""
        return self.corrects and self.watched is None

    def as_watched(self, reply: str) -> Verdict:
        """Return the verdict on ``reply`` where it is shown as it was written."""
        return replace(self, text=reply, watched=self.text)
