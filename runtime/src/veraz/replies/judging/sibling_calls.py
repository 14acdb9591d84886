"""Several calls of one tool told of each other's: values of two swapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Record, Stance, by_tool
from veraz.reading import Claim, UnitReading
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.evidence.arguments import leaves, text_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.vocabulary import Vocabulary

SWAPPED = NamedRule("swapped", "what another call of the same tool was sent, told of the one named", "mentions")

_FEWEST = 2  # calls of a tool
_MOST = 24  # calls of a tool beside each other; a unit that tells of more is a table's, told row by row
_LONGEST = 60  # characters of a text that may name a call
_NUMBER = re.compile(r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,9}){0,3}(?![\w])")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_JOINTS = str.maketrans("_-", "  ")


class _Mention(NamedTuple):
    """Where a unit says what one call of a tool alone was sent in one of its fields."""

    start: int
    end: int
    call: int
    field: str


class SiblingCalls:
    """Finds in units what is true of another call of the same tool than the one named."""

    def __init__(self, vocabulary: Vocabulary, record: Record, evidence: CallEvidence) -> None:
        self._vocabulary = vocabulary
        writes = [call for call in record.turn if evidence.is_write(call)]
        self._groups = [calls for calls in by_tool(writes).values() if _FEWEST <= len(calls) <= _MOST]
        self._owners = [_owners(calls) for calls in self._groups]

    @property
    def are_any(self) -> bool:
        """Whether a tool was called several times in this turn."""
        return bool(self._groups)

    def find(self, unit: UnitReading, clauses: Clauses) -> Judgement | None:
        """Return what a unit tells of one call that another of its tool was sent, if anything."""
        if unit.asks or unit.waits or unit.doubts or any(each is not Polarity.TOLD for each in clauses.polarity):
            return None
        for calls, owners in zip(self._groups, self._owners, strict=True):
            if swapped := _swapped(calls, owners, unit):
                claim = Claim.of_stretch(0, len(unit.folded), Stance.MENTION, SWAPPED.name)
                return Judgement(claim, self._vocabulary.tool(swapped.tool), swapped, Cause.VALUE)
        return None


_Owners = dict[str, tuple[int, str] | None]


def _owners(calls: Sequence[Call]) -> _Owners:
    """Return by what was sent, as it is told, the place of the one call that was sent it, and its field."""
    owners: _Owners = {}
    for at, call in enumerate(calls):
        for field, text in {(field, text) for field, value in call.arguments.items() if (text := _told(value))}:
            owners[text] = None if text in owners else (at, field)
    for at, call in enumerate(calls):
        for text in map(_told, leaves(call.result)):
            if (owner := owners.get(text)) and owner[0] != at:
                owners[text] = None  # the slot asked for by one was given to another
    return owners


def _told(value: object) -> str:
    """Return a value of a call as units say it; empty for one they hardly say."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = text_of(value)
    if isinstance(value, str):
        return fold(text).translate(_JOINTS) if 1 < len(text) <= _LONGEST else ""
    return _number(text)


def _number(text: str) -> str:
    """Return a number as all its spellings have it: "1.250,00", "1250" and "1250.0"."""
    if _THOUSANDS.fullmatch(text):
        return re.sub("[.,]", "", text)
    whole, _, rest = text.replace(",", ".").rpartition(".")
    whole = whole.replace(".", "") if whole else ""
    return text if not whole else f"{whole}.{rest}".rstrip("0").rstrip(".")


def _swapped(calls: Sequence[Call], owners: _Owners, unit: UnitReading) -> Call | None:
    """Return the call of which a unit states, right after its name, what another was sent: "ap-1 as a no-show"."""
    mentions = sorted(_mentions(owners, unit.folded))
    names = {mention.field for mention in mentions[::2]}
    values = {mention.field for mention in mentions[1::2]}
    if len(mentions) % 2 or len(names) != 1 or len(values) != 1 or names == values:
        return None  # it tells them in no order: "for the 8.5 and the 6"
    pairs = list(zip(mentions[::2], mentions[1::2], strict=True))
    if not all(name.call != value.call for name, value in pairs):
        return None
    return calls[pairs[0][0].call]


def _mentions(owners: _Owners, folded: str) -> Iterator[_Mention]:
    """Yield what a unit says that one call alone was sent; the longest where they overlap."""
    text = folded.translate(_JOINTS)
    numbers = [(found.start(), found.end(), _number(found[0])) for found in _NUMBER.finditer(text)]
    texts = [
        (found.start(), found.end(), part)
        for part in owners
        if part in text
        for found in re.finditer(rf"(?<![^\W_]){re.escape(part)}(?![^\W_]|[.,]\d)", text)
    ]
    found = sorted({*numbers, *texts}, key=lambda each: (each[0], -each[1]))
    kept = found[:1] + [after for before, after in pairwise(found) if after[0] >= before[1]]
    for start, end, part in kept:
        if owner := owners.get(part):
            yield _Mention(start, end, *owner)
