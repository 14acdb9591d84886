"""Money with its currency. A bare number is no amount."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from veraz.values.numerals import is_digits, read_number, read_scaled
from veraz.values.scan import Scan
from veraz.values.words import WORDLIKE_CODES, Currency, NumberWords, ValueWords

_REACH = 16  # tokens a number in words may take
_DASHES = frozenset("-–—")
_GOES_ON = frozenset({"%", "/", ":", "-"})


class Amount(NamedTuple):
    """An amount ``text[start:end]`` states.

    :ivar value: in units of the currency, signed: 12.50 for "$12.50" and for "12 dollars and 50 cents".
    :ivar currency: the ISO 4217 code it is read as.
    :ivar also: codes the same sign or word may stand for as well: "$" is written for every dollar.
    """

    start: int
    end: int
    value: Decimal
    currency: str
    also: frozenset[str] = frozenset()


class _Found(NamedTuple):
    first: int
    stop: int
    value: Decimal
    currency: Currency


def read_amounts(scan: Scan, words: ValueWords) -> list[Amount]:
    """Return the amounts of ``scan`` in order, and take their tokens."""
    if words.money.marks.isdisjoint(scan.words):
        return []
    marks = [index for index, word in enumerate(scan.words) if word in words.money.marks]
    amounts: list[Amount] = []
    past = 0
    for mark in marks:
        if mark < past or _is_word(scan, mark):
            continue
        for found in _at(scan, mark, past, words):
            amounts.append(_amount(scan, found))
            past = found.stop
            scan.take(found.first, found.stop)
    return amounts


def _amount(scan: Scan, found: _Found) -> Amount:
    unit = found.currency
    return Amount(scan.start(found.first), scan.end(found.stop - 1), found.value, unit.code, unit.also)


def _at(scan: Scan, mark: int, past: int, words: ValueWords) -> list[_Found]:
    """Return the amount whose currency stands at ``mark``, and the other end of a range."""
    first, unit = _currency(scan, mark, words)
    if unit is None:
        found = _before(scan, mark, mark, past, words.money.names[scan.words[mark]], words)
        return [found] if found else []
    if not _after_wins(scan, mark):
        found = _before(scan, first, mark, past, unit, words)
        if found:
            return [found]
    found = _after(scan, first, mark, unit, words)
    return [found, *_rest_of_range(scan, found, words)] if found else []


def _currency(scan: Scan, mark: int, words: ValueWords) -> tuple[int, Currency | None]:
    """Return the sign at ``mark`` and where it begins: ``R$`` begins at its letter."""
    word = scan.words[mark]
    if word == "$" and mark and not scan.gap(mark - 1):
        special = words.money.before_dollar.get(scan.words[mark - 1])
        if special:
            return mark - 1, special
    return mark, words.money.signs.get(word)


def _is_word(scan: Scan, mark: int) -> bool:
    """Tell a word from the currency code that is spelled like it: "try 20" is no Turkish lira."""
    written = scan.text[scan.start(mark) : scan.end(mark)]
    return written.upper() in WORDLIKE_CODES and not written.isupper()


def _after_wins(scan: Scan, mark: int) -> bool:
    """Tell whether the number after a sign is the one it belongs to, where one may stand before it as well."""
    following = scan.at(mark + 1)
    if not is_digits(following):
        return following in _DASHES
    if not is_digits(scan.at(mark - 1)):
        return True
    if scan.words[mark].isalpha():
        return "." in following or "," in following
    return not scan.gap(mark) or bool(scan.gap(mark - 1))


def _after(scan: Scan, first: int, mark: int, unit: Currency, words: ValueWords) -> _Found | None:
    """Read "$12.50", "R$ -12,50", "US$ 1.2 million", "$30.00 CAD"."""
    at = mark + 1
    inner = scan.at(at) in _DASHES
    at += inner
    if not is_digits(scan.at(at)) or len(scan.gap(mark)) > 3:
        return None
    number = read_scaled(scan, at, words.numbers)
    if number is None:
        return None
    value, stop = number
    code = words.money.signs.get(scan.at(stop))
    if code and scan.words[stop].isalpha() and code.code in (unit.also | {unit.code}):
        unit, stop = code, stop + 1
    minus = 0 if inner else _minus(scan, first)
    value, stop = _with_minor(scan, value, stop, unit, words)
    return _Found(first - minus, stop, -value if inner or minus else value, unit)


def _before(scan: Scan, first: int, mark: int, past: int, unit: Currency, words: ValueWords) -> _Found | None:
    """Read "12.50 pounds", "twenty-dollar", "2 milhões de reais", "50¢", "12.50$"."""
    end = first - _has_link(scan, first - 1, words)
    number = _number_ending_at(scan, end, past, words)
    if number is None or _is_no_money(scan, number[1], mark, words):
        return None
    value, start = number
    if unit.minor:
        return _Found(start, mark + 1, value / 100, unit)
    minus = _minus(scan, start)
    value, stop = _with_minor(scan, value, mark + 1, unit, words)
    return _Found(start - minus, stop, -value if minus else value, unit)


def _has_link(scan: Scan, at: int, words: ValueWords) -> bool:
    """Tell whether what stands at ``at`` ties a number to its currency: "20-dollar", "2 milhões de reais"."""
    if scan.at(at) == "-":
        return not scan.gap(at) and not scan.gap(at - 1)
    return scan.at(at) in words.money.of and scan.at(at - 1) in words.numbers.scales


def _number_ending_at(scan: Scan, end: int, past: int, words: ValueWords) -> tuple[Decimal, int] | None:
    """Return the longest number whose last token is before ``end``, and where it begins."""
    start = end
    while start > max(past, end - _REACH) and _is_of_number(scan.at(start - 1), words.numbers):
        start -= 1
    for first in range(start, end):
        for read in (read_number, read_scaled):
            number = read(scan, first, words.numbers)
            if number and number[1] == end:
                return number[0], first
    return None


def _is_of_number(word: str, numbers: NumberWords) -> bool:
    if is_digits(word) or word in numbers.values or word in numbers.scales or word in numbers.short_scales:
        return True
    return word in numbers.links or word in numbers.articles or word == ","


def _is_no_money(scan: Scan, start: int, mark: int, words: ValueWords) -> bool:
    """Tell whether "pounds" is a weight, or "real" an adjective, as in "um real problema"."""
    word, following, money = scan.words[mark], scan.at(mark + 1), words.money
    if word in money.weights:
        before = scan.words[max(0, start - 4) : start]
        return following in money.weighed or not money.weighing.isdisjoint(before)
    if word not in money.adjectives or is_digits(scan.words[start]) or mark - start > 1:
        return False
    return following.isalpha() and following not in words.numbers.links


def _with_minor(scan: Scan, value: Decimal, stop: int, unit: Currency, words: ValueWords) -> tuple[Decimal, int]:
    """Add " and fifty cents", or a bare " e cinquenta" that ends the phrase."""
    linked = scan.at(stop) in words.numbers.links or scan.at(stop) == ","
    number = read_number(scan, stop + linked, words.numbers)
    if number is None or number[0] >= 100 or value != int(value) or unit.minor:
        return value, stop
    minor = words.money.names.get(scan.at(number[1]))
    if minor and minor.minor and (minor.code == unit.code or unit.code in minor.also):
        return value + number[0] / 100, number[1] + 1
    bare = linked and scan.at(stop) in words.numbers.links - {"-"} and scan.words[stop - 1] in words.money.names
    return (value + number[0] / 100, number[1]) if bare and _ends_phrase(scan, number[1], words) else (value, stop)


def _ends_phrase(scan: Scan, at: int, words: ValueWords) -> bool:
    following = scan.at(at)
    return not following.isalnum() and following not in words.money.signs and following not in _GOES_ON


def _minus(scan: Scan, first: int) -> int:
    """Return 1 where a minus sign stands before token ``first``: touching it, or opening the text."""
    if scan.at(first - 1) != "-":
        return 0
    touches = not scan.gap(first - 1) and scan.gap(first - 2) != ""
    return int(touches or first == 1)


def _rest_of_range(scan: Scan, found: _Found, words: ValueWords) -> list[_Found]:
    """Read the second end of "$10-20"."""
    at = found.stop
    if scan.at(at) not in _DASHES or not is_digits(scan.at(at + 1)) or scan.gap(at) or scan.gap(at - 1):
        return []
    number = read_scaled(scan, at + 1, words.numbers)
    return [_Found(at + 1, number[1], number[0], found.currency)] if number else []
