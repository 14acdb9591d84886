"""Stretches of a unit in which a claim is not made outright: conditions, questions, reports, quotations."""

from __future__ import annotations

import re
from dataclasses import dataclass

from veraz.outcomes import Stance
from veraz.reading.classes import BREAK, CHAR, COMMA, QUESTION, QUOTE

_MARKERS = re.compile(
    f"[{QUESTION}{QUOTE}"
    + "".join(CHAR[name] for name in "whether if if_person when said general unsure standing since please".split())
    + "]"
)
_END_OF_CONDITION = re.compile(f"[{COMMA}{BREAK}{QUESTION}]")
_END_OF_CLAUSE = re.compile(f"[{BREAK}{QUESTION}]")
_INVERTED = frozenset(
    CHAR[name] for name in ("do", "did", "would", "will", "can", "could", "may", "must", "be", "wh", "was", "have")
)
_STANDING = frozenset((CHAR["standing"], CHAR["since"]))
_UNSURE = frozenset((CHAR["whether"], CHAR["unsure"]))
_KNOWING = frozenset((CHAR["know"], CHAR["unsure"]))
_REPORTERS = frozenset(CHAR[name] for name in ("person", "third", "it"))


@dataclass(frozen=True, slots=True)
class Scope:
    """Characters ``start`` to ``end`` of a sketch, in which a claim takes ``stance``."""

    start: int
    end: int
    stance: Stance
    rule: str


@dataclass(frozen=True, slots=True)
class Scopes:
    """The scopes of a unit, and what hangs over its main clause.

    :ivar condition: the stance a promise of the main clause takes because of a condition beside it, or ``None``.
    :ivar general: whether the unit states a general rule ("usually").
    :ivar standing: whether it describes how things stand ("is currently disabled", "since it is disabled").
    :ivar unsure: whether some of it says that it is not known.
    """

    stretches: tuple[Scope, ...] = ()
    condition: Stance | None = None
    general: bool = False
    standing: bool = False
    unsure: bool = False

    def over(self, at: int) -> Scope | None:
        """Return the innermost scope over character ``at``."""
        return next((scope for scope in reversed(self.stretches) if scope.start <= at < scope.end), None)


NONE = Scopes()


def find_scopes(chars: str) -> Scopes:
    """Return the scopes of a unit from its class characters."""
    if _MARKERS.search(chars) is None:
        return NONE
    stretches = [*_quotations(chars), *_reports(chars)]
    condition: Stance | None = None
    for found in _MARKERS.finditer(chars):
        mark, at = found.group(), found.start()
        if mark == CHAR["unsure"]:
            start = max(chars.rfind(BREAK, 0, at), chars.rfind(QUESTION, 0, at)) + 1
            stretches.append(Scope(start, _end(_END_OF_CLAUSE, chars, at), Stance.UNKNOWN, "unsure"))
        elif mark == CHAR["whether"] or (mark == CHAR["if"] and _asks_itself(chars, at)):
            stretches.append(Scope(at, _end(_END_OF_CLAUSE, chars, at), Stance.UNKNOWN, "whether"))
        elif mark == CHAR["please"]:
            stretches.append(Scope(at, len(chars), Stance.ASK, "please"))
            condition = Stance.ASK
        elif mark in (CHAR["if"], CHAR["if_person"]):
            stretches.append(Scope(at, _end(_END_OF_CONDITION, chars, at), Stance.MENTION, "condition"))
            condition = Stance.ASK if mark == CHAR["if_person"] or condition is Stance.ASK else Stance.MENTION
        elif mark == CHAR["when"]:
            condition = condition or Stance.MENTION
            stretches.append(Scope(at, _end(_END_OF_CONDITION, chars, at), Stance.MENTION, "when"))
    stretches.extend(_questions(chars))
    return Scopes(
        tuple(stretches),
        condition,
        CHAR["general"] in chars,
        not _STANDING.isdisjoint(chars),
        not _UNSURE.isdisjoint(chars),
    )


def _end(pattern: re.Pattern[str], chars: str, at: int) -> int:
    found = pattern.search(chars, at)
    return found.start() if found else len(chars)


def _asks_itself(chars: str, at: int) -> bool:
    """Tell whether an "if" means whether: after a word of knowing, with at most two words between."""
    return not _KNOWING.isdisjoint(chars[max(0, at - 3) : at])


def _questions(chars: str) -> list[Scope]:
    """A question mark governs its own clause: back to a break, or to a comma after which the word order turns."""
    scopes = []
    at = chars.find(QUESTION)
    while at >= 0:
        if chars[max(0, at - 2) : at] == COMMA + CHAR["tag"]:
            at = chars.find(QUESTION, at + 1)
            continue  # "…, viu?" asks nothing
        start = max(chars.rfind(BREAK, 0, at), chars.rfind(QUESTION, 0, at)) + 1
        for index in range(start, at):
            if chars[index] in (COMMA, CHAR["and"]) and index + 1 < at and chars[index + 1] in _INVERTED:
                start = index + 1
        scopes.append(Scope(start, at, Stance.ASK, "question"))
        at = chars.find(QUESTION, at + 1)
    return scopes


def _quotations(chars: str) -> list[Scope]:
    """Words quoted from elsewhere: four or more between two quotation marks."""
    scopes = []
    opened = chars.find(QUOTE)
    while opened >= 0:
        closed = chars.find(QUOTE, opened + 1)
        end = closed if closed >= 0 else len(chars)
        if end - opened > 4:
            scopes.append(Scope(opened, end, Stance.MENTION, "quotation"))
        opened = chars.find(QUOTE, end + 1) if closed >= 0 else -1
    return scopes


def _reports(chars: str) -> list[Scope]:
    """What someone else is said to have said: "you told me the order was cancelled"."""
    scopes = []
    for at, char in enumerate(chars):
        if char == CHAR["said"] and _REPORTERS & set(chars[max(0, at - 3) : at]):
            scopes.append(Scope(at, _end(_END_OF_CLAUSE, chars, at), Stance.MENTION, "report"))
    return scopes
