"""Numbers, dates and codes that a unit tells outright and that nothing bears: no call, nor anything the person said.

"Load 18442 leaves by dock 14" may be held to nothing by its words alone. Where a call of this turn was done that the
unit shares words with, and neither the record nor the person has a 14, it can only be made up or mistaken. What may be
reckoned, rounded, meant roughly, or be a rule of the house is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record, Stance, When
from veraz.reading import Claim, UnitReading
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.evidence.call_contents import NUMBER
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.figure_words import FigureWords
from veraz.replies.judging.judgement import Judgement
from veraz.replies.judging.lookup_figures import makes
from veraz.replies.judging.value_support import word_before
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.late import late
from veraz.text.tokens import tokenize
from veraz.text.units import UnitKind
from veraz.values import Amount, Identifier, Support, Value
from veraz.values.numerals import read_digits
from veraz.vocabulary import Vocabulary

UNBORNE = NamedRule("unborne", "a number, date or code that no call and nothing the person said bears", "mentions")
_NUMBER = late(r"(?<![\w.,:/#+*-])\d{1,24}(?:[.,]\d{3}){0,4}(?![\w%:/°+]|[.,]\d|\s?%|-\w)")
_AFTER = late(r"\s{0,2}([^\W\d_]+)")
_HIDDEN = late(r"\*\*|•|=")
"""What is masked, or reckoned before one's eyes."""
_COUNTED = 3  # numbers up to it may count anything: "the three of them"
_MOST_ADDED = 64  # numbers of which sums are tried
_SHORTEST = 3  # letters of a word that a unit shares with a call


class Unborne(NamedTuple):
    """A stretch ``start`` to ``end`` of a unit's folded text that nothing bears."""

    start: int
    end: int


class UnborneValues:
    """Finds what the units of one reply state that nothing bears.

    :param said: what the person said, in this turn and before it; ``None`` where nobody knows, and nothing is held.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        record: Record,
        evidence: CallEvidence,
        words: FigureWords,
        is_function: Callable[[str], bool],
        said: str | None,
    ) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self._words = words
        self._is_function = is_function
        self._said = None if said is None else fold(said)

    def may_stand(self, unit: UnitReading) -> bool:
        """Tell whether a unit may state such a value: it has digits, asks for nothing, and a call of the turn ran."""
        if self._said is None or unit.asks or unit.waits or unit.inquires or unit.unit.quoted or not self._done:
            return False
        stated = any(char.isdigit() for char in unit.folded)
        return stated and unit.unit.kind not in (UnitKind.CODE, UnitKind.HEADING) and not _HIDDEN.search(unit.folded)

    def find(
        self, unit: UnitReading, clauses: Clauses, values: Sequence[Value], judgements: Sequence[Judgement]
    ) -> Judgement | None:
        """Return a unit held for the first value it tells that nothing bears, by the call that it speaks of."""
        stretch = next(self._unborne(unit, clauses, values), None)
        call = self._spoken_of(clauses, judgements) if stretch else None
        if stretch is None or call is None:
            return None
        claim = Claim.of_stretch(*stretch, Stance.MENTION, UNBORNE.name)
        return Judgement(claim, self._vocabulary.tool(call.tool), call, Cause.VALUE)

    def _unborne(self, unit: UnitReading, clauses: Clauses, values: Sequence[Value]) -> Iterator[Unborne]:
        spans, text = clauses.analysis.tokens.spans, unit.folded
        told = [span for span, each in zip(spans, clauses.polarity, strict=True) if each is Polarity.TOLD]
        for value in values:
            if _within(value.start, told) and self._is_strange(value, text):
                yield Unborne(value.start, value.end)
        for found in _NUMBER.finditer(text, unit.unit.body - unit.unit.start):
            stated = any(value.start <= found.start() < value.end for value in values)
            if not stated and _within(found.start(), told) and self._is_strange_number(found):
                yield Unborne(*found.span())

    def _is_strange(self, value: Value, text: str) -> bool:
        """Tell whether a date, a time or a code is none of the record's; an amount may be reckoned from anything."""
        if isinstance(value, Amount) or self._is_said(text[value.start : value.end]):
            return False
        if isinstance(value, Identifier):
            return self._evidence.by_any.holds(value) is not Support.CARRIED
        part = value.day if value.dated else value.time and value.time.hour
        whole = not value.dated or None not in (value.day, value.month)
        if value.relative or not whole or self._is_dating(word_before(text, value.start)) or self._is_said(str(part)):
            return False
        return self._evidence.by_any.holds(value) is Support.CONTRADICTED

    def _is_strange_number(self, found: re.Match[str]) -> bool:
        """Tell whether a number is none of the record's, nor a sum, a difference or a product of some."""
        number = read_digits(found[0])
        after = _AFTER.match(found.string, found.end())
        before = word_before(found.string, found.start())
        if number is None or number <= _COUNTED or number != int(number) or self._is_said(found[0]):
            return False
        if (after and after[1] in self._words.spans) or self._is_dating(before):
            return False
        return number not in self._numbers and not makes(number, self._added) and not self._is_rounded(number)

    def _is_dating(self, word: str) -> bool:
        return word in self._words.dating or word in self._evidence.money.about

    def _is_rounded(self, number: Decimal) -> bool:
        return any(known != int(known) and abs(number - known) < 1 for known in self._added)

    def _is_said(self, part: str) -> bool:
        """Tell whether the person said it, in digits."""
        return bool(part) and re.search(rf"(?<!\d){re.escape(part)}(?!\d)", self._said or "") is not None

    @cached_property
    def _done(self) -> list[Call]:
        return [call for call in self._record.turn if call.outcome is Outcome.DONE]

    def _spoken_of(self, clauses: Clauses, judgements: Sequence[Judgement]) -> Call | None:
        """Return the call of this turn that a unit is held to, else the one it shares most words with; the latest."""
        held = [each.call for each in judgements if each.call.outcome is Outcome.DONE]
        if held:
            return held[-1] if held[-1].when is When.TURN else None
        said = {word for word in clauses.analysis.tokens.words if self._tells(word)}
        shared = [(len(said & self._words_of(call)), at, call) for at, call in enumerate(self._done)]
        most, _, call = max(shared, key=lambda each: each[:2])
        return call if most else None

    def _tells(self, word: str) -> bool:
        return len(word) >= _SHORTEST and not word[0].isdigit() and not self._is_function(word)

    def _words_of(self, call: Call) -> frozenset[str]:
        own = tokenize(fold(self._vocabulary.tool(call.tool).words)).words
        return self._evidence.words(call).union(own)

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        """The numbers of the record and of what the person said, and those that minor units stand for."""
        written = [*self._evidence.numbers_written, *NUMBER.findall(self._said or "")]
        parts = (part for text in written for part in (text, *re.split("[.,]", text)))
        numbers = {number for part in parts if (number := read_digits(part)) is not None}
        counts = {Decimal(len(self._record.of(tool))) for tool in {call.tool for call in self._record}}
        return frozenset(numbers | counts | {number / 100 for number in numbers})

    @cached_property
    def _added(self) -> list[Decimal]:
        return sorted(filter(None, self._numbers))[:_MOST_ADDED]


def _within(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)
