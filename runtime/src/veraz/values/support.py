"""Does what a call was sent and returned carry a value that a reply states?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from decimal import Decimal
from enum import Enum
from itertools import combinations, groupby
from typing import Any

from veraz.values.amounts import Amount
from veraz.values.facts import Facts, gather, zone_of
from veraz.values.identifiers import Identifier
from veraz.values.moments import Moment
from veraz.values.read import Value
from veraz.values.words import ValueWords

_MOST_DERIVED = 64  # amounts that sums and differences are looked for among
_MOST_SUMMED = 8  # of which every sum is tried: 256 of them
_MULTIPLES = range(2, 13)
_MOST_ALONE = 2  # amounts so few that another one is not made from them
_SHORTEST_SLIP = 4  # characters in which a slip can be told from another value
_PAIR = 2
_FEWEST_TELLING = 3  # digits of an amount that tell
_MORE = 2  # characters that one identifier may have more than another of its make
_SHORTEST_END = 4  # characters that may stand for a whole identifier: the last four of a card
_APART = frozenset({"email", "card", "phone"})  # kinds that no identifier of another kind contradicts


class Support(Enum):
    """Whether a call carries a value."""

    CARRIED = "carried"
    CONTRADICTED = "contradicted"  # it carries others of that kind, and not this one
    ABSENT = "absent"  # it carries none of that kind


class Evidence:
    """What calls were sent and returned, read on the first question and kept."""

    __slots__ = ("_currencies", "_gather", "_has_code", "_known", "_now")

    def __init__(
        self,
        gather: Callable[[], Facts],
        now: datetime | None,
        currencies: frozenset[str] = frozenset(),
        has_code: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Take what gathers the facts, and where there is one, what surely tells some of their keys for less."""
        self._gather = gather
        self._has_code = has_code
        self._known: Facts | None = None
        self._now = now
        self._currencies = currencies

    @classmethod
    def of(
        cls,
        values: Iterable[Any],
        words: ValueWords,
        now: datetime | None = None,
        currencies: frozenset[str] = frozenset(),
    ) -> Evidence:
        """Return the evidence that ``values`` are.

        :param values: plain JSON values: arguments and results.
        :param now: when the reply is written, for relative dates; its zone is one in which an instant may be told.
        :param currencies: ISO codes that the tool's schema fixes.
        """
        return cls(lambda: gather(values, words, zone_of(now)), now, currencies)

    @property
    def _facts(self) -> Facts:
        if self._known is None:
            self._known = self._gather()
        return self._known

    def holds(self, value: Value) -> Support:
        """Tell whether ``value`` is one that the calls carry, compared as a value and not as text."""
        match value:
            case Amount():
                return self._holds_amount(value)
            case Moment():
                return self._holds_moment(value)
            case Identifier():
                return self._holds_identifier(value)

    def derives(self, value: Amount) -> bool:
        """Tell whether ``value`` is a sum, a difference or a small multiple of the amounts that the calls carry.

        Sums of any two amounts and of all of them; of any others only where there are few.
        """
        if not self.has_currency(value):
            return False
        known = sorted(self._facts.money or self._facts.numbers)[:_MOST_DERIVED]
        told, amounts = abs(value.value), set(known)
        if told == sum(known) or any(told - one in amounts or told + one in amounts for one in known):
            return True
        if any(told == one * times for one in known for times in _MULTIPLES):
            return True
        few = known if len(known) <= _MOST_SUMMED else []
        return any(told == sum(some) for size in range(3, len(few)) for some in combinations(few, size))

    def has_shape(self, value: Identifier) -> bool:
        """Tell whether the calls carry an identifier made as ``value`` is: its letters and digits alike in order."""
        shape = _shape(value.key)
        return any(_shape(key) == shape and _about_as_long(key, value.key) for key in self._facts.keys)

    def misquotes(self, value: Value, *, named: bool = True) -> bool:
        """Tell whether ``value`` is all but one that the calls carry: an amount or identifier a digit or two off.

        An amount counts too where the calls carry but one or two, with nothing to add up, and it is told of what they
        did by name.
        """
        if isinstance(value, Moment) or self.holds(value) is not Support.CONTRADICTED:
            return False
        if isinstance(value, Amount):
            few = named and len(self._facts.money) <= _MOST_ALONE
            told = _digits(value.value)
            few = few or (_is_long(told) and any(_is_slip(told, _digits(known)) for known in self._facts.money))
            return few and not self.derives(value)
        return isinstance(value, Identifier) and any(_is_slip(value.key, key) for key in self._facts.keys)

    def _holds_amount(self, value: Amount) -> Support:
        if abs(value.value) in self._facts.numbers:
            return Support.CARRIED if self.has_currency(value) else Support.CONTRADICTED
        return Support.CONTRADICTED if self._facts.money else Support.ABSENT

    def has_currency(self, value: Amount) -> bool:
        """Tell whether an amount may be in a currency that the calls give, or they give none."""
        known = self._facts.currencies | self._currencies
        return not known or value.currency in known or not known.isdisjoint(value.also)

    def _holds_moment(self, value: Moment) -> Support:
        """Hold a moment's date, then its time. "Today" is when it is told, which no call need say."""
        dates, times = self._facts.dates, self._facts.times
        if value.dated and not any(value.agrees(date, self._now) for date in dates):
            return Support.CONTRADICTED if dates and (value.shift != 0 or value.due) else Support.ABSENT
        if value.time is None or any(value.agrees_in_time(known) for known in times):
            return Support.CARRIED
        return Support.CONTRADICTED if self._facts.timed else Support.ABSENT

    def _holds_identifier(self, value: Identifier) -> Support:
        if self._known is None and self._has_code(value.key):
            return Support.CARRIED
        keys, kinds = self._facts.keys, self._facts.kinds
        whole = value.kind == "email"
        if value.key in keys or (not whole and any(_is_end(value.key, key) for key in keys)):
            return Support.CARRIED
        others = value.kind in kinds if value.kind in _APART else bool(keys)
        return Support.CONTRADICTED if others else Support.ABSENT


def _shape(key: str) -> str:
    """Return a key with each run of letters or digits as one: "a0" for "hat039"."""
    return "".join(kind for kind, _ in groupby("0" if char.isdigit() else "a" for char in key))


def _about_as_long(one: str, other: str) -> bool:
    return (one.isdigit() and other.isdigit()) or abs(len(one) - len(other)) <= _MORE


def _digits(amount: Decimal) -> str:
    return f"{abs(amount):.2f}"


def _is_long(told: str) -> bool:
    """Tell whether an amount has so many digits that another one is seldom like it by chance: no round one has."""
    return len(told.replace(".", "").rstrip("0")) >= _FEWEST_TELLING


def _is_slip(told: str, known: str) -> bool:
    """Tell whether one is the other with a character or two changed, or two neighbours swapped."""
    if len(told) != len(known) or len(told) < _SHORTEST_SLIP or told == known:
        return False
    apart = [index for index, pair in enumerate(zip(told, known, strict=True)) if pair[0] != pair[1]]
    return len(apart) == 1 or (len(apart) == _PAIR and sorted(told) == sorted(known))


def _is_end(one: str, other: str) -> bool:
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return len(short) >= _SHORTEST_END and (long.endswith(short) or long.startswith(short))
