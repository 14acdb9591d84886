"""What is known of the person who reads a reply, to tell their data from anyone else's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from veraz.replies.reply_rules.phrases import in_words
from veraz.text.fold import fold
from veraz.values import Evidence, Support, ValueWords, read_values
from veraz.values.personal import Personal, PersonalKind, personal_key

_SHORTEST_PART = 8  # characters: a phone without its country, a street without its town


@dataclass(frozen=True, slots=True)
class OwnData:
    """A person's own data.

    :ivar keys: every value, in the form personal data is compared in.
    :ivar names: the words of every value that is a text.
    :ivar dates: tells whether a date is among the values, however it is written.
    """

    keys: frozenset[str]
    names: tuple[frozenset[str], ...]
    dates: Evidence
    words: ValueWords

    @classmethod
    def of(cls, user: Mapping[str, Any], words: ValueWords) -> OwnData:
        """Return the data that the values of ``user`` are, nested ones included."""
        values = [str(value) for value in _leaves(user)]
        keys = frozenset(personal_key(fold(value)) for value in values)
        return cls(keys, tuple(frozenset(in_words(value)) for value in values), Evidence.of([user], words), words)

    def holds(self, told: Personal, text: str) -> bool:
        """Tell whether ``told``, read in ``text``, is the person's own: their whole name or a part of it counts."""
        match told.kind:
            case PersonalKind.NAME:
                words = set(in_words(text[told.start : told.end]))
                return any(words <= name for name in self.names)
            case PersonalKind.BIRTH_DATE:
                dates = read_values(text, fold(text), told.start, told.end, self.words)
                return bool(dates) and all(self.dates.holds(date) is Support.CARRIED for date in dates)
            case PersonalKind.PHONE | PersonalKind.ADDRESS:
                return any(_is_part(told.key, key) for key in self.keys)
        return told.key in self.keys


def _is_part(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST_PART and (long.endswith(short) or long.startswith(short)))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each)
    elif value is not None and not isinstance(value, bool):
        yield value
