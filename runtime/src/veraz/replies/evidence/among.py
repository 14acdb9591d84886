"""Several calls beside each other: what tells one of them from the rest, found without holding each to every other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from veraz.outcomes import Call
from veraz.text.tokens import stands_in

_LETTERS = re.compile(r"[^\W\d_]+")
_SHORTEST = 4  # letters of a word that may tell two calls apart; with 5, five lines of the corpus find another call

Texts = Callable[[Call], Iterable[str]]
"""Gives the texts of a call, each once."""


class Among:
    """Some calls, each once, and the texts and words that only one of them has.

    :param texts_of: gives the texts of a call, of these or not.
    """

    def __init__(self, calls: Sequence[Call], texts_of: Texts) -> None:
        self._calls = calls
        self._texts_of = texts_of
        self._named: dict[str, Mapping[int, int]] = {}

    def named(self, text: str) -> list[Call]:
        """Return those of which a unit says a text that no other of them has."""
        named = self._counted(text)
        return [call for call in self._calls if id(call) in named] if named else []

    def alone_names(self, call: Call, text: str) -> int:
        """Count the texts of ``call``, one of these or not, that no other of them has, and that stand in a unit."""
        if id(call) in self._ids:
            return self._counted(text).get(id(call), 0)
        named = [part for part in self._texts_of(call) if part in text and stands_in(part, text)]
        return sum(part not in self._owners for part in named)

    def has_alone(self, call: Call, text: str) -> bool:
        """Tell whether none of them but ``call``, one of these, has ``text`` for one of its texts."""
        return self._owners.get(text, id(call)) == id(call)

    def alone_says(self, call: Call, text: str) -> int:
        """Count the words of the texts of ``call``, one of these, that no other has, and that stand in a unit."""
        own = (word for word in self._words_of(call) if self._words[word] is not None)
        return sum(stands_in(word, text) for word in own)

    def _counted(self, text: str) -> Mapping[int, int]:
        """Return how many texts that only it has a unit says of each call, by identity; none of most."""
        if text not in self._named:
            said = [part for part in self._owners if part in text and stands_in(part, text)]
            self._named[text] = Counter(owner for part in said if (owner := self._owners[part]) is not None)
        return self._named[text]

    @cached_property
    def _ids(self) -> frozenset[int]:
        return frozenset(map(id, self._calls))

    @cached_property
    def _owners(self) -> Mapping[str, int | None]:
        return _owners(self._calls, self._texts_of)

    @cached_property
    def _words(self) -> Mapping[str, int | None]:
        return _owners(self._calls, self._words_of)

    def _words_of(self, call: Call) -> set[str]:
        words = (word for text in self._texts_of(call) for word in _LETTERS.findall(text))
        return {word for word in words if len(word) >= _SHORTEST}


def _owners(calls: Iterable[Call], texts_of: Texts) -> dict[str, int | None]:
    """Return by text the call, by identity, that has it; ``None`` for a text of several."""
    owners: dict[str, int | None] = {}
    for call in calls:
        for text in texts_of(call):
            owners[text] = None if text in owners else id(call)
    return owners
