"""What nested values hold, by kind: the amounts, dates and identifiers of a call's arguments and result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any

from veraz.text.fold import fold
from veraz.values.amounts import Amount
from veraz.values.identifiers import Identifier, key_of
from veraz.values.moments import Moment
from veraz.values.numerals import read_digits
from veraz.values.read import Value, read_values
from veraz.values.words import WORDLIKE_CODES, ValueWords

_NUMBER = re.compile(r"(?<![\w#/:.])(?<!\w-)[0-9]+(?:[.,][0-9]+)*(?!\w|[/:%-]|[.,][0-9])")
_RUN = re.compile(r"[^\s,;()<>\"'\[\]{}|=]+")  # what holds no space
_PART = re.compile(r"[^-_./#:]+")
_DIGIT = re.compile(r"[0-9]")
_MARKED = re.compile(r"[0-9@]")
_WORD = re.compile(r"[a-z]+")
_LARGEST = 10**24
_SHORTEST_PART = 3  # characters of "RT-7781" that may be told for the whole
_CODE_LENGTH = 3  # of a currency, by ISO 4217
_INSTANT_LENGTH = 16  # "2027-03-05T15:00"

# Words in the names of a record's fields, in whichever language its tools were written.
_CURRENCY_FIELDS = frozenset({"currency", "currencies", "moeda"})
_CENT_FIELDS = frozenset({"cents", "centavos", "pence"})
_KIND_FIELDS = {
    "card": frozenset({"card", "cartao", "four", "digits", "digitos"}),
    "phone": frozenset({"phone", "mobile", "telephone", "telefone", "celular", "fone"}),
    "email": frozenset({"email", "mail"}),
}
_MONEY_FIELDS = frozenset(
    {"amount", "amounts", "price", "prices", "total", "subtotal", "cost", "costs", "fee", "fees", "balance", "refund"}
    | {"paid", "charge", "charged", "value", "fare", "rate", "tax", "discount", "credit", "debit", "money"}
    | {"valor", "valores", "preco", "precos", "custo", "taxa", "saldo", "desconto", "cobrado", "pago", "reembolso"}
)


@dataclass(slots=True)
class Facts:
    """What values hold.

    :ivar money: numbers that are amounts beyond doubt: of a field so named, with a currency, or with a fraction.
    :ivar numbers: every number, ``money`` among them; unsigned, exact and to the cent.
    :ivar currencies: the ISO codes that the values give.
    :ivar dates: moments that state a date, ``times`` those that state a time of day.
    :ivar keys: what may be an identifier, and its parts, in the form that :func:`key_of` gives.
    :ivar kinds: which of the kinds that only compare with each other are among them: ``email``, ``card``, ``phone``.
    """

    money: set[Decimal] = field(default_factory=set)
    numbers: set[Decimal] = field(default_factory=set)
    currencies: set[str] = field(default_factory=set)
    dates: list[Moment] = field(default_factory=list)
    times: list[Moment] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


def gather(values: Iterable[Any], words: ValueWords, now: datetime | None) -> Facts:
    """Return what ``values``, plain JSON, hold; an instant also as the clock of ``now``'s zone shows it."""
    gatherer = _Gatherer(words, now)
    waiting = [("", value) for value in values]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, Mapping):
            for key, item in value.items():
                folded = fold(str(key))
                gatherer.name(folded, str(key))
                waiting.append((folded, item))
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += [(name, item) for item in value]
        elif isinstance(value, str):
            gatherer.string(frozenset(_WORD.findall(name)), value)
        elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            gatherer.number(frozenset(_WORD.findall(name)), value)
    return gatherer.facts


class _Gatherer:
    """Adds one value at a time to its facts."""

    def __init__(self, words: ValueWords, now: datetime | None) -> None:
        self.facts = Facts()
        self._words = words
        self._now = now
        self._zones = {UTC, now.tzinfo or UTC} if now else {UTC}

    def name(self, folded: str, key: str) -> None:
        """Read a field's name: it may be an identifier or a date, or name a currency, as ``amount_gbp`` does."""
        if _DIGIT.search(key):
            self.string(frozenset(), key)
        words = _WORD.findall(folded)
        if not _MONEY_FIELDS.isdisjoint(words):
            for word in words:
                currency = self._words.money.names.get(word) or self._words.money.signs.get(word)
                if currency and not currency.minor:
                    self.facts.currencies.add(currency.code)

    def number(self, name: frozenset[str], value: int | float | Decimal) -> None:
        """Read a number: it may be an amount, and a whole one an identifier."""
        if not (-_LARGEST < value < _LARGEST):  # not a number, or none that anyone tells
            return
        if isinstance(value, int):
            self.facts.keys.add(str(value))
        self._count(abs(Decimal(str(value))), name)

    def string(self, name: frozenset[str], text: str) -> None:
        """Read a string: a code, a number, an instant, or free text that may hold any of these."""
        self._currency(name, text)
        if self._instant(text):
            return
        folded = fold(text)
        values = read_values(text, folded, 0, len(text), self._words, self._now)
        for value in values:
            self._value(value)
        if _MARKED.search(folded):
            self._numbers(folded, values, name)
            for run in _RUN.finditer(folded):
                self._run(run[0])
        self.facts.kinds |= {kind for kind, words in _KIND_FIELDS.items() if name & words}

    def _numbers(self, folded: str, values: Sequence[Value], name: frozenset[str]) -> None:
        """Count the numbers that stand alone, outside of dates and identifiers."""
        whole = folded.strip(" -+")
        starts = [value.start for value in values] + [len(folded)]
        ends = [0] + [value.end for value in values]
        for start, end in zip(ends, starts, strict=True):
            for match in _NUMBER.finditer(folded, start, end):
                number = read_digits(match[0])
                if number is not None:
                    self._count(number, name if match[0] == whole else None)

    def _count(self, number: Decimal, name: frozenset[str] | None) -> None:
        """Count a number of the field ``name``; ``None`` for one inside a text, which is money only with a currency."""
        self.facts.numbers |= {number, round(number, 2)}
        if name is None:
            return
        if name & _MONEY_FIELDS or number != int(number):
            self.facts.money.add(round(number, 2))
        if name & _CENT_FIELDS:
            self.facts.numbers.add(number / 100)
            self.facts.money.add(number / 100)

    def _currency(self, name: frozenset[str], text: str) -> None:
        code = text.strip().upper()
        named = not name.isdisjoint(_CURRENCY_FIELDS)
        if named and len(code) == _CODE_LENGTH and code.isalpha():
            self.facts.currencies.add(code)
        elif len(text) <= _CODE_LENGTH and code not in WORDLIKE_CODES and (named or text == code):
            currency = self._words.money.signs.get(code.lower())
            if currency:
                self.facts.currencies |= {currency.code, *currency.also}

    def _run(self, run: str) -> None:
        if "@" in run:
            self.facts.keys.add(key_of(run.strip(".:!?*_`~")))
            self.facts.kinds.add("email")
        elif _DIGIT.search(run):
            parts = (part for part in _PART.findall(run) if len(part) >= _SHORTEST_PART)
            self.facts.keys |= {key_of(run), *filter(_DIGIT.search, parts)}

    def _instant(self, text: str) -> bool:
        """Read an ISO date and time: as written, and where it has an offset as other zones show it."""
        if len(text) < _INSTANT_LENGTH or not text[:4].isdigit():
            return False
        try:
            written = datetime.fromisoformat(text.strip())
            told = [written, *map(written.astimezone, self._zones)] if written.tzinfo else [written]
        except (ValueError, OverflowError):
            return False
        for when in told:
            self._at(when)
        return True

    def _at(self, when: datetime) -> None:
        self._value(Moment(0, 0, when.year, when.month, when.day, time=time(when.hour, when.minute)))

    def _value(self, value: Value) -> None:
        if isinstance(value, Amount):
            self._count(abs(value.value), _MONEY_FIELDS)
            self.facts.currencies |= {value.currency, *value.also}
        elif isinstance(value, Identifier):
            self.facts.keys.add(value.key)
            self.facts.kinds.add(value.kind)
        else:
            self.facts.dates += [value] if value.dated else []
            self.facts.times += [value] if value.time else []
