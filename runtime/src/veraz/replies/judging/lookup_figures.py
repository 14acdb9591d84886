"""Figures of what a look-up returned, told with no act: "Stoner is due on September 12", "Your balance is $2,381.44".

A unit is held only where it is made of nothing else: every word before the figure, and those of its clause after it, is
a plain one, stands in the thing that it tells of, or is what a field of that thing is told with. Any other word may be
the reason for another figure: a policy, an offer, an option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import TypeGuard

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record, Stance, When
from veraz.reading import Claim, UnitReading
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.result_records import Field, Thing, own_names, stem
from veraz.replies.judging.figure_words import FigureWords
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.text.late import late
from veraz.text.tokens import stands_in
from veraz.text.units import LISTED
from veraz.tools import Toolset
from veraz.values import Amount, Identifier, Moment, Support, Value

_WORD = late(r"[^\W\d_]+")
_EDGE = late(r"[,;()—–!|]|\.(?=\s)")
_ARROW = late(r"→|[-=]>")
_RANGE = late(r"[-–]\Z")
_DASH = late(r"[-–]")
_NEAR = 1  # days from today that are told as such, and not roughly
FIGURE_TOLD = NamedRule("figure", "a figure that a look-up returned otherwise", "mentions")
FIGURE = FIGURE_TOLD.name
"""The rule of a claim that is held for its figure alone."""
_VAGUE = late(r"[~≈<>≤≥+±]")
_CENTS = 100
_TIMES = range(2, 13)
_MOST_ADDED = 64  # numbers of which sums are tried
_BESIDE = 2  # characters beside a figure in which a sign may make it a rough one


class LookupFigures:
    """Holds the figures that units tell of what the look-ups of one record returned."""

    def __init__(
        self,
        toolset: Toolset,
        words: FigureWords,
        record: Record,
        carried: CallEvidence,
        gist: Gist,
        now: datetime | None,
    ) -> None:
        self._toolset = toolset
        self._words = words
        self._record = record
        self._carried = carried
        self._now = now
        self._gist = gist

    def beside(
        self, unit: UnitReading, held: list[Judgement], values_of: Callable[[UnitReading], Sequence[Value]]
    ) -> list[Judgement]:
        """Return what was held of a unit and, where no act answers for it, a figure that a look-up contradicts."""
        if not unit.asserts or not unit.stated or any(each.cause or _is_of_act(each) for each in held):
            return held
        if not self._looked or _ARROW.search(unit.folded) or (self._gist.changes and unit.unit.kind in LISTED):
            return held
        misread = self._misread(unit, values_of(unit))
        return [*(each for each in held if not each.writes), misread] if misread else held

    def _misread(self, unit: UnitReading, values: Sequence[Value]) -> Judgement | None:
        """Return a unit held for a value that contradicts what the one thing it tells of has."""
        told = [value for value in values if _is_told_alone(value, unit.folded)]
        text = _without(unit.folded, [value for value in told if not _is_month(value)])
        figures = [value for value in told if not _is_month(value)] or told
        around = [(value, _words_around(unit, text, value)) for value in figures]
        around = [(value, words) for value, words in around if all(map(self._may_be_told, words))]
        named = self._named(text) if around else ()
        for value, words in around if len(named) <= 1 else ():
            thing = named[0] if named else self._only(words, value)
            if (
                thing
                and all(self._is_of(thing, word, value) for word in words)
                and not self._is_of_then(thing, value, told)
            ):
                fields = self._told(thing, words, value)
                if unit.unit.kind in LISTED:
                    if any(self._is_beside(thing, value, each) for each in told):
                        continue  # "Tuesday → Friday"
                    fields = fields or self._alone(thing, value)
                if self._contradicts(thing, fields, value, unit.folded, swapped=bool(named)):
                    return self._held(thing, value)
        return None

    def _may_be_told(self, word: str) -> bool:
        return word in self._words.plain or word in self._words.fields or stem(word) in self._known

    def _held(self, thing: Thing, value: Value) -> Judgement:
        claim = Claim.of_stretch(value.start, value.end, Stance.MENTION, FIGURE)
        call = self._call_of(thing)
        return Judgement(claim, self._toolset[call.tool], call, Cause.VALUE)

    @cached_property
    def _looked(self) -> list[Call]:
        """The look-ups since which nothing was changed."""
        return [call for call in self._carried.untouched if call.outcome is Outcome.DONE and call.result is not None]

    @cached_property
    def _things(self) -> list[Thing]:
        """What they returned, one of each; the latest look-up answers for it."""
        return list(
            {each.written: each for call in self._looked for each in self._carried.returned(call).things}.values()
        )

    def _call_of(self, thing: Thing) -> Call:
        return next(call for call in reversed(self._looked) if thing in self._carried.returned(call).things)

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every word that may stand beside a figure of theirs."""
        tools = (stem(word) for call in self._looked for word in self._toolset[call.tool].words.split())
        return frozenset(tools).union(*(self._carried.returned(call).told_of for call in self._looked))

    @cached_property
    def _numbers(self) -> list[Decimal]:
        """Every number that the things have, whatever their fields are called."""
        numbers = {field.number for thing in self._things for field in thing.fields if field.number}
        return [abs(Decimal(str(number))) for number in sorted(numbers)[:_MOST_ADDED]]

    @cached_property
    def _names(self) -> Mapping[str, Thing]:
        plain = self._words.plain
        return {name: thing for name, thing in own_names(self._things).items() if name not in plain}

    def _named(self, text: str) -> list[Thing]:
        """Return the things that a text names by what only they have."""
        words = set(_WORD.findall(text))
        found = {
            id(thing): thing
            for name, thing in self._names.items()
            if (name in words if name.isalpha() else name in text and stands_in(name, text))
        }
        return list(found.values())

    def _only(self, words: Sequence[str], value: Value) -> Thing | None:
        """Return the one thing of this turn with a field that the words tell, where no other has one."""
        found = [thing for thing in self._things if self._told(thing, words, value)]
        return found[0] if len(found) == 1 and self._call_of(found[0]).when is When.TURN else None

    def _told(self, thing: Thing, words: Sequence[str], value: Value) -> list[Field]:
        """Return the fields of ``thing`` that hold values of the kind of ``value``, and are told with ``words``."""
        telling = [word for word in words if word not in self._words.plain]
        return [
            field
            for field in thing.fields
            if any(self._words.tells(word, field) for word in telling) and self._is_alike(field, value)
        ]

    def _is_alike(self, field: Field, value: Value) -> bool:
        """Tell whether a field holds what ``value`` may be compared with."""
        if isinstance(value, Amount):
            return field.is_counted
        return isinstance(field.value, str) and self._carried.of(field.value).holds(value) is not Support.ABSENT

    def _alone(self, thing: Thing, value: Value) -> list[Field]:
        """Return the one field of ``thing`` with values of the kind of ``value``, if there is but one."""
        found = [field for field in thing.fields if self._is_alike(field, value)]
        return found if len(found) == 1 else []

    def _is_beside(self, thing: Thing, value: Value, other: Value) -> bool:
        """Tell whether ``other``, of the sort of ``value``, is one that ``thing`` has."""
        return _sort(other) == _sort(value) and self._carried.of(thing.holds).holds(other) is Support.CARRIED

    def _is_of_then(self, thing: Thing, value: Value, told: Sequence[Amount | Moment]) -> bool:
        """Tell whether an amount is told of another day than any the thing has: "it was $30 in February"."""
        days = [each for each in told if isinstance(each, Moment) and isinstance(value, Amount)]
        own = self._carried.of(thing.holds)
        return any(own.holds(day) is not Support.CARRIED and not self._is_made(day) for day in days)

    def _contradicts(
        self, thing: Thing, fields: Sequence[Field], value: Amount | Moment, text: str, *, swapped: bool
    ) -> bool:
        """Tell whether ``value``, told of ``fields`` of a thing, or of any where there are none, is not the thing's.

        :param swapped: whether another thing's value may be told of it by mistake; else what any call carries stands.
        """
        own = self._carried.of(thing.holds)
        if own.holds(value) is Support.CARRIED or self._is_made(value) or _VAGUE.search(_beside(text, value)):
            return False
        if isinstance(value, Amount):
            if not self._carried.by_any.has_currency(value):
                return False  # it may have been converted
            numbers = [field.number for field in fields or thing.fields if field.number is not None]
            if any(_is_rounded(value, number) for number in numbers):
                return False
        elif thing.is_zoned:
            return False  # the person may be told it in another zone
        if self._carried.by_any.holds(value) is Support.CARRIED:
            return swapped and bool(fields) and self._carried.asked.holds(value) is not Support.CARRIED
        return bool(fields) or own.holds(value) is Support.CONTRADICTED

    def _is_made(self, value: Amount | Moment) -> bool:
        """Tell whether a value may be made of what the calls carry; today is known to all."""
        if isinstance(value, Moment):
            return bool(self._now and value.dated and value.resolve(self._now) == self._now.date())
        by_any, told = self._carried.by_any, abs(value.value)
        in_cents = value._replace(value=value.value * _CENTS)
        return by_any.derives(value) or by_any.holds(in_cents) is Support.CARRIED or makes(told, self._numbers)

    def _is_of(self, thing: Thing, word: str, value: Value) -> bool:
        """Tell whether a word says nothing but what ``thing`` is and has; beside "plus", an amount may be a sum."""
        if isinstance(value, Amount) and word in self._words.adding:
            return False
        if word in self._words.plain or stem(word) in thing.words:
            return True
        if stem(word) in map(stem, self._toolset[self._call_of(thing).tool].words.split()):
            return True
        return any(self._words.tells(word, field) for field in thing.fields)


def makes(told: Decimal, numbers: Sequence[Decimal]) -> bool:
    """Tell whether an amount is a sum, a difference or a product of two of some numbers."""
    known = set(numbers)
    for number in numbers:
        if told - number in known or told + number in known or (told / number in known and number != 1):
            return True
        if any(told in (number * times, round(number / times, 2)) for times in _TIMES):
            return True
    return False


def _is_of_act(held: Judgement) -> bool:
    return held.writes and held.call.outcome is not Outcome.NOT_ATTEMPTED


def _is_told_alone(value: Value, text: str) -> TypeGuard[Amount | Moment]:
    """Tell whether a value is an amount, a date or a time; not the end of a range, nor "in two weeks"."""
    if isinstance(value, Identifier) or _RANGE.search(text[: value.start]) or _DASH.match(text, value.end):
        return False
    return isinstance(value, Amount) or value.shift is None or abs(value.shift) <= _NEAR


def _is_month(value: Value) -> bool:
    """Tell whether a value is a month alone, which may name a thing: "the bill of June"."""
    return isinstance(value, Moment) and value.month is not None and value.day is None


def _sort(value: Value) -> str:
    if isinstance(value, Moment):
        return "date" if value.dated else "time"
    return "amount" if isinstance(value, Amount) else "identifier"


def _without(text: str, values: Sequence[Value]) -> str:
    """Return a text with blanks for its values."""
    for each in values:
        text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
    return text


def _beside(text: str, value: Value) -> str:
    return text[max(0, value.start - _BESIDE) : value.start] + text[value.end : value.end + _BESIDE]


def _words_around(unit: UnitReading, text: str, value: Value) -> list[str]:
    """Return the words of a unit, whose values are blank in ``text``, up to a value, and those after in its clause."""
    edge = None if unit.unit.kind in LISTED else _EDGE.search(text, value.end)
    return _WORD.findall(text, unit.unit.body - unit.unit.start, edge.start() if edge else len(text))


def _is_rounded(value: Amount, number: float) -> bool:
    """Tell whether an amount may be ``number`` in round figures."""
    told, place = abs(value.value), 1
    if told != int(told):
        return False
    while told and told % (place * 10) == 0:
        place *= 10
    return abs(float(told) - abs(number)) < place
