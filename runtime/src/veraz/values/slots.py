"""Which date or time of a call a sentence tells: "it falls due on the 5th" tells the field "due"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from veraz.text.late import late

_MOMENT = late(r"\d{4}-\d\d-\d\d|\d\d?:\d\d(?!\d)")
_WORD = late(r"\w+")
_CLAUSE_EDGE = late(r"[,:.](?!\d)|[;(—–|]")
_REACH = 48  # characters before a date in which what it is of is looked for


@dataclass(frozen=True)
class SlotWords:
    """A language's words for what a date is of.

    :ivar fields: phrase to the words of the names of the fields that it tells of.
    :ivar fillers: words that may stand between it and the date; ``apart`` ones by which another date is meant.
    :ivar owners: words that point at the thing at hand: "the", "it".
    """

    fields: Mapping[str, frozenset[str]]
    fillers: frozenset[str]
    apart: frozenset[str]
    owners: frozenset[str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> SlotWords:
        """Compile a language's table."""
        fields: dict[str, frozenset[str]] = {}
        for slot in table["of"]:
            for phrase in slot["told"]:
                fields[phrase] = fields.get(phrase, frozenset()) | frozenset(slot["fields"])
        return cls(fields, *(frozenset(table[key]) for key in ("fillers", "apart", "owners")))

    def may_stand_in(self, text: str) -> bool:
        """Tell whether a unit, folded, may tell what a date is of."""
        return self._phrase.search(text) is not None

    def told_before(self, text: str, at: int) -> tuple[frozenset[str], str]:
        """Return the words of field names that the words right before a date at ``at`` tell of, and their subject."""
        found = self._before.search(text, max(0, at - _REACH), at)
        if found is None or not self.apart.isdisjoint(_WORD.findall(text[:at])):
            return frozenset(), ""
        return self.fields[found[1]], _CLAUSE_EDGE.split(text[: found.start()])[-1].strip()

    def points(self, subject: str) -> bool:
        """Tell whether the subject of what was told of a date is none, or points at the thing at hand."""
        words = _WORD.findall(subject)
        return self.fillers.issuperset(words) or not self.owners.isdisjoint(words)

    @cached_property
    def _phrase(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{_any(self.fields)})(?!\w)")

    @cached_property
    def _before(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)({_any(self.fields)})(?:\W+(?:{_any(self.fillers)}))*\W*\Z")


def _any(phrases: Mapping[str, Any] | frozenset[str]) -> str:
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))


def dated_fields(value: Any) -> Iterator[str]:
    """Yield the names of the fields that hold a date or a time, however deep."""
    waiting: list[Any] = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            for name, held in each.items():
                if isinstance(held, str) and _MOMENT.match(held):
                    yield str(name)
                else:
                    waiting.append(held)
        elif isinstance(each, Sequence) and not isinstance(each, str):
            waiting += each
