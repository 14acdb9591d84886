"""What nested values hold, by kind: the amounts, dates and identifiers of a call's arguments and result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, tzinfo
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

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
_CODE = re.compile(r"#?[a-z]+(?:[_-][a-z]+)*[_-]?[0-9]{4,9}")  # "#W4680753", "gift_card_2417743": a name and no value
_DATE = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_LARGEST = 10**24
_GROUPS = (list, tuple, set, frozenset)
_LONGEST_NAME = 80  # characters of a field's name that tell what it holds
_LONGEST_PLAIN = 12  # digits that are no more than a number: no card has so few
_SHORTEST_PART = 3  # characters of "RT-7781" that may be told for the whole
_CODE_LENGTH = 3  # of a currency, by ISO 4217
_INSTANT_LENGTH = 16  # "2027-03-05T15:00"

# Words in the names of a record's fields, in whichever language its tools were written.
_CURRENCY_FIELDS = frozenset({"currency", "currencies", "moeda"})
_CENT_FIELDS = frozenset({"cents", "centavos", "pence"})
_KIND_FIELDS = {
    "card": frozenset({"card", "cartao", "four", "digits", "digitos", "final", "finais", "last4"}),
    "phone": frozenset({"phone", "mobile", "telephone", "telefone", "celular", "fone"}),
    "email": frozenset({"email", "mail"}),
}
_COUNTS = frozenset({"total", "sum", "rate", "value"})  # of money in a record that has some, else of anything
_STAMP_FIELDS = frozenset({"created", "updated", "modified", "timestamp", "criado", "criada", "atualizado"})
"""Of when something was written down, which is seldom what a sentence about it tells."""
_MONEY_FIELDS = frozenset(
    {
        "amount",
        "amounts",
        "price",
        "prices",
        "total",
        "subtotal",
        "sum",
        "cost",
        "costs",
        "fee",
        "fees",
        "balance",
        "refund",
    }
    | {"paid", "charge", "charged", "value", "fare", "rate", "tax", "discount", "credit", "debit", "money"}
    | {"valor", "valores", "preco", "precos", "custo", "taxa", "saldo", "desconto", "cobrado", "pago", "reembolso"}
)


class Facts:
    """What values hold.

    :ivar money: numbers that are amounts beyond doubt: of a field so named, with a currency, or with a fraction.
    :ivar numbers: every number, ``money`` among them; unsigned, exact and to the cent.
    :ivar currencies: the ISO codes that the values give.
    :ivar dates: moments that state a date, ``times`` those that state a time of day; ``timed`` whether one of these is
        more than the stamp of when something was written down.
    :ivar keys: what may be an identifier, and its parts, in the form that :func:`key_of` gives.
    :ivar kinds: which of the kinds that only compare with each other are among them: ``email``, ``card``, ``phone``.
    """

    __slots__ = ("currencies", "dates", "keys", "kinds", "money", "numbers", "timed", "times")

    def __init__(self) -> None:
        self.money: set[Decimal] = set()
        self.numbers: set[Decimal] = set()
        self.currencies: set[str] = set()
        self.dates: list[Moment] = []
        self.times: list[Moment] = []
        self.timed = False
        self.keys: set[str] = set()
        self.kinds: set[str] = set()

    @classmethod
    def joined(cls, parts: Sequence[Facts]) -> Facts:
        """Return what all of ``parts`` hold."""
        if len(parts) == 1:
            return parts[0]
        joined = cls()
        for part in parts:
            joined.money |= part.money
            joined.numbers |= part.numbers
            joined.currencies |= part.currencies
            joined.dates += part.dates
            joined.times += part.times
            joined.timed |= part.timed
            joined.keys |= part.keys
            joined.kinds |= part.kinds
        return joined


class _Naming(NamedTuple):
    """What the name of a field tells of its value.

    :ivar words: the name's words, folded; ``marked`` whether there is a digit among them.
    :ivar money: whether its numbers are amounts, ``cents`` whether in hundredths; ``currency`` whether it names one.
    :ivar kinds: the kinds of identifier that it names.
    """

    words: frozenset[str] = frozenset()
    marked: bool = False
    money: bool = False
    cents: bool = False
    currency: bool = False
    kinds: tuple[str, ...] = ()


_NAMELESS = _Naming()
_AMOUNT = _Naming(money=True)


def names_money(name: str) -> bool:
    """Tell whether a field of this name holds an amount of money, beyond doubt: "total_bags" is no such name."""
    return not _naming(name).words.isdisjoint(_MONEY_FIELDS - _COUNTS)


@lru_cache(maxsize=4096)  # the fields of a record's tools are the same ones over and over
def _naming(name: str) -> _Naming:
    words = frozenset(_WORD.findall(fold(name)))
    money, cents, currency = (not words.isdisjoint(names) for names in (_MONEY_FIELDS, _CENT_FIELDS, _CURRENCY_FIELDS))
    kinds = tuple(kind for kind, names in _KIND_FIELDS.items() if words & names)
    return _Naming(words, bool(_DIGIT.search(name)), money, cents, currency, kinds)


def zone_of(now: datetime | None) -> tzinfo | None:
    """Return the zone in which values told at ``now`` are gathered; ``None`` where it is not known."""
    return (now.tzinfo or UTC) if now else None


def gather(values: Iterable[Any], words: ValueWords, zone: tzinfo | None) -> Facts:
    """Return what ``values``, plain JSON, hold; an instant also as the clock of ``zone`` shows it.

    :param zone: where the reply is told; ``None`` where it is not known when, as :func:`zone_of` gives it.
    """
    gatherer = _Gatherer(words, zone)
    waiting = [(_NAMELESS, value) for value in values]
    while waiting:
        named, value = waiting.pop()
        if isinstance(value, str):  # most are, and no test costs less
            gatherer.string(named, value)
        elif isinstance(value, _GROUPS):
            waiting += [(named, item) for item in value]
        elif isinstance(value, Mapping):
            waiting += [(gatherer.name(str(key)), item) for key, item in value.items()]
        elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            gatherer.number(named, value)
    return gatherer.facts


def codes_in(value: Any) -> frozenset[str]:
    """Return most of the keys that ``gather`` finds in ``value``, for much less: what stands without spaces.

    That a key is among them tells that a call carries it; that it is not tells nothing.
    """
    codes: set[str] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            codes.update(_codes_of(each))
        elif isinstance(each, _GROUPS):
            waiting += each
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, int) and not isinstance(each, bool) and -_LARGEST < each < _LARGEST:
            codes.add(str(each))
    return frozenset(codes)


def _codes_of(text: str) -> Iterator[str]:
    if not _MARKED.search(text) or (len(text) >= _INSTANT_LENGTH and text[:4].isdigit()):
        return
    if text.isdigit() and text.isascii() and len(text) <= _LONGEST_PLAIN:
        yield text
        return
    for run in _RUN.findall(fold(text)):
        yield from _keys_of(run)


def _keys_of(run: str) -> Iterator[str]:
    """Yield what a run that holds no space may be told as: "RT-7781", its parts too."""
    if "@" in run:
        yield key_of(run.strip(".:!?*_`~"))
    elif _DIGIT.search(run):
        yield key_of(run)
        parts = (part for part in _PART.findall(run) if len(part) >= _SHORTEST_PART)
        yield from filter(_DIGIT.search, parts)


class _Gatherer:
    """Adds one value at a time to its facts."""

    def __init__(self, words: ValueWords, zone: tzinfo | None) -> None:
        self.facts = Facts()
        self._words = words
        self._relative = zone is not None
        self._zones = {UTC, zone or UTC}

    def name(self, key: str) -> _Naming:
        """Read a field's name: it may be an identifier or a date, or name a currency, as ``amount_gbp`` does."""
        named = _naming(key) if len(key) <= _LONGEST_NAME else _NAMELESS
        if named.marked or (named is _NAMELESS and _DIGIT.search(key)):
            self.string(_NAMELESS, key)
        if not named.money:
            return named
        for word in named.words:
            currency = self._words.money.names.get(word) or self._words.money.signs.get(word)
            if currency and not currency.minor:
                self.facts.currencies.add(currency.code)
        return named

    def number(self, named: _Naming, value: int | float | Decimal) -> None:
        """Read a number: it may be an amount, and a whole one an identifier."""
        if isinstance(value, Decimal) and value.is_nan():  # unlike a float, it can be compared with nothing
            return
        if not (-_LARGEST < value < _LARGEST):  # not a number, or none that anyone tells
            return
        if isinstance(value, int):
            self.facts.keys.add(str(value))
        self._count(abs(Decimal(str(value))), named)

    def string(self, named: _Naming, text: str) -> None:
        """Read a string: a code, a number, an instant, or free text that may hold any of these."""
        if len(text) <= _LONGEST_PLAIN and text.isdigit() and text.isascii():
            self._count(Decimal(text), named)
            self.facts.keys.add(text)
        elif text[:1].isdigit() and (date := _DATE.fullmatch(text)):
            self._date(date)
        else:
            self._currency(named, text)
            if self._instant(text):
                self.facts.timed |= named.words.isdisjoint(_STAMP_FIELDS)
                return
            self._text(named, text)
        self.facts.kinds.update(named.kinds)

    def _date(self, date: re.Match[str]) -> None:
        """Read an ISO date, which may be the key of something too."""
        self._value(Moment(0, date.end(), int(date[1]), int(date[2]), int(date[3])))
        self._run(date[0])

    def _text(self, named: _Naming, text: str) -> None:
        folded = fold(text)
        if _CODE.fullmatch(folded) and self._words.triggers.isdisjoint(_WORD.findall(folded)):
            self._run(folded)
            return
        values = read_values(text, folded, 0, len(text), self._words, relative=self._relative)
        for value in values:
            self._value(value)
            self.facts.timed |= isinstance(value, Moment) and value.time is not None
        if _MARKED.search(folded):
            self._numbers(folded, values, named)
            for run in _RUN.findall(folded):
                self._run(run)

    def _numbers(self, folded: str, values: Sequence[Value], named: _Naming) -> None:
        """Count the numbers that stand alone, outside of dates and identifiers."""
        whole = folded.strip(" -+")
        starts = [value.start for value in values] + [len(folded)]
        ends = [0] + [value.end for value in values]
        for start, end in zip(ends, starts, strict=True):
            for match in _NUMBER.finditer(folded, start, end):
                number = read_digits(match[0])
                if number is not None:
                    self._count(number, named if match[0] == whole else None)

    def _count(self, number: Decimal, named: _Naming | None) -> None:
        """Count a number of the field ``named``; ``None`` for one in a text, which is money only with a currency."""
        is_whole = number == int(number)
        cents = number if is_whole else round(number, 2)
        self.facts.numbers.update((number, cents))
        if named is None:
            return
        if named.money or not is_whole:
            self.facts.money.add(cents)
        if named.cents:
            self.facts.numbers.add(number / 100)
            self.facts.money.add(number / 100)

    def _currency(self, named: _Naming, text: str) -> None:
        if len(text) > _CODE_LENGTH and not named.currency:
            return
        code = text.strip().upper()
        if named.currency and len(code) == _CODE_LENGTH and code.isalpha():
            self.facts.currencies.add(code)
        elif len(text) <= _CODE_LENGTH and code not in WORDLIKE_CODES and (named.currency or text == code):
            currency = self._words.money.signs.get(code.lower())
            if currency:
                self.facts.currencies |= {currency.code, *currency.also}

    def _run(self, run: str) -> None:
        self.facts.keys.update(_keys_of(run))
        if "@" in run:
            self.facts.kinds.add("email")

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
            self._count(abs(value.value), _AMOUNT)
            self.facts.currencies |= {value.currency, *value.also}
        elif isinstance(value, Identifier):
            self.facts.keys.add(value.key)
            self.facts.kinds.add(value.kind)
        else:
            self.facts.dates += [value] if value.dated else []
            self.facts.times += [value] if value.time else []
