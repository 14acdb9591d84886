"""Whether a regular expression in a schema can be made to run forever, told before it is ever run.

Python's matcher backtracks, so its time follows the number of ways in which a text can be read. Where a loop reads one
text in two ways, that number grows exponentially and the pattern is refused. Where loops that share characters follow
each other, it grows with the length to the power of their number, and the texts are held to a length matched in time.
"""

from __future__ import annotations

import re
from importlib import import_module
from math import factorial
from typing import Any

from veraz.errors import ToolError
from veraz.tools.automaton import Alphabet, Automaton, Hostile

_STEPS = 5_000_000  # of the matcher, for one text: about a second
_FEW_READINGS = 16
_SHORTEST = 100
_LONGEST_PATTERN = 1_000

_parser: Any = import_module("re._parser")  # what ``re`` itself parses with; it has no public name


def longest_text(pattern: str, where: str) -> int | None:
    """Return how long a text held to ``pattern`` may be, or ``None`` where any length is matched in good time.

    :raises ToolError: naming ``where``, for a pattern that is none, or that some text keeps busy forever.
    """
    try:
        return _longest_text(pattern)
    except Hostile as error:
        raise ToolError(f"{where} {pattern!r:.100} {error}") from None
    except (re.error, RecursionError, OverflowError) as error:
        raise ToolError(f"{where} {pattern!r:.100} is not a pattern: {error}") from error


def _longest_text(pattern: str) -> int | None:
    if len(pattern) > _LONGEST_PATTERN:
        raise Hostile(f"is longer than {_LONGEST_PATTERN} characters")
    parsed = _parser.parse(pattern)
    if parsed.state.flags & ~re.UNICODE:
        raise Hostile("sets flags, which patterns of JSON schemas do not have")
    alphabet = Alphabet(pattern)
    whole, *look_arounds = [Automaton(tree, alphabet) for tree in _trees(parsed)]
    power, readings = whole.power(), whole.readings()
    if power and not _is_anchored(parsed) and not whole.is_won_in_its_loops():
        power += 1  # the search is begun again at every character
    power += max((look_around.power() for look_around in look_arounds), default=0)  # begun again wherever one stands
    readings += sum(look_around.readings() for look_around in look_arounds)
    if power <= 1 and readings <= _FEW_READINGS:
        return None
    longest = int((_STEPS * factorial(power) / readings) ** (1 / max(power, 1)))
    if longest < _SHORTEST:
        raise Hostile("can read a text in too many ways, so that long texts keep it busy; make its parts differ")
    return longest


def _is_anchored(tree: Any) -> bool:
    return bool(len(tree)) and str(tree[0][0]) == "AT" and str(tree[0][1]) in ("AT_BEGINNING", "AT_BEGINNING_STRING")


def _trees(tree: Any) -> list[Any]:
    """Return ``tree`` and the tree of each look-around in it, each a pattern of its own."""
    found, waiting = [tree], [tree]
    while waiting:
        for operation, argument in waiting.pop():
            if str(operation) in ("ASSERT", "ASSERT_NOT"):
                found.append(argument[1])
            waiting += _below(str(operation), argument)
    return found


def _below(operation: str, argument: Any) -> list[Any]:
    match operation:
        case "BRANCH":
            return list(argument[1])
        case "SUBPATTERN":
            return [argument[3]]
        case "MAX_REPEAT" | "MIN_REPEAT":
            return [argument[2]]
        case "ASSERT" | "ASSERT_NOT":
            return [argument[1]]
    return []
