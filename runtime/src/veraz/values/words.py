"""A language's words for values, compiled once from its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from veraz.languages import Grammar
from veraz.text.trie import PhraseTrie
from veraz.values.scan import split

_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP", "TWD", "BRL"})
_PESOS = frozenset({"MXN", "ARS", "CLP", "COP", "UYU", "PHP", "DOP"})
_CODES = (
    "USD GBP EUR BRL CAD AUD NZD JPY CNY INR CHF MXN ARS CLP COP PEN UYU SEK NOK DKK PLN CZK ZAR SGD HKD KRW ILS AED "
    "SAR THB IDR MYR PHP HUF RON TRY TWD"
).split()
_ENGLISH_WORDS = frozenset({"TRY", "RON", "CAD"})  # codes that count in capitals alone


@dataclass(frozen=True, slots=True)
class Currency:
    """What a currency word or sign stands for.

    :ivar code: the ISO 4217 code it is read as.
    :ivar also: the codes it may stand for as well: a bare ``$`` is written for every dollar.
    :ivar minor: whether it counts hundredths.
    """

    code: str
    also: frozenset[str] = frozenset()
    minor: bool = False


_BARE = {"$": ("USD", _DOLLARS), "¥": ("JPY", frozenset({"CNY"}))}
_SIGNS = {"$": "$", "¥": "¥", "£": "GBP", "€": "EUR", "₹": "INR", "₩": "KRW", "₪": "ILS", "₺": "TRY", "₱": "PHP"}
_BEFORE_DOLLAR = {"r": "BRL", "rs": "BRL", "us": "USD", "u": "USD", "ca": "CAD", "c": "CAD", "cdn": "CAD", "a": "AUD",
                  "au": "AUD", "nz": "NZD", "hk": "HKD", "s": "SGD", "sg": "SGD", "mx": "MXN"}  # fmt: skip


def _currency(code: str, minor: bool = False) -> Currency:
    read, also = _BARE.get(code, (code, _PESOS if code in ("MXN", "ARS") else frozenset()))
    return Currency(read, also, minor)


@dataclass(frozen=True, slots=True)
class NumberWords:
    """Numbers in words: ``values`` add up, ``scales`` multiply, ``links`` stand between them."""

    values: Mapping[str, int]
    ordinals: Mapping[str, int]
    scales: Mapping[str, int]
    short_scales: Mapping[str, int]
    articles: frozenset[str]
    links: frozenset[str]


@dataclass(frozen=True, slots=True)
class MoneyWords:
    """Currencies by what is written: ``signs`` on either side of a number, ``names`` after it.

    :ivar before_dollar: what makes a ``$`` it touches another currency: ``R$``, ``CA$``.
    """

    signs: Mapping[str, Currency]
    names: Mapping[str, Currency]
    before_dollar: Mapping[str, Currency]
    capitals: frozenset[str]
    weights: frozenset[str]
    weighed: frozenset[str]
    weighing: frozenset[str]
    adjectives: frozenset[str]
    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class DateWords:
    """Words of dates and times; see the comments of the language's table."""

    day_first: bool
    months: Mapping[str, int]
    short_months: Mapping[str, int]
    weekdays: Mapping[str, int]
    short_weekdays: Mapping[str, int]
    sets: Mapping[str, frozenset[str]]
    next: Mapping[str, int]
    days: PhraseTrie[int]
    offset_before: PhraseTrie[int]
    offset_after: PhraseTrie[int]
    next_after: PhraseTrie[int]
    clock: PhraseTrie[str]
    halves: PhraseTrie[int]
    day_before: frozenset[tuple[str, ...]]
    bare_day: bool
    units: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class IdentifierWords:
    """Words that name an identifier to their right, by the kind they name."""

    named: Mapping[str, str]
    fillers: frozenset[str]
    card: frozenset[str]
    card_fillers: frozenset[str]
    joins: frozenset[str]
    unlike: frozenset[str]


@dataclass(frozen=True, slots=True)
class ValueWords:
    """Everything a language's ``values`` table says.

    :ivar triggers: words without which (and without a digit or ``@``) a text states no value.
    """

    code: str
    numbers: NumberWords
    money: MoneyWords
    dates: DateWords
    identifiers: IdentifierWords
    triggers: frozenset[str]

    @staticmethod
    @cache
    def of(grammar: Grammar) -> ValueWords:
        """Return the words of ``grammar``, compiled once."""
        table = grammar.table("values")
        money, dates = _money(table["money"]), _dates(table["dates"])
        return ValueWords(
            grammar.code,
            _numbers(table["numbers"]),
            money,
            dates,
            _identifiers(table["identifiers"]),
            frozenset(money.names) | _date_triggers(table["dates"]),
        )


def _numbers(table: Mapping[str, Any]) -> NumberWords:
    return NumberWords(
        table["values"],
        table["ordinals"],
        table["scales"],
        table["short_scales"],
        frozenset(table["articles"]),
        frozenset(table["links"]) | {"-"},
    )


def _money(table: Mapping[str, Any]) -> MoneyWords:
    names = {word: _currency(code) for word, code in table["names"].items()}
    minor = {word: _currency(code, minor=True) for word, code in table["minor"].items()}
    signs = {sign: _currency(code) for sign, code in _SIGNS.items()}
    signs |= {code.lower(): Currency(code) for code in _CODES} | {"rs": Currency("BRL"), "¢": _currency("$", minor=True)}
    return MoneyWords(
        signs,
        names | minor,
        {word: Currency(code) for word, code in _BEFORE_DOLLAR.items()},
        frozenset(code.lower() for code in _ENGLISH_WORDS),
        *(frozenset(table[key]) for key in ("weights", "weighed", "weighing", "adjectives", "of")),
    )


_SETS = (
    "weekday_ends ordinal_weekdays unlike_weekdays after_weekday last last_after month_before near counted fillers "
    "ordinal_marks ranges pairs pair_before unlike_units hour_before hours"
).split()


def _dates(table: Mapping[str, Any]) -> DateWords:
    return DateWords(
        day_first=table["day_first"],
        months={name: number for number, name in enumerate(table["months"], start=1)},
        short_months=table["short_months"],
        weekdays={name: number for number, name in enumerate(table["weekdays"])},
        short_weekdays=table["short_weekdays"],
        sets={key: frozenset(table[key]) for key in _SETS},
        next=table["next"],
        days=_trie(table["days"].items()),
        offset_before=_trie(table["offset_before"].items()),
        offset_after=_trie(table["offset_after"].items()),
        next_after=_trie((phrase, 1) for phrase in table["next_after"]),
        clock=_trie(table["clock"].items()),
        halves=_trie([(phrase, 0) for phrase in table["morning"]] + [(phrase, 12) for phrase in table["evening"]]),
        day_before=frozenset(tuple(split(phrase)) for phrase in table["day_before"]),
        bare_day=table["bare_day"],
        units=table["units"],
    )


def _identifiers(table: Mapping[str, Any]) -> IdentifierWords:
    sets = (frozenset(table[key]) for key in ("fillers", "card", "card_fillers", "joins", "unlike"))
    return IdentifierWords(table["named"], *sets)


def _trie(phrases: Iterable[tuple[str, Any]]) -> PhraseTrie[Any]:
    trie: PhraseTrie[Any] = PhraseTrie()
    for phrase, payload in phrases:
        trie.add(split(phrase), payload)
    return trie


def _date_triggers(table: Mapping[str, Any]) -> frozenset[str]:
    phrases = (*table["days"], *table["clock"])
    names = (*table["months"], *table["weekdays"], *table["short_weekdays"], *table["short_months"], *table["units"])
    return frozenset(names) | {split(phrase)[0] for phrase in phrases}
