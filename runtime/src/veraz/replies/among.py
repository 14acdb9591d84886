"""Several calls beside each other: what tells one of them from the rest, found without holding each to every other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain

from veraz.outcomes import Call
from veraz.text.tokens import stands_in

_LETTERS = re.compile(r"[^\W\d_]+")
_SHORTEST = 4  # letters of a word that may tell two calls apart


class Among:
    """Some calls, each once, and how many of them have a text or a word.

    :param texts_of: gives the texts of a call.
    """

    def __init__(self, calls: Sequence[Call], texts_of: Callable[[Call], frozenset[str]]) -> None:
        self.calls = calls
        self._texts_of = texts_of

    def alone_names(self, call: Call, text: str) -> int:
        """Count the texts of ``call``, one of these or not, that no other of them has, and that stand in a unit."""
        named = [part for part in self._texts_of(call) if part in text and stands_in(part, text)]
        return sum(self.has_alone(call, part) for part in named)

    def has_alone(self, call: Call, text: str) -> bool:
        """Tell whether none of them but ``call`` has ``text`` for one of its texts."""
        return self._texts[text] == (id(call) in self._ids and text in self._texts_of(call))

    def alone_says(self, call: Call, text: str) -> int:
        """Count the words of the texts of ``call``, and of no other of them, that stand in a unit."""
        own = id(call) in self._ids
        return sum(self._words[word] == own and stands_in(word, text) for word in self._words_of(call))

    @cached_property
    def _ids(self) -> frozenset[int]:
        return frozenset(map(id, self.calls))

    @cached_property
    def _texts(self) -> Counter[str]:
        return Counter(chain.from_iterable(map(self._texts_of, self.calls)))

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(chain.from_iterable(map(self._words_of, self.calls)))

    def _words_of(self, call: Call) -> set[str]:
        words = (word for text in self._texts_of(call) for word in _LETTERS.findall(text))
        return {word for word in words if len(word) >= _SHORTEST}
