"""What the calls of one check carry: the values they were sent and returned, and the texts that tell them apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any

from veraz.outcomes import Call, Outcome, Record
from veraz.replies.evidence.among import Among
from veraz.replies.evidence.call_contents import NUMBER, Contents, Shelf, strings
from veraz.text.fold import fold
from veraz.text.tokens import stands_in
from veraz.tools import Tool, Toolset
from veraz.values import Amount, Evidence, Facts, Identifier, NumberWords, SlotWords, Support, Value
from veraz.values.words import MoneyWords

_ACTED = (Outcome.DONE, Outcome.PENDING, Outcome.UNKNOWN, Outcome.UNDONE)
_CURRENCY = ("currency", "moeda")
_LONGEST_NAME = 4  # words
_LONG_NAME = re.compile(
    r"([^\W\d_]{3,30})[@.+][^\s@]{1,60}|[a-z]{1,6}-(\d{3,12})|(?:[\w.-]{1,40}/){1,9}([\w-]{1,40}\.\w{1,5})"
)
_SHORTEST = 3  # characters of a text that may tell two calls apart


class CallEvidence:
    """The values and texts of a record's calls, each read on the first question and kept."""

    def __init__(self, toolset: Toolset, record: Record, shelf: Shelf, now: datetime | None) -> None:
        self._toolset = toolset
        self._record = record
        self._shelf = shelf
        self._now = now
        self._parts: dict[int, list[Contents]] = {}
        self._evidence: dict[int, Evidence] = {}
        self._texts: dict[int, frozenset[str]] = {}
        self._counted: dict[Value, int] = {}
        self._among: dict[tuple[int, ...], Among] = {}

    def is_write(self, call: Call) -> bool:
        """Tell whether ``call`` changes the world, or would."""
        return self._toolset[call.tool].writes(call.arguments)

    @property
    def money(self) -> MoneyWords:
        """The words that money is told with."""
        return self._shelf.words.money

    @property
    def numbers(self) -> NumberWords:
        """The words that numbers are told with."""
        return self._shelf.words.numbers

    @property
    def slots(self) -> SlotWords:
        """The words for what a date is of."""
        return self._shelf.words.slots

    def slots_of(self, call: Call) -> frozenset[str]:
        """Return the words of the names of the fields in which ``call`` carries dates and times."""
        return frozenset().union(*(part.slots for part in self._both(call)))

    def by(self, call: Call) -> Evidence:
        """Return what ``call`` was sent and returned."""
        evidence = self._evidence.get(id(call))
        if evidence is None:
            currencies = fixed_currencies(self._toolset[call.tool])
            evidence = self._evidence[id(call)] = self._together(self._both(call), currencies)
        return evidence

    def of(self, value: Any) -> Evidence:
        """Return what ``value``, a part of what a call returned, holds."""
        return self._together([self._shelf.contents(value, self._now)])

    def sent(self, call: Call) -> Evidence:
        """Return what ``call`` was sent."""
        return self._together(self._both(call)[:1])

    @cached_property
    def by_any(self) -> Evidence:
        """What any call of the session was sent or returned."""
        return self._together([part for call in self._record for part in self._both(call)])

    @cached_property
    def asked(self) -> Evidence:
        """What any call of the session was sent."""
        return self._together([self._both(call)[0] for call in self._record])

    @cached_property
    def by_lookups(self) -> Evidence:
        """What the look-ups of the session returned."""
        return self._together([self._both(call)[-1] for call in self.lookups])

    def _both(self, call: Call) -> list[Contents]:
        """Return what the arguments of ``call`` hold, and its result where it has one."""
        parts = self._parts.get(id(call))
        if parts is None:
            values = (call.arguments,) if call.result is None else (call.arguments, call.result)
            parts = self._parts[id(call)] = [self._shelf.contents(value, self._now) for value in values]
        return parts

    def _together(self, parts: Sequence[Contents], currencies: frozenset[str] = frozenset()) -> Evidence:
        return Evidence(
            lambda: Facts.joined([part.facts for part in parts]),
            self._now,
            currencies,
            lambda code: any(code in part.codes for part in reversed(parts)),
        )

    @cached_property
    def has_looked(self) -> bool:
        """Whether a look-up of the session returned anything."""
        return bool(self.lookups)

    def was_read(self, word: str, values: Iterable[Value]) -> bool:
        """Tell whether a look-up returned ``word``, folded, of the identifiers among ``values``."""
        named = [value for value in values if isinstance(value, Identifier)]
        for call in self.lookups:
            if word in self._both(call)[-1].words and all(
                self.by(call).holds(each) is Support.CARRIED for each in named
            ):
                return True
        return False

    def words(self, call: Call) -> frozenset[str]:
        """Return every word of what ``call`` was sent and returned, and of the names of its fields."""
        return frozenset().union(*(part.words for part in self._both(call)))

    @cached_property
    def numbers_written(self) -> frozenset[str]:
        """Every number that any call of the session was sent, returned, or failed with, as it is written."""
        parts = frozenset().union(*(part.numbers for call in self._record for part in self._both(call)))
        return parts.union(*(NUMBER.findall(call.reason) for call in self._record if call.reason))

    def sent_contents(self, call: Call) -> Contents:
        """Return what ``call`` was sent."""
        return self._both(call)[0]

    def returned(self, call: Call) -> Contents:
        """Return what ``call`` returned."""
        return self._both(call)[-1]

    @cached_property
    def lookups(self) -> list[Call]:
        """The look-ups of the session that returned anything."""
        calls = (call for call in self._record if call.result is not None)
        return [call for call in calls if not self.is_write(call)]

    @cached_property
    def untouched(self) -> list[Call]:
        """The session's calls since the last write that may have changed anything, that one not among them."""
        calls = list(self._record)
        acts = (at for at, call in enumerate(calls) if self.is_write(call) and call.outcome in _ACTED)
        return calls[max(acts, default=-1) + 1 :]

    def names(self, call: Call, text: str, values: Iterable[Value]) -> int:
        """Count what a unit names of ``call``: values it carries, and its texts."""
        carried = sum(self.by(call).holds(value) is Support.CARRIED for value in values)
        return carried + len([part for part in self._texts_of(call) if part in text and stands_in(part, text)])

    def is_named(self, call: Call, text: str, *, by_code: bool) -> bool:
        """Tell whether a text says what only ``call`` was sent in this turn: a code, or any name and text as well."""
        own = [part for part in self._sent(call) if part in text and (not by_code or _is_code(part))]
        return any(stands_in(part, text) and self._in_turn.has_alone(call, part) for part in own)

    def _sent(self, call: Call) -> set[str]:
        """Return the texts that ``call`` was sent, and the names in them: "Mika" of "Mika Berg"."""
        texts = [text for text in strings(call.arguments) if len(text) >= _SHORTEST]
        named = (words for text in texts if len(words := text.split(None, _LONGEST_NAME)) <= _LONGEST_NAME)
        return {fold(text) for text in (*texts, *filter(_is_name, chain.from_iterable(named)))}

    def likest(self, calls: Sequence[Call], among: Among, text: str, values: Sequence[Value]) -> Call:
        """Return the call that a unit says most of, the latest such: what only it carries, what it does, its words."""
        for key in self._likeness(among, text, values):
            if len(calls) == 1:
                break
            counts = [key(call) for call in calls]
            most = max(counts)
            calls = [call for call, count in zip(calls, counts, strict=True) if count == most]
        return calls[-1]

    def is_like(self, call: Call, among: Among, text: str, values: Sequence[Value]) -> bool:
        """Tell whether a unit says anything of ``call`` as :meth:`likest` counts it."""
        return any(key(call) for key in self._likeness(among, text, values))

    def _likeness(self, among: Among, text: str, values: Sequence[Value]) -> Iterator[Callable[[Call], int]]:
        yield lambda call: among.alone_names(call, text)
        yield lambda call: self.names(call, text, values)
        yield lambda call: among.alone_says(call, text)

    def among(self, calls: Sequence[Call]) -> Among:
        """Return ``calls`` of the record beside each other."""
        key = tuple(map(id, calls))
        if key not in self._among:
            self._among[key] = Among(calls, self._texts_of)
        return self._among[key]

    @cached_property
    def in_session(self) -> Among:
        """All calls beside each other."""
        return self.among(self._record.calls)

    @cached_property
    def _in_turn(self) -> Among:
        return self.among(self._record.turn)

    def returned_alone(self, call: Call, values: Iterable[Value]) -> bool:
        """Tell whether one of ``values`` was returned by ``call``, and neither sent to it nor carried by another."""
        telling = [value for value in values if isinstance(value, Identifier | Amount)]
        found = [value for value in telling if self.by(call).holds(value) is Support.CARRIED]
        if not found:
            return False
        sent = self.sent(call)
        return any(sent.holds(value) is not Support.CARRIED and self._carriers(value) == 1 for value in found)

    def _carriers(self, value: Value) -> int:
        """Count the calls of the session that carry ``value``."""
        if value not in self._counted:
            self._counted[value] = sum(self.by(call).holds(value) is Support.CARRIED for call in self._record)
        return self._counted[value]

    def _texts_of(self, call: Call) -> frozenset[str]:
        texts = self._texts.get(id(call))
        if texts is None:
            sent, *returned = self._both(call)
            whole = sent.marks.union(*[part.texts for part in returned]) if returned else sent.marks
            texts = self._texts[id(call)] = whole.union(filter(None, map(_short_name, sent.marks)))
        return texts


def _is_code(part: str) -> bool:
    """Tell whether a text is a code: one word, of letters and digits or with an address's mark."""
    return " " not in part and ("@" in part or (any(map(str.isdigit, part)) and any(map(str.isalpha, part))))


def _short_name(text: str) -> str:
    """Return what a text, folded, is called for short: "tia" of "tia@mossgrid.example"; empty where it is nothing."""
    found = _LONG_NAME.fullmatch(text)
    return next(filter(None, found.groups()), "") if found else ""


def _is_name(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha() and word[0].isupper()


def fixed_currencies(tool: Tool) -> frozenset[str]:
    """Return the currencies that a tool's schemas leave no choice of."""
    found: set[str] = set()
    for schema in (tool.input_schema, tool.output_schema or {}):
        properties = schema.get("properties") or {}
        for fixed in [properties[name] for name in _CURRENCY if name in properties]:
            only = _only_value(fixed) if isinstance(fixed, Mapping) else None
            if isinstance(only, str):
                found.add(only.upper())
    return frozenset(found)


def _only_value(schema: Mapping[str, Any]) -> Any:
    choices = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return choices[0] if len(choices) == 1 else None
