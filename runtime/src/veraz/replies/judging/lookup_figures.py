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
from veraz.languages.ordered_rules import OrderedRule, decided
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
_NEAR = 1  # days from today that are told as such, and not roughly: tomorrow; no line of the corpus hangs on it
FIGURE_TOLD = NamedRule("figure", "a figure that a look-up returned otherwise", "mentions")
FIGURE = FIGURE_TOLD.name
"""The rule of a claim that is held for its figure alone."""
_VAGUE = late(r"[~≈<>≤≥+±]")
_CENTS = 100
_TIMES = range(2, 13)  # how many of one a sum may be for: a year of months; the corpus needs no more than 6
_MOST_ADDED = 64  # numbers of which sums are tried, each with each; the corpus needs no more than 32
_BESIDE = (
    2  # characters beside a figure in which a sign may make it a rough one: “~ $45”; the corpus needs no more than 1
)

_Told = Amount | Moment


class LookupFigures:
    """Holds the figures that units tell of what the look-ups of one record returned."""

    def __init__(
        self,
        toolset: Toolset,
        words: FigureWords,
        record: Record,
        evidence: CallEvidence,
        gist: Gist,
        now: datetime | None,
    ) -> None:
        self._toolset = toolset
        self._words = words
        self._record = record
        self.evidence = evidence
        self._now = now
        self._gist = gist

    def beside(
        self, unit: UnitReading, judgements: list[Judgement], values_of: Callable[[UnitReading], Sequence[Value]]
    ) -> list[Judgement]:
        """Return the judgements of a unit and, where no act answers for it, of a figure that a look-up contradicts."""
        if not self._may_tell_figures(unit, judgements):
            return judgements
        misread = self._misread(unit, values_of(unit))
        return [*(each for each in judgements if not each.writes), misread] if misread else judgements

    def _may_tell_figures(self, unit: UnitReading, judgements: Sequence[Judgement]) -> bool:
        """Tell whether a unit may tell what a look-up returned, and nothing of an act, done or to come."""
        if not unit.asserts or not unit.stated or any(each.cause or _is_of_act(each) for each in judgements):
            return False
        is_of_change = self._gist.changes and unit.unit.kind in LISTED
        return bool(self._looked) and not is_of_change and not _ARROW.search(unit.folded)

    def _misread(self, unit: UnitReading, values: Sequence[Value]) -> Judgement | None:
        """Return the judgement of a value that contradicts what the one thing has that a unit tells of."""
        told = [value for value in values if _is_told_alone(value, unit.folded)]
        own = [value for value in told if not _is_month(value)]
        text = _without(unit.folded, own)
        plain = self._plainly_told(unit, text, own or told)
        named = self._named(text) if plain else []
        for value, words in plain if len(named) <= 1 else ():
            thing = named[0] if named else self._only(words, value)
            if thing and decided(FIGURES, _Figure(self, unit, told, value, words, thing, swapped=bool(named))):
                return self._misjudged(thing, value)
        return None

    def _plainly_told(self, unit: UnitReading, text: str, values: Sequence[_Told]) -> list[tuple[_Told, list[str]]]:
        """Return those of some values around which every word may stand beside a figure, each with these words."""
        around = ((value, _words_around(unit, text, value)) for value in values)
        return [(value, words) for value, words in around if all(map(self._may_be_told, words))]

    def _may_be_told(self, word: str) -> bool:
        return word in self._words.plain or word in self._words.fields or stem(word) in self._known

    def _misjudged(self, thing: Thing, value: Value) -> Judgement:
        claim = Claim.of_stretch(value.start, value.end, Stance.MENTION, FIGURE)
        call = self._call_of(thing)
        return Judgement(claim, self._toolset[call.tool], call, Cause.VALUE)

    @cached_property
    def _looked(self) -> list[Call]:
        """The look-ups since which nothing was changed."""
        return [call for call in self.evidence.untouched if call.outcome is Outcome.DONE and call.result is not None]

    @cached_property
    def _things(self) -> list[Thing]:
        """What they returned, one of each; the latest look-up answers for it."""
        return list(
            {each.written: each for call in self._looked for each in self.evidence.returned(call).things}.values()
        )

    def _call_of(self, thing: Thing) -> Call:
        return next(call for call in reversed(self._looked) if thing in self.evidence.returned(call).things)

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every word that may stand beside a figure of theirs."""
        tools = (stem(word) for call in self._looked for word in self._toolset[call.tool].words.split())
        return frozenset(tools).union(*(self.evidence.returned(call).told_of for call in self._looked))

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
        found = [thing for thing in self._things if self.told(thing, words, value)]
        return found[0] if len(found) == 1 and self._call_of(found[0]).when is When.TURN else None

    def told(self, thing: Thing, words: Sequence[str], value: Value) -> list[Field]:
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
        return isinstance(field.value, str) and self.evidence.of(field.value).holds(value) is not Support.ABSENT

    def alone(self, thing: Thing, value: Value) -> list[Field]:
        """Return the one field of ``thing`` with values of the kind of ``value``, if there is but one."""
        found = [field for field in thing.fields if self._is_alike(field, value)]
        return found if len(found) == 1 else []

    def is_made(self, value: _Told) -> bool:
        """Tell whether a value may be made of what the calls carry; today is known to all."""
        if isinstance(value, Moment):
            return bool(self._now and value.dated and value.resolve(self._now) == self._now.date())
        by_any, told = self.evidence.by_any, abs(value.value)
        in_cents = value._replace(value=value.value * _CENTS)
        return by_any.derives(value) or by_any.holds(in_cents) is Support.CARRIED or makes(told, self._numbers)

    def is_of(self, thing: Thing, word: str, value: Value) -> bool:
        """Tell whether a word says nothing but what ``thing`` is and has; beside "plus", an amount may be a sum."""
        if isinstance(value, Amount) and word in self._words.adding:
            return False
        if word in self._words.plain or stem(word) in thing.words:
            return True
        if stem(word) in map(stem, self._toolset[self._call_of(thing).tool].words.split()):
            return True
        return any(self._words.tells(word, field) for field in thing.fields)


class _Figure:
    """A value of a unit beside the thing that a look-up returned and that the unit tells of.

    :param told: all values of the unit that are told alone.
    :param words: the words that the value stands among.
    :param swapped: whether another thing's value may be told of it by mistake; else what any call carries stands.
    """

    def __init__(
        self,
        by: LookupFigures,
        unit: UnitReading,
        told: Sequence[_Told],
        value: _Told,
        words: Sequence[str],
        thing: Thing,
        *,
        swapped: bool,
    ) -> None:
        self._by = by
        self._unit = unit
        self._told = told
        self._value = value
        self._words = words
        self._thing = thing
        self._swapped = swapped
        self._is_listed = unit.unit.kind in LISTED
        self._own = by.evidence.of(thing.holds)

    @cached_property
    def _fields(self) -> Sequence[Field]:
        """The fields of the thing that the words tell; of a list's item, the only one of the value's kind."""
        fields = self._by.told(self._thing, self._words, self._value)
        return fields or (self._by.alone(self._thing, self._value) if self._is_listed else [])

    def has_another_word(self) -> bool:
        return not all(self._by.is_of(self._thing, word, self._value) for word in self._words)

    def is_of_another_day(self) -> bool:
        """Whether it is an amount told of another day than any the thing has."""
        days = [each for each in self._told if isinstance(each, Moment) and isinstance(self._value, Amount)]
        return any(self._own.holds(day) is not Support.CARRIED and not self._by.is_made(day) for day in days)

    def is_beside_its_own(self) -> bool:
        """Whether it stands in a list beside a value of its sort that the thing has."""
        alike = (other for other in self._told if _sort(other) == _sort(self._value)) if self._is_listed else ()
        return any(self._own.holds(other) is Support.CARRIED for other in alike)

    def is_carried(self) -> bool:
        return self._own.holds(self._value) is Support.CARRIED

    def is_made(self) -> bool:
        return self._by.is_made(self._value)

    def is_rough(self) -> bool:
        return _VAGUE.search(_beside(self._unit.folded, self._value)) is not None

    def may_be_converted(self) -> bool:
        return isinstance(self._value, Amount) and not self._by.evidence.by_any.has_currency(self._value)

    def is_rounded(self) -> bool:
        if not isinstance(self._value, Amount):
            return False
        numbers = (field.number for field in self._fields or self._thing.fields)
        return any(number is not None and _is_rounded(self._value, number) for number in numbers)

    def may_be_of_another_zone(self) -> bool:
        return isinstance(self._value, Moment) and self._thing.is_zoned

    def is_swapped(self) -> bool:
        """Whether it is another thing's, of a field that this one has too, and nobody asked for it."""
        if not self._swapped or not self.is_of_another():
            return False
        return bool(self._fields) and self._by.evidence.asked.holds(self._value) is not Support.CARRIED

    def is_of_another(self) -> bool:
        return self._by.evidence.by_any.holds(self._value) is Support.CARRIED

    def is_otherwise(self) -> bool:
        return bool(self._fields) or self._own.holds(self._value) is Support.CONTRADICTED


FIGURES = (
    OrderedRule(
        "another-word", "The late fee would be $40. | “would” may be the reason", _Figure.has_another_word, False
    ),
    OrderedRule("another-day", "The fee was $30 in February. | of a bill of March", _Figure.is_of_another_day, False),
    OrderedRule("changed", "- Pickup: Tuesday → Friday", _Figure.is_beside_its_own, False),
    OrderedRule("carried", "The balance is $40. | which it is", _Figure.is_carried, False),
    OrderedRule("made", "The total is $70. | of $30 and $40", _Figure.is_made, False),
    OrderedRule("rough", "The balance is ~$40. | which is $41.20", _Figure.is_rough, False),
    OrderedRule("converted", "The balance is €40. | of which no call has euros", _Figure.may_be_converted, False),
    OrderedRule("rounded", "The balance is $2,400. | which is $2,381", _Figure.is_rounded, False),
    OrderedRule("another-zone", "Departure is at 14:05. | which is 17:05Z", _Figure.may_be_of_another_zone, False),
    OrderedRule("swapped", "Stoner is due on September 12. | which is when Emma is due", _Figure.is_swapped, True),
    OrderedRule("of-another", "It is due on September 12. | as another call says", _Figure.is_of_another, False),
    OrderedRule("otherwise", "Your balance is $2,381.44. | which is $2,318.44", _Figure.is_otherwise, True),
)
"""Whether a figure is told of a thing otherwise than it is; it is not where none of them holds."""


def makes(told: Decimal, numbers: Sequence[Decimal]) -> bool:
    """Tell whether an amount is a sum, a difference or a product of two of some numbers."""
    known = set(numbers)
    for number in numbers:
        if told - number in known or told + number in known or (told / number in known and number != 1):
            return True
        if any(told in (number * times, round(number / times, 2)) for times in _TIMES):
            return True
    return False


def _is_of_act(judgement: Judgement) -> bool:
    return judgement.writes and judgement.call.outcome is not Outcome.NOT_ATTEMPTED


def _is_told_alone(value: Value, text: str) -> TypeGuard[_Told]:
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
