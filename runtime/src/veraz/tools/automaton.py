"""A pattern as a position automaton, and in how many ways it can read a text.

Positions take one character each (Glushkov 1961). The degree of ambiguity follows Weber and Seidl 1991, and Allauzen,
Mohri and Rastogi 2008: exponential where a loop leads from a position back to it in two ways with one text, else
polynomial. Repeats with a range are taken for unbounded, which errs on the side of refusing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from dataclasses import dataclass
from math import prod
from typing import Any

_MOST_POSITIONS = 250
_WIDEST = range(0x300)  # codes that are told apart one by one: Latin


class Hostile(Exception):
    """Why a pattern is refused."""


class Alphabet:
    """Characters that stand for all others where a pattern tells them apart; a set of them is a bit mask."""

    def __init__(self, pattern: str) -> None:
        near = {code + step for code in map(ord, pattern) for step in (-1, 0, 1)}
        escapes = re.findall(r"\\[xuU]([0-9A-Fa-f]{2,8})", pattern)
        near |= {int(code, 16) + step for code in escapes for step in (-1, 0, 1)}
        codes = {*_WIDEST, 0x0660, 0x2003, 0x4E00, 0x20AC, 0x1F600, *near}
        self.codes = sorted(code for code in codes if 0 <= code <= sys.maxunicode)
        self.all = (1 << len(self.codes)) - 1

    def mask(self, operation: str, argument: Any) -> int:
        """Return the characters that one item of a pattern takes."""
        match operation:
            case "LITERAL":
                return self._range(argument, argument)
            case "NOT_LITERAL":
                return self.all & ~self._range(argument, argument)
            case "ANY":
                return self.all & ~self._range(10, 10)
            case "RANGE":
                return self._range(*argument)
            case "CATEGORY":
                return self._category(str(argument))
            case "IN":
                negated = bool(argument) and str(argument[0][0]) == "NEGATE"
                taken = 0
                for inner, value in argument[negated:]:
                    taken |= self.mask(str(inner), value)
                return self.all & ~taken if negated else taken
        raise Hostile(f"uses {operation.lower()}, which patterns of JSON schemas do not have")

    def _range(self, first: int, last: int) -> int:
        return sum(1 << place for place, code in enumerate(self.codes) if first <= code <= last)

    def _category(self, name: str) -> int:
        *_, kind = name.split("_")
        letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[kind]
        taken = re.compile("\\" + (letter.upper() if "_NOT_" in name else letter))
        return sum(1 << place for place, code in enumerate(self.codes) if taken.match(chr(code)))


@dataclass(frozen=True, slots=True)
class _Span:
    """A part of the automaton: whether it takes the empty text, and the positions it begins and ends with."""

    empty: bool
    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()


_NOTHING = _Span(empty=True)


class Automaton:
    """Positions of a pattern that take one character each, and which follow which."""

    def __init__(self, tree: Any, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.masks: list[int] = []
        self.follow: list[set[int]] = []
        self.doubled: set[tuple[int, int]] = set()  # steps that the pattern leads to in two ways, as in (a+)+
        self.empties = 1  # in how many ways it takes nothing, outside of repeats
        self.repeats = 0  # how many repeats the part being read stands in
        self.looks = False  # whether it looks at what surrounds a place: $, \b, (?=…)
        self.span = self._sequence(tree)

    def _sequence(self, tree: Any) -> _Span:
        span = _NOTHING
        for operation, argument in tree:
            span = self._join(span, self._item(str(operation), argument))
        return span

    def _item(self, operation: str, argument: Any) -> _Span:
        match operation:
            case "AT" | "ASSERT" | "ASSERT_NOT":
                self.looks = True
                return _NOTHING
            case "SUBPATTERN":
                if argument[1] or argument[2]:
                    raise Hostile("sets flags, which patterns of JSON schemas do not have")
                return self._sequence(argument[3])
            case "BRANCH":
                return self._either([self._sequence(branch) for branch in argument[1]])
            case "MAX_REPEAT" | "MIN_REPEAT":
                return self._repeat(*argument)
        return self._position(self.alphabet.mask(operation, argument))

    def _position(self, mask: int) -> _Span:
        if len(self.masks) == _MOST_POSITIONS:
            raise Hostile("is too large to be checked")
        self.masks.append(mask)
        self.follow.append(set())
        own = frozenset([len(self.masks) - 1])
        return _Span(False, own, own)

    def _join(self, left: _Span, right: _Span) -> _Span:
        for place in left.last:
            self.doubled |= {(place, after) for after in self.follow[place] & right.first}
            self.follow[place] |= right.first
        first = left.first | right.first if left.empty else left.first
        last = left.last | right.last if right.empty else right.last
        return _Span(left.empty and right.empty, first, last)

    def _either(self, spans: list[_Span]) -> _Span:
        self._count_empty(sum(span.empty for span in spans))
        first = frozenset().union(*(span.first for span in spans))
        return _Span(any(span.empty for span in spans), first, frozenset().union(*(span.last for span in spans)))

    def _count_empty(self, ways: int) -> None:
        if ways > 1 and self.repeats:
            raise Hostile("repeats what takes nothing in several ways, so that some text keeps it busy forever")
        self.empties *= max(ways, 1)

    def _repeat(self, least: int, most: int, body: Any) -> _Span:
        before = len(self.masks)
        self.repeats += most > 1
        span = self._sequence(body)
        if most > 1 and span.empty:
            raise Hostile("repeats what may be empty; let the repeat alone, or its inside, be left out")
        if 1 < least == most and len(self.masks) + (len(self.masks) - before) * (most - 1) <= _MOST_POSITIONS:
            for _ in range(most - 1):  # a fixed count is that many copies: it can be read in one way only
                span = self._join(span, self._sequence(body))
        elif most > 1:
            self._join(span, span)
        self.repeats -= most > 1
        self._count_empty((least == 0) + span.empty)
        return _Span(least == 0 or span.empty, span.first, span.last) if most else _NOTHING

    def readings(self) -> int:
        """Return in how many ways one text can be read, at most, its loops aside."""
        loop_of = {place: loop for loop in self._loops() for place in loop}
        steps = [self.follow[place] - loop_of.get(place, frozenset()) for place in range(len(self.follow))]
        return self.empties * prod(max(self._rivals(places), 1) for places in (self.span.first, *steps))

    def _rivals(self, places: Collection[int]) -> int:
        """Return how many of ``places`` take a character that another of them takes too."""
        masks = self.masks
        return sum(any(masks[one] & masks[other] for other in places if other != one) for one in places)

    def power(self) -> int:
        """Return the power of the length that the number of readings grows with, one for a plain loop.

        :raises Hostile: where it grows exponentially.
        """
        loops = self._loops()
        if any(self._is_ambiguous(loop) for loop in loops):
            raise Hostile("has a loop that reads one text in several ways, so that some text keeps it busy forever")
        if self._is_deterministic(range(len(self.masks))):
            return min(len(loops), 1)
        return self._longest_chain(loops)

    def is_won_in_its_loops(self) -> bool:
        """Tell whether a match is sure once any loop is entered, so that no search is begun twice."""
        return not self.looks and all(loop <= self.span.last for loop in self._loops())

    def _loops(self) -> list[frozenset[int]]:
        """Return the positions that can be come back to, in groups that reach each other, as a text meets them."""
        reach = self._reach()
        loops = {frozenset(other for other in reach[place] if place in reach[other]) for place in range(len(reach))}
        return sorted(filter(None, loops), key=lambda loop: -len(reach[next(iter(loop))]))

    def _reach(self) -> list[set[int]]:
        reach: list[set[int]] = []
        for place in range(len(self.follow)):
            seen: set[int] = set()
            waiting = [place]
            while waiting:
                new = self.follow[waiting.pop()] - seen
                seen |= new
                waiting += new
            reach.append(seen)
        return reach

    def _is_deterministic(self, places: Collection[int]) -> bool:
        """Tell whether each character leads on from a position of ``places`` to one position of ``places`` at most."""
        for place in places:
            taken = 0
            for after in self.follow[place].intersection(places):
                if taken & self.masks[after]:
                    return False
                taken |= self.masks[after]
        return True

    def _is_ambiguous(self, loop: frozenset[int]) -> bool:
        """Tell whether a text leads from a position of ``loop`` back to it in two ways."""
        if any(place in loop and after in loop for place, after in self.doubled):
            return True
        if self._is_deterministic(loop):
            return False
        before: dict[tuple[int, int], list[tuple[int, int]]] = {}
        waiting = [(place, place) for place in loop]
        met = set(waiting)
        while waiting:
            left, right = pair = waiting.pop()
            for after in self._pairs(loop, left, right):
                before.setdefault(after, []).append(pair)
                if after not in met:
                    met.add(after)
                    waiting.append(after)
        back = [(place, place) for place in loop]
        seen = set(back)
        while back:
            for pair in before.get(back.pop(), ()):
                if pair[0] != pair[1]:
                    return True
                if pair not in seen:
                    seen.add(pair)
                    back.append(pair)
        return False

    def _pairs(self, loop: frozenset[int], left: int, right: int) -> list[tuple[int, int]]:
        masks = self.masks
        rights = self.follow[right] & loop
        return [(one, two) for one in self.follow[left] & loop for two in rights if masks[one] & masks[two]]

    def _longest_chain(self, loops: list[frozenset[int]]) -> int:
        """Return the number of loops on one way through the pattern, each sharing a character with the next."""
        reach = self._reach()
        masks = [self._taken(loop) for loop in loops]
        chains: list[int] = []
        for place, loop in enumerate(loops):
            start = next(iter(loop))
            earlier = [
                chains[other]
                for other in range(place)
                if masks[other] & masks[place] and start in reach[next(iter(loops[other]))]
            ]
            chains.append(1 + max(earlier, default=0))
        return max(chains, default=0)

    def _taken(self, loop: frozenset[int]) -> int:
        taken = 0
        for place in loop:
            taken |= self.masks[place]
        return taken
