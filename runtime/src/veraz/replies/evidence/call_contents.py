"""What one part of a call holds, its arguments or its result: facts, texts and words, read once while it comes again.

Every turn holds a reply to the whole session, so that the same calls come in check after check.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from functools import cached_property, lru_cache
from typing import Any

from veraz.records.plain import attempted
from veraz.replies.evidence.arguments import leaves, text_of, told_in
from veraz.replies.evidence.result_records import Thing, things_in, words_of
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.values import Facts, ValueWords, codes_in, dated_fields, gather, zone_of

STEM = 6  # letters that two words share which are forms of one: "archived", "ARCHIVED"
_SHORTEST = 3  # characters of a text that may tell two calls apart
_MOST_KEPT = 2048  # parts of calls
_MOST_SHORT_KEPT = 8192  # short parts: those of a person's every call, who comes back for years
_LONGEST_KEPT = 8192  # bytes of a part; a longer one is read again
_LONGEST_SHORT = 512
NUMBER = re.compile(r"\d{1,24}(?:[.,]\d{1,24}){0,4}")
_UNTRUE = re.compile(r'"[^"]*": (?:false|null|0|""|"none"|\[\]|\{\})(?=[,}\]])')
_MARSHAL = 2  # the last version in which equal values always give equal bytes


class Contents:
    """What ``value``, plain JSON, holds; each read on the first question and kept."""

    def __init__(self, value: Any, words: ValueWords, zone: tzinfo | None) -> None:
        self._value = value
        self._words = words
        self._zone = zone

    @cached_property
    def facts(self) -> Facts:
        """Its amounts, dates and identifiers."""
        return gather([self._value], self._words, self._zone)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Most of its identifiers, for much less."""
        return codes_in(self._value)

    @cached_property
    def texts(self) -> frozenset[str]:
        """Its strings, folded, but for the shortest."""
        return frozenset([fold(text) for text in strings(self._value) if len(text) >= _SHORTEST])

    @cached_property
    def slots(self) -> frozenset[str]:
        """The words of the names of its fields that hold a date or a time."""
        return frozenset().union(*map(words_of, dated_fields(self._value)))

    @cached_property
    def marks(self) -> frozenset[str]:
        """Its texts, and the numbers of its own fields as they are told: "#88"."""
        fields = self._value.values() if isinstance(self._value, Mapping) else ()
        numbers = [f"#{text}" for text in map(text_of, fields) if text.isdigit()]
        return self.texts.union(numbers) if numbers else self.texts

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in it, the names of its fields too, but for those of what it says is not so."""
        written = _UNTRUE.sub("", attempted(_as_json, self._value) or "")
        return frozenset(tokenize(fold(written.replace("_", " "))).words)

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Every word of its texts and numbers, the names of its fields left aside."""
        return frozenset(word for text in told_in(self._value) for word in tokenize(fold(text.replace("_", " "))).words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The first letters of those of these words that are long enough to have another form."""
        return frozenset(word[:STEM] for word in self.spoken if len(word) >= STEM)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Every number in it as it is written, and how many items its lists have."""
        written = attempted(_as_json, self._value) or ""
        return frozenset((*NUMBER.findall(written), *map(str, _lengths(self._value))))

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """The things in it, one by one."""
        return things_in(self._value)

    @cached_property
    def told_of(self) -> frozenset[str]:
        """The words of all of them."""
        return frozenset().union(*(thing.words for thing in self.things))


class Shelf:
    """The contents met lately, found again by what they are read from; safe to share between threads."""

    def __init__(self, words: ValueWords) -> None:
        self.words = words
        self._kept = lru_cache(_MOST_KEPT)(self._read)
        self._short = lru_cache(_MOST_SHORT_KEPT)(self._read)

    def contents(self, value: Any, now: datetime | None) -> Contents:
        """Return what ``value`` holds as told at ``now``; what was changed since it was met is another value."""
        zone = zone_of(now)
        try:
            written = marshal.dumps(value, _MARSHAL)
        except ValueError:  # it holds more than plain values, or is nested too deep
            return Contents(value, self.words, zone)
        if len(written) > _LONGEST_KEPT:
            return Contents(value, self.words, zone)
        return self._short(written, zone) if len(written) <= _LONGEST_SHORT else self._kept(written, zone)

    def forget(self) -> None:
        """Drop what is kept."""
        self._kept.cache_clear()
        self._short.cache_clear()

    def _read(self, written: bytes, zone: tzinfo | None) -> Contents:
        return Contents(marshal.loads(written), self.words, zone)


def _lengths(value: Any) -> Iterator[int]:
    """Yield how many items each list in a value has."""
    if isinstance(value, list):
        yield len(value)
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _lengths(part)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def strings(value: Any) -> Iterator[str]:
    """Yield every string in ``value``; the names of fields are none."""
    return (each for each in leaves(value) if isinstance(each, str))
