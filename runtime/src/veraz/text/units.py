"""Units of a reply: sentences, list items, table rows, headings, code lines, as offsets that cover it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UnitKind(StrEnum):
    """What a unit is, by its layout."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    HEADING = "heading"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch ``text[start:end]`` of a reply that is kept or replaced as one.

    :ivar body: where the unit's own words start, after a bullet, a number, a quote or heading mark.
    """

    start: int
    end: int
    kind: UnitKind
    body: int
