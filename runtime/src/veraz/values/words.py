"""A language's words for values, compiled once from its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from veraz.languages import Grammar
from veraz.text.trie import PhraseTrie
from veraz.values.scan import split
from veraz.values.slots import SlotWords

_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP", "TWD"})
_PESOS = frozenset({"MXN", "ARS", "CLP", "COP", "UYU", "PHP", "DOP"})
_CODES = frozenset(
    {"USD", "GBP", "EUR", "BRL", "CAD", "AUD", "NZD", "JPY", "CNY", "INR", "CHF", "MXN", "ARS", "CLP", "COP", "PEN"}
    | {"SEK", "NOK", "DKK", "PLN", "CZK", "ZAR", "SGD", "HKD", "KRW", "ILS", "AED", "SAR", "THB", "IDR", "MYR", "PHP"}
    | {"HUF", "RON", "TRY", "TWD", "UYU", "DOP"}
)
WORDLIKE_CODES = frozenset({"TRY", "RON", "CAD", "PEN", "COP", "PHP"})  # these are words too: in capitals alone


class Currency(NamedTuple):
    """What a currency word or sign stands for.

    :ivar code: the ISO 4217 code it is read as.
    :ivar also: the codes it may stand for as well: a bare ``$`` is written for every dollar.
    :ivar minor: whether it counts hundredths.
    """

    code: str
    also: frozenset[str] = frozenset()
    minor: bool = False


_SIGNS = {"$": "$", "¥": "¥", "£": "GBP", "€": "EUR", "₹": "INR", "₩": "KRW", "₪": "ILS", "₺": "TRY", "₱": "PHP"}
_BEFORE_DOLLAR = {"r": "BRL", "rs": "BRL", "us": "USD", "u": "USD", "ca": "CAD", "c": "CAD", "cdn": "CAD", "a": "AUD",
                  "au": "AUD", "nz": "NZD", "hk": "HKD", "s": "SGD", "sg": "SGD", "mx": "MXN"}  # fmt: skip


_BARE = {"$": "USD", "¥": "JPY"}
_ALSO = {"$": _DOLLARS, "¥": frozenset({"CNY"}), "MXN": _PESOS, "ARS": _PESOS}


class NumberWords(NamedTuple):
    """Numbers in words: ``values`` add up, ``scales`` multiply, ``links`` stand between them.

    :ivar parts: words after which a number counts nothing that was done: "two *of* the three", "*for* two".
    :ivar of: those between a number of things and how many there are.
    """

    values: Mapping[str, int]
    ordinals: Mapping[str, int]
    scales: Mapping[str, int]
    short_scales: Mapping[str, int]
    articles: frozenset[str]
    links: frozenset[str]
    parts: frozenset[str]
    of: frozenset[str]


class MoneyWords(NamedTuple):
    """Currencies by what is written: ``signs`` on either side of a number, ``names`` after it.

    :ivar marks: both together.
    :ivar before_dollar: what makes a ``$`` it touches another currency: ``R$``, ``CA$``.
    """

    signs: Mapping[str, Currency]
    names: Mapping[str, Currency]
    before_dollar: Mapping[str, Currency]
    marks: frozenset[str]
    weights: frozenset[str]
    weighed: frozenset[str]
    weighing: frozenset[str]
    adjectives: frozenset[str]
    of: frozenset[str]
    about: frozenset[str]
    rate: frozenset[str]
    priced: frozenset[str]


class DateWords(NamedTuple):
    """Words of dates and times; the comments of a language's table say what each is for.

    :ivar starts: the words, besides numbers, that a date or time starts with or is found by.
    :ivar sets: the plain word lists, by name.
    """

    day_first: bool
    starts: frozenset[str]
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


class IdentifierWords(NamedTuple):
    """Words that name an identifier to their right, by the kind they name."""

    named: Mapping[str, str]
    fillers: frozenset[str]
    card: frozenset[str]
    card_fillers: frozenset[str]
    joins: frozenset[str]
    unlike: frozenset[str]


class ValueWords(NamedTuple):
    """Everything a language's ``values`` table says.

    :ivar triggers: words without which (and without a digit or ``@``) a text states no value.
    """

    code: str
    numbers: NumberWords
    money: MoneyWords
    dates: DateWords
    identifiers: IdentifierWords
    slots: SlotWords
    triggers: frozenset[str]

    @staticmethod
    @cache
    def of(grammar: Grammar) -> ValueWords:
        """Return the words of ``grammar``, compiled once."""
        table = grammar.table("values")
        money, dates = _money(table["money"]), _dates(table["dates"], table["numbers"]["ordinals"])
        return ValueWords(
            grammar.code,
            _numbers(table["numbers"]),
            money,
            dates,
            _identifiers(table["identifiers"]),
            SlotWords.of(table["slots"]),
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
        frozenset(table["parts"]),
        frozenset(table["of"]),
    )


def _money(table: Mapping[str, Any]) -> MoneyWords:
    def currency(code: str, minor: bool = False) -> Currency:
        also = _ALSO.get(code, frozenset()) | (frozenset(table["also_dollars"]) if code == "$" else frozenset())
        return Currency(_BARE.get(code, code), also, minor)

    names = {word: currency(code) for word, code in table["names"].items()}
    names |= {word: currency(code, minor=True) for word, code in table["minor"].items()}
    signs = {code.lower(): Currency(code) for code in _CODES} | {sign: currency(code) for sign, code in _SIGNS.items()}
    signs |= {"rs": Currency("BRL"), "¢": currency("$", minor=True)}
    before_dollar = {word: Currency(code) for word, code in _BEFORE_DOLLAR.items()}
    keys = ("weights", "weighed", "weighing", "adjectives", "of", "about", "rate", "priced")
    sets = (frozenset(table[key]) for key in keys)
    return MoneyWords(signs, names, before_dollar, frozenset((*signs, *names)), *sets)


_SETS = (
    *("weekday_ends", "ordinal_weekdays", "unlike_weekdays", "after_weekday", "last", "last_after", "verb_months"),
    *("month_before", "near", "after_day", "counted", "fillers", "ordinal_marks", "ranges", "pairs", "pair_before"),
    *("unlike_units", "hour_before", "hours", "due_before"),
)


def _dates(table: Mapping[str, Any], ordinals: Iterable[str]) -> DateWords:
    return DateWords(
        day_first=table["day_first"],
        starts=_date_starts(table) | frozenset(ordinals),
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
    return PhraseTrie.of((split(phrase), payload) for phrase, payload in phrases)


_NAMES = ("months", "short_months", "weekdays", "short_weekdays")


def _date_starts(table: Mapping[str, Any]) -> frozenset[str]:
    phrases = (phrase for key in ("days", "offset_before", "offset_after", "clock") for phrase in table[key])
    return frozenset(name for key in _NAMES for name in table[key]) | {split(phrase)[0] for phrase in phrases}


def _date_triggers(table: Mapping[str, Any]) -> frozenset[str]:
    """Return the words one of which a date with no digit has."""
    names = (name for key in (*_NAMES, "units") for name in table[key])
    return frozenset(names) | {split(phrase)[0] for key in ("days", "clock") for phrase in table[key]}
