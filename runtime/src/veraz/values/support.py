"""Does what a call was sent and returned carry a value that a reply states?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, tzinfo
from decimal import Decimal
from enum import Enum
from functools import cached_property
from itertools import combinations
from typing import Any

from veraz.text.fold import fold
from veraz.values.amounts import Amount
from veraz.values.identifiers import Identifier, key_of
from veraz.values.moments import Moment
from veraz.values.numerals import read_digits
from veraz.values.read import Value, read_values
from veraz.values.words import ValueWords

_MOST_DERIVED = 64  # amounts that sums and differences are looked for among
_MOST_SUMMED = 8  # of which every sum is tried: 256 of them
_MULTIPLES = range(2, 13)
_SHORTEST_PART = 4  # characters of an identifier that may stand for the whole: the last four of a card
_CENT = Decimal("0.01")

_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_RUN = re.compile(r"[^\s,;()<>\"'\[\]{}|=]+")
_PART = re.compile(r"[^-_./#:]+")
_DIGITS = re.compile(r"[0-9]")
_CURRENCY_KEYS = frozenset({"currency", "currencies", "moeda"})
_MONEY_KEYS = frozenset(
    ["amount", "amounts", "price", "prices", "total", "subtotal", "cost", "costs", "fee", "fees", "balance", "refund", "paid", "charge", "charged", "value", "fare", "rate", "tax", "discount", "credit", "debit", "valor", "valores", "preco", "custo", "taxa", "saldo", "desconto", "cobrado", "pago"]
)
_CENT_KEYS = frozenset({"cents", "centavos", "pence"})
_WORD = re.compile(r"[a-z]+")


class Support(Enum):
    """Whether a call carries a value."""

    CARRIED = "carried"
    CONTRADICTED = "contradicted"  # it carries others of that kind, and not this one
    ABSENT = "absent"  # it carries none of that kind


@dataclass
class _Facts:
    """What the values hold, by kind."""

    money: set[Decimal] = field(default_factory=set)
    numbers: set[Decimal] = field(default_factory=set)
    currencies: set[str] = field(default_factory=set)
    dates: list[Moment] = field(default_factory=list)
    times: list[Moment] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    emails: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Evidence:
    """What calls were sent and returned, read on the first question and kept.

    :ivar values: plain JSON values: arguments and results.
    :ivar now: when the reply is written, for relative dates; its zone is one in which an instant may be told.
    :ivar currencies: ISO codes that the tool's schema fixes.
    """

    values: tuple[Any, ...]
    words: ValueWords
    now: datetime | None = None
    currencies: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        values: Iterable[Any],
        words: ValueWords,
        now: datetime | None = None,
        currencies: frozenset[str] = frozenset(),
    ) -> Evidence:
        """Return the evidence that ``values`` are."""
        return cls(tuple(values), words, now, currencies)

    @cached_property
    def _facts(self) -> _Facts:
        zone = self.now.tzinfo if self.now else None
        return _Collector(self.words, zone).collect(self.values)

    def holds(self, value: Value) -> Support:
        """Tell whether ``value`` is one that the calls carry, compared as a value and not as text."""
        if isinstance(value, Amount):
            return self._holds_amount(value)
        if isinstance(value, Moment):
            return self._holds_moment(value)
        return self._holds_identifier(value)

    def derives(self, value: Amount) -> bool:
        """Tell whether ``value`` is a sum, a difference or a small multiple of the amounts that the calls carry."""
        if not self._has_currency(value):
            return False
        known = sorted(self._facts.money or self._facts.numbers)[:_MOST_DERIVED]
        told, amounts = abs(value.value), set(known)
        if any(told - one in amounts or told + one in amounts for one in known) or told == sum(known):
            return True
        if any(told == one * times for one in known for times in _MULTIPLES):
            return True
        few = known if len(known) <= _MOST_SUMMED else []
        return any(told == sum(some) for size in range(3, len(few)) for some in combinations(few, size))

    def _holds_amount(self, value: Amount) -> Support:
        facts = self._facts
        if abs(value.value) in facts.numbers:
            return Support.CARRIED if self._has_currency(value) else Support.CONTRADICTED
        return Support.CONTRADICTED if facts.money else Support.ABSENT

    def _has_currency(self, value: Amount) -> bool:
        known = self._facts.currencies | self.currencies
        return not known or value.currency in known or not known.isdisjoint(value.also)

    def _holds_moment(self, value: Moment) -> Support:
        dates, times = self._facts.dates, self._facts.times
        if value.dated:
            carried = any(value.agrees(date, self.now) for date in dates)
            if not carried:
                return Support.CONTRADICTED if dates else Support.ABSENT
        if value.time is None:
            return Support.CARRIED
        if any(value.agrees_in_time(known.time, known.half) for known in times if known.time):
            return Support.CARRIED
        return Support.CONTRADICTED if times else Support.ABSENT

    def _holds_identifier(self, value: Identifier) -> Support:
        known = self._facts.emails if value.kind == "email" else self._facts.keys
        if value.key in known or (value.kind != "email" and any(_is_part(value.key, key) for key in known)):
            return Support.CARRIED
        return Support.CONTRADICTED if known else Support.ABSENT


def _is_part(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_PART and (long.endswith(short) or long.startswith(short))


class _Collector:
    """Flattens nested values into facts."""

    def __init__(self, words: ValueWords, zone: tzinfo | None) -> None:
        self.words = words
        self.zone = zone
        self.facts = _Facts()

    def collect(self, values: Iterable[Any]) -> _Facts:
        waiting = [("", value) for value in values]
        while waiting:
            name, value = waiting.pop()
            if isinstance(value, Mapping):
                for key in value:
                    self._key(str(key))
                waiting += [(str(key), item) for key, item in value.items()]
            elif isinstance(value, (list, tuple, set, frozenset)):
                waiting += [(name, item) for item in value]
            elif isinstance(value, str):
                self._string(name, value)
            elif isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
                self._number(name, value)
        return self.facts

    def _key(self, key: str) -> None:
        """Read a dictionary's key: an identifier or a date may be one, and it may name a currency."""
        if _DIGITS.search(key):
            self._string("", key)
        for word in _WORD.findall(fold(key)):
            currency = self.words.money.names.get(word) or (self.words.money.signs.get(word) if len(word) == 3 else None)
            if currency and word not in self.words.money.weights and not currency.minor:
                self.facts.currencies.add(currency.code)

    def _number(self, name: str, value: int | float | Decimal) -> None:
        if isinstance(value, int):
            self.facts.keys.add(str(value))
        elif not math.isfinite(value):
            return
        number = abs(Decimal(str(value)))
        names = set(_WORD.findall(fold(name)))
        self._count(number, bool(names & _MONEY_KEYS) or number != int(number))
        if names & _CENT_KEYS:
            self._count(number / 100, True)

    def _count(self, number: Decimal, money: bool) -> None:
        self.facts.numbers |= {number, round(number, 2)}
        if money:
            self.facts.money.add(round(number, 2))

    def _string(self, name: str, text: str) -> None:
        folded = fold(text)
        names = set(_WORD.findall(fold(name)))
        if names & _CURRENCY_KEYS or len(text) == 3:
            self._code(text)
        if not self._instant(text):
            for value in read_values(text, folded, 0, len(text), self.words):
                self._value(value)
        for number in _NUMBER.finditer(folded):
            self._digits(number[0], names, whole=number[0] == folded.strip())
        for run in _RUN.finditer(folded):
            self._run(run[0])

    def _code(self, text: str) -> None:
        currency = self.words.money.signs.get(text.strip().lower())
        if currency and (text.isupper() or len(text) != 3):
            self.facts.currencies.add(currency.code)
        elif len(text) == 3 and text.isupper() and text.isalpha():
            self.facts.currencies.add(text) if currency else None

    def _digits(self, digits: str, names: set[str], whole: bool) -> None:
        number = read_digits(digits)
        if number is None:
            return
        self._count(number, whole and (bool(names & _MONEY_KEYS) or number != int(number)))
        if names & _CENT_KEYS:
            self._count(number / 100, True)

    def _run(self, run: str) -> None:
        if not _DIGITS.search(run) and "@" not in run:
            return
        run = run.strip(".:!?*_`~")
        key = key_of(run)
        if "@" in key:
            self.facts.emails.add(key)
            return
        self.facts.keys.add(key)
        self.facts.keys |= {part for part in _PART.findall(run) if len(part) > 2 and _DIGITS.search(part)}

    def _instant(self, text: str) -> bool:
        """Read an ISO date and time with its offset: as written, in UTC, and in the zone of the telling."""
        if len(text) < 16 or text[4:5] != "-":
            return False
        try:
            written = datetime.fromisoformat(text.strip())
        except ValueError:
            return False
        self._moment(written)
        if written.tzinfo is not None:
            for zone in {UTC, self.zone or UTC}:
                try:
                    self._moment(written.astimezone(zone))
                except OverflowError:
                    continue
        return True

    def _moment(self, when: datetime) -> None:
        self._value(Moment(0, 0, when.year, when.month, when.day, time=time(when.hour, when.minute)))

    def _value(self, value: Value) -> None:
        facts = self.facts
        if isinstance(value, Amount):
            self._count(abs(value.value), True)
            facts.currencies.add(value.currency)
        elif isinstance(value, Identifier):
            (facts.emails if value.kind == "email" else facts.keys).add(value.key)
        else:
            if value.dated:
                facts.dates.append(value)
            if value.time:
                facts.times.append(value)
