"""How often the agent says that it tried: "I tried it eight times", «Fiz três tentativas»."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.reading.analysis.function_words import CLAUSE_EDGES, Sketch
from veraz.text.fold import fold_word

_NUMBER_BEFORE = 2  # tokens before "times" in which their number stands: "three failed attempts"; no line needs more


class AttemptCounts(NamedTuple):
    """A language's words for it.

    :ivar units: what tries are counted in: "times"; ``once`` words that say it all: "twice".
    :ivar trying: forms for making them, by one of ``agents``; ``own`` ones are the agent's by themselves: «tentei».
    """

    units: frozenset[str]
    once: Mapping[str, int]
    trying: frozenset[str]
    own: frozenset[str]
    agents: frozenset[str]
    numbers: Mapping[str, int]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> AttemptCounts:
        """Return those of ``grammar``."""
        table = grammar.table("stance")["tries"]
        units, trying, own = (frozenset(map(fold_word, table[key])) for key in ("units", "trying", "own"))
        agents = frozenset(map(fold_word, grammar.table("stance")["classes"]["agent"]))
        numbers = grammar.table("values")["numbers"]["values"]
        return cls(
            units, table["once"], trying, own, agents, {fold_word(word): value for word, value in numbers.items()}
        )

    def stand_in(self, words: Sequence[str]) -> bool:
        """Tell whether a unit may tell of tries."""
        return not (self.units.isdisjoint(words) and self.once.keys().isdisjoint(words))

    def counts(self, word: str) -> bool:
        """Tell whether a word says how many: "six", "twice"."""
        return word in self.numbers or word in self.once

    def told(self, words: Sequence[str], sketch: Sketch) -> int:
        """Return how many times the agent says in a unit that it tried; 0 where it says no number."""
        if not self.stand_in(words):
            return 0
        for at, word in enumerate(words):
            number = self.once.get(word, 0)
            if word in self.units:
                number = self._number(words[max(0, at - _NUMBER_BEFORE) : at])
            if number and self._is_tried(words[:at], sketch.char_of, sketch.chars[: sketch.char_of[at]]):
                return number
        return 0

    def _number(self, words: Sequence[str]) -> int:
        numbers = (int(word) if word.isdecimal() else self.numbers.get(word, 0) for word in words)
        return next(filter(None, numbers), 0)

    def _is_tried(self, words: Sequence[str], places: Sequence[int], chars: str) -> bool:
        """Tell whether the clause so far says that the agent tries."""
        edge = max((chars.rfind(char) for char in CLAUSE_EDGES), default=-1)
        near = [word for word, at in zip(words, places, strict=False) if at > edge]
        is_agent = any(word.split("'")[0] in self.agents for word in near)
        return not self.own.isdisjoint(near) or (is_agent and not self.trying.isdisjoint(near))
