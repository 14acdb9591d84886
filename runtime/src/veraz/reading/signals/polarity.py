"""How each word of a unit stands in its clause: told, denied, or left open by a question, a condition, what is to come.

A clause ends where the next has a verb of its own: "Paolo couldn't be removed, and Tia's access is gone" has two, "Tia,
Paolo and Ana were removed" has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, CROSSES, QUESTION
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie
from veraz.vocabulary import Role


def _classes(names: str) -> frozenset[str]:
    return frozenset(CHAR[name] for name in names.split())


_FINITE = _classes("agent person third it be ser was have will will3 will_be would can could did do may must sorry")
_DENYING = _classes("not no nil unable fail yet_to left")
_OPENING = _classes("if if_person whether would may must offer please let unsure")
_AHEAD = _classes("will going can could")
_ENDS = frozenset((BREAK, QUESTION))
_MAY_END = frozenset((COMMA, COLON, CHAR["and"]))
_LEFT_OPEN = frozenset(("question", "condition", "report", "opening", "general", "unsure"))
"""The rules of scopes in which nothing is told outright."""


_QUOTED = "quotation"


class Polarity(StrEnum):
    """How a word stands in its clause."""

    TOLD = "told"
    DENIED = "denied"
    OPEN = "open"


class Clauses(NamedTuple):
    """A unit taken apart, and how each of its tokens stands.

    :ivar polarity: one a token.
    :ivar covers: whether it speaks of several alike: "both", "all three".
    """

    analysis: UnitAnalysis
    polarity: Sequence[Polarity]
    covers: bool


class Polarities(NamedTuple):
    """A language's words that deny a clause beside its function words.

    :ivar failing: such words and phrases: "declined", "an error".
    """

    failing: PhraseTrie[bool]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> Polarities:
        """Return those of ``grammar``."""
        failing = grammar.table("stance")["telling"]["failing"]
        return cls(PhraseTrie.of((fold_word(phrase).split(), True) for phrase in failing))

    def find(self, unit: UnitAnalysis) -> Sequence[Polarity]:
        """Return the polarity of each token of a unit."""
        found, rules = [Polarity.TOLD] * len(unit.tokens), _rules_over(unit)
        for start, stop in clause_stretches(unit.sketch.chars):
            polarity = self._of_clause(unit, rules, start, stop)
            for char in range(start, stop):
                found[unit.sketch.token_of[char]] = Polarity.OPEN if rules[char] in _LEFT_OPEN else polarity
        return found

    def _of_clause(self, unit: UnitAnalysis, rules: Sequence[str], start: int, stop: int) -> Polarity:
        told = zip(unit.sketch.chars[start:stop], rules[start:stop], strict=True)
        chars = frozenset(char for char, rule in told if rule != _QUOTED)  # "Shipped in May" says nothing of its clause
        if not chars.isdisjoint(_OPENING) or QUESTION in unit.sketch.chars[stop - 1 : stop + 1]:
            return Polarity.OPEN
        if CHAR["agent"] in chars and not chars.isdisjoint(_AHEAD):
            return Polarity.OPEN
        tokens = slice(unit.sketch.token_of[start], unit.sketch.token_of[stop - 1] + 1)
        return Polarity.DENIED if not chars.isdisjoint(_DENYING) or self._fails(unit, tokens) else Polarity.TOLD

    def _fails(self, unit: UnitAnalysis, tokens: slice) -> bool:
        words = unit.tokens.words[tokens]
        if not CROSSES.isdisjoint(words) or self.failing.stands_in(words):
            return True
        return any(Role.FAILURE in form.head.roles for entry in unit.entries[tokens] for form in entry.forms)


def _rules_over(unit: UnitAnalysis) -> Sequence[str]:
    """Return the rule of the innermost scope over each character of a unit; empty where none is."""
    rules = [""] * len(unit.sketch.chars)
    for scope in unit.scopes.stretches:
        rules[scope.start : scope.end] = [scope.rule] * (min(scope.end, len(rules)) - scope.start)
    return rules


def clause_stretches(chars: str) -> Iterator[tuple[int, int]]:
    """Yield where each clause of a sketch starts and ends."""
    start, edges = 0, [at for at, char in enumerate(chars) if char in _ENDS or char in _MAY_END]
    for at, after in pairwise([*edges, len(chars)]):
        if at > start and (chars[at] in _ENDS or not _FINITE.isdisjoint(chars[at:after])):
            yield start, at
            start = at
    if chars:
        yield start, len(chars)
