"""What became of a call, what a sentence may say about it, and the record of both.

One table (:data:`ROWS`) states the seven outcomes; the check, the phrasings and ``docs/outcomes.md`` all read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from veraz.errors import RecordError


class Outcome(StrEnum):
    """What became of a call, from the tool check's answer and the call itself, never from what a model says."""

    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    PENDING = "pending_confirmation"
    UNKNOWN = "unknown"
    UNDONE = "undone"
    NOT_ATTEMPTED = "not_attempted"
    PENDING_CONFIRMATION = PENDING


class Stance(StrEnum):
    """What a stretch of a sentence does about an action."""

    DONE = "says_done"
    NOT_DONE = "says_not_done"
    PROMISE = "promises"
    ASK = "asks"
    UNKNOWN = "says_unknown"
    MENTION = "mentions"


class When(StrEnum):
    """Whether a call belongs to this turn or to an earlier one of the session."""

    TURN = "turn"
    SESSION = "session"


_Kind = TypeVar("_Kind", Outcome, When)


def member(kind: type[_Kind], value: Any, place: str) -> _Kind:
    """Return ``value`` as a member of ``kind``.

    :raises RecordError: naming ``place`` and what it takes.
    """
    try:
        return kind(value)
    except ValueError:
        raise RecordError(f"{place} is {value!r:.60}; it takes one of: {', '.join(kind)}") from None


class OutcomeRow(NamedTuple):
    """One row of the table of outcomes.

    :ivar allowed: the stances a claim about a call with this outcome may take.
    :ivar means: what the outcome means, by language code (``en``, ``pt-BR``).
    """

    outcome: Outcome
    allowed: frozenset[Stance]
    means: Mapping[str, str]


_SAFE = (Stance.ASK, Stance.UNKNOWN, Stance.MENTION)


def _row(outcome: Outcome, en: str, pt: str, *allowed: Stance) -> OutcomeRow:
    return OutcomeRow(outcome, frozenset(allowed + _SAFE), {"en": en, "pt-BR": pt})


ROWS: tuple[OutcomeRow, ...] = (
    _row(Outcome.DONE, "the call ran", "a chamada rodou", Stance.DONE),
    _row(Outcome.FAILED, "it was made and failed", "a chamada foi feita e falhou", Stance.NOT_DONE),
    _row(
        Outcome.REFUSED,
        "the tool check refused it; nothing ran",
        "a verificação de ferramentas recusou a chamada; nada rodou",
        Stance.NOT_DONE,
    ),
    _row(
        Outcome.PENDING,
        "it waits for the person's approval",
        "a chamada espera a aprovação da pessoa",
        Stance.NOT_DONE,
        Stance.PROMISE,
    ),
    _row(Outcome.UNKNOWN, "nobody knows yet whether it took effect", "ninguém sabe ainda se a chamada teve efeito"),
    _row(
        Outcome.UNDONE,
        "it ran and a failed run undid it",
        "a chamada rodou e uma execução que falhou a desfez",
        Stance.DONE,
        Stance.NOT_DONE,
    ),
    _row(
        Outcome.NOT_ATTEMPTED,
        "never made: skipped, cancelled, never asked for",
        "a chamada nunca foi feita: pulada, cancelada ou nunca pedida",
        Stance.NOT_DONE,
    ),
)

_ALLOWED = {row.outcome: row.allowed for row in ROWS}


def allows(outcome: Outcome, stance: Stance) -> bool:
    """Tell whether a claim with ``stance`` agrees with a call that had ``outcome``."""
    return stance in _ALLOWED[outcome]


@dataclass(frozen=True, slots=True)
class Call:
    """One attempt at a tool: what it was sent, what became of it, and what it returned.

    Outcome and when may be given as text, such as ``"done"`` and ``"session"``.

    :ivar arguments: what the call ran with, values filled in by rules included.
    :ivar reason: why it did not run or failed; a short code or text with no personal data.
    :ivar result: what the tool returned, as plain JSON values.
    :ivar id: the call's id where it came from, such as the model's.
    :raises RecordError: naming what is of another kind than it takes, or an outcome or a when that there is not.
    """

    tool: str
    arguments: Mapping[str, Any]
    outcome: Outcome
    reason: str | None = None
    result: Any = None
    when: When = When.TURN
    id: str | None = None

    if TYPE_CHECKING:  # what it is made of, beside what it has

        def __init__(
            self,
            tool: str,
            arguments: Mapping[str, Any],
            outcome: Outcome | str,
            reason: str | None = None,
            result: Any = None,
            when: When | str = When.TURN,
            id: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name, (kinds, takes) in _TAKES.items():
            if not isinstance(value := getattr(self, name), kinds):
                raise RecordError(f"a call's {name} is {type(value).__name__}; it takes {takes}")
        check_names(self.arguments, "a call's arguments")
        if type(self.outcome) is not Outcome:
            object.__setattr__(self, "outcome", member(Outcome, self.outcome, "a call's outcome"))
        if type(self.when) is not When:
            object.__setattr__(self, "when", member(When, self.when, "a call's when"))


def by_tool(calls: Iterable[Call]) -> dict[str, list[Call]]:
    """Return the calls of each tool, in order."""
    made: dict[str, list[Call]] = {}
    for call in calls:
        made.setdefault(call.tool, []).append(call)
    return made


_TAKES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "tool": ((str,), "the name of a tool"),
    "arguments": ((Mapping,), "a mapping from names to values"),
    "reason": ((str, NoneType), "text or None"),
    "id": ((str, NoneType), "text or None"),
}


def check_names(arguments: Mapping[Any, Any], place: str) -> None:
    """Raise :class:`RecordError` with ``place`` where an argument's name is no text."""
    odd = next((name for name in arguments if not isinstance(name, str)), None)
    if odd is not None:
        raise RecordError(f"{place} has a name that is {type(odd).__name__}; a name is text")


@dataclass(frozen=True, slots=True)
class Record:
    """The calls of a session, oldest first; this turn's calls are its tail.

    :ivar turn: this turn's calls, in the order they were made.
    """

    calls: Sequence[Call] = field(default_factory=tuple)
    turn: Sequence[Call] = field(init=False, repr=False, compare=False)
    _spoken_of: dict[str, list[Call]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        turn = [call for call in self.calls if call.when is When.TURN]
        object.__setattr__(self, "turn", turn)
        object.__setattr__(self, "_spoken_of", by_tool(self.calls) | by_tool(turn))

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)

    def of(self, tool: str) -> list[Call]:
        """The calls of ``tool`` a claim may speak of: this turn's, or where there is none the session's."""
        return self._spoken_of.get(tool, [])
