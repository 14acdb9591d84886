"""The table of what results look like, compiled: which fields and which texts tell what became of a call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from veraz.languages.tables import load_table
from veraz.outcomes import Outcome
from veraz.text.fold import fold


class Holds(StrEnum):
    """Where a row about a field holds."""

    ALWAYS = "always"
    FLAT = "flat"  # where no other field shows a thing
    ENVELOPE = "envelope"  # where the object tells of the call alone
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """What a field of an object tells.

    :ivar says: the values that tell it: those of a list, or a kind of them (``yes``, ``filled``, ``http`` …).
    :ivar means: the outcome; ``None`` where the value, an HTTP status, tells it.
    :ivar beside: names one of which must be filled too; ``having``, names that must be there.
    :ivar writes: where it holds for a call that may change something; ``reads``, for a look-up.
    """

    id: str
    names: tuple[str, ...]
    says: str | frozenset[str]
    means: Outcome | None
    reason: str | None
    beside: tuple[str, ...]
    having: tuple[str, ...]
    writes: Holds
    reads: Holds


@dataclass(frozen=True, slots=True)
class TextRow:
    """What a text tells.

    :ivar longest: characters of the longest text that is read so, where there is one.
    :ivar reads: whether it holds for a look-up too, which may bring back any text.
    """

    id: str
    pattern: re.Pattern[str]
    means: Outcome
    reason: str | None
    longest: int | None
    reads: bool


@dataclass(frozen=True, slots=True)
class Shapes:
    """The table. Its comments say what each list is for."""

    fields: tuple[FieldRow, ...]
    texts: tuple[TextRow, ...]
    envelope: frozenset[str]
    flat_names: frozenset[str]
    inside: tuple[str, ...]
    oks: tuple[str, ...]
    each: tuple[str, ...]
    attributes: tuple[str, ...]
    reasons: tuple[str, ...]
    codes: tuple[str, ...]
    not_alone: frozenset[str]
    in_doubt: frozenset[int]

    def of_status(self, status: int) -> Outcome | None:
        """Return what an HTTP status means; ``None`` for one of success."""
        if status in self.in_doubt:
            return Outcome.UNKNOWN
        return Outcome.FAILED if 400 <= status < 600 else None


def field_name(name: str) -> str:
    """Return a field's name as names are compared: ``statuscode`` for ``statusCode`` and ``status_code``."""
    return _SEAMS.sub("", name).lower()


def field_word(value: str | int) -> str:
    """Return a value as a row's words are compared: ``in_progress`` for «In progress» and «in-progress»."""
    return fold(value).strip().replace(" ", "_").replace("-", "_") if isinstance(value, str) else str(value)


_SEAMS = re.compile(r"[_\-. ]")


@cache
def shapes() -> Shapes:
    """Return the library's table."""
    table = load_table("records", "shapes")
    return Shapes(
        fields=tuple(map(_field_row, table["fields"])),
        texts=tuple(map(_text_row, table["texts"])),
        envelope=frozenset(table["envelope"]),
        flat_names=frozenset(table["flat_names"]),
        inside=tuple(table["inside"]),
        oks=tuple(table["oks"]),
        each=tuple(table["each"]),
        attributes=tuple(table["attributes"]),
        reasons=tuple(table["reasons"]),
        codes=tuple(table["codes"]),
        not_alone=frozenset(table["not_alone"]),
        in_doubt=frozenset(table["in_doubt"]),
    )


def _field_row(row: Mapping[str, Any]) -> FieldRow:
    says = row["says"]
    return FieldRow(
        row["id"],
        tuple(row["names"]),
        says if isinstance(says, str) else frozenset(map(field_word, says)),
        Outcome(row["means"]) if "means" in row else None,
        row.get("reason"),
        tuple(row.get("beside", ())),
        tuple(row.get("having", ())),
        Holds(row.get("writes", Holds.ALWAYS)),
        Holds(row.get("reads", Holds.NEVER)),
    )


def _text_row(row: Mapping[str, Any]) -> TextRow:
    return TextRow(
        row["id"],
        re.compile(row["pattern"], re.DOTALL),
        Outcome(row["means"]),
        row.get("reason"),
        row.get("longest"),
        row.get("reads") != Holds.NEVER,
    )
