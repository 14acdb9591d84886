"""What a row of results says where its pattern was met in a unit: nothing, as it has it, or the other way round.

Each step is a table of rules in order, of which the first that holds wins.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from veraz.languages.ordered_rules import OrderedRule, first_of
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR
from veraz.reading.result_claims.normalised_text import NormalisedText, is_bare_plural
from veraz.reading.result_claims.pattern_table import PatternTable, Result

_AHEAD = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "going"))
_NONE: frozenset[str] = frozenset()


class FoundResult(NamedTuple):
    """A result met over the tokens ``at`` to ``end`` of a unit, and what it says there.

    :ivar past: whether it tells of what was: "ZB90 was yours".
    :ivar active: whether the agent is its subject.
    :ivar tools: the tools it may tell of, as a bitset; ``like`` those it tells of where none of them was called.
    :ivar expected: whether it only tells what is to be expected: "it should be in your inbox".
    """

    row: Result
    at: int
    end: int
    stance: Stance
    past: bool
    active: bool
    tools: int = 0
    expected: bool = False
    like: int = 0


class RowMatch:
    """A row met over the words ``first`` to ``last`` of a normalised text.

    :ivar helpers: the classes of the words in the gaps for one, but for what tells what is to be ``expected``.
    :ivar is_denied: whether it is denied, in it or by its subject: "none of the money is on its way"; ``is_turned``
        whether its row is not, or the other way round.
    :ivar subject: the words of its subject.
    """

    def __init__(self, text: NormalisedText, row: Result, match: re.Match[str]) -> None:
        self.text = text
        self.row = row
        self.first, self.last = text.places(match)
        gaps = text.gaps(match)
        self.expected = row.ahead and any(map(text.expects, gaps))
        self.helpers = {text.classes[at] for at in gaps if not (self.expected and text.expects(at))} if gaps else _NONE
        self.is_denied = text.is_denied(row, self.first, self.last)
        self.is_turned = self.is_denied != row.denied
        self.subject = text.subject_of(row, self.first, self.last)

    @property
    def is_general(self) -> bool:
        """Whether its subject is any such thing."""
        rule = first_of(GENERALITIES, self)
        return rule is not None and rule.gives


def found_result(met: RowMatch, results: PatternTable) -> FoundResult | None:
    """Return what a row says where it was met, if anything."""
    if first_of(SILENCES, met):
        return None
    rule, text = first_of(STANCES, met), met.text
    classes, words = text.classes[met.first : met.last], text.words[met.first : met.last]
    gone = CHAR["be"] not in classes and not results.pasts.isdisjoint(words)  # "is gone" is now
    at, end = text.token_span(met.first, met.last)
    return FoundResult(
        met.row,
        at,
        end,
        rule.gives if rule else met.row.stance,
        past=CHAR["was"] in classes or gone,
        active="agent" in (text.subject(met.first), text.subject(met.first + 1)),
        expected=met.expected,
    )


def _is_helped(met: RowMatch) -> bool:
    return not met.helpers <= (_AHEAD if met.row.ahead or met.row.denied else _NONE)


def _is_of_another(met: RowMatch) -> bool:
    return bool(met.row.subjects) and met.text.subject(met.first) not in met.row.subjects


def _is_not_affirmed(met: RowMatch) -> bool:
    return met.row.affirms and met.is_denied


def _is_former(met: RowMatch) -> bool:
    return met.row.new and met.text.is_former(met.first, met.last)


def _says_nothing_so(met: RowMatch) -> bool:
    return met.is_turned and (met.row.denied or met.row.stance is not Stance.DONE)


def _stays(met: RowMatch) -> bool:
    return met.row.stance is Stance.DONE and not met.is_turned and met.text.stays(met.first, met.last)


SILENCES: tuple[OrderedRule[RowMatch, None], ...] = (
    OrderedRule("helper", "Bruno would take it from here.", _is_helped, None),
    OrderedRule("subject", "Ana has her $900.", _is_of_another, None),
    OrderedRule("general", "A blocked card can't be used in shops.", lambda met: met.is_general, None),
    OrderedRule("affirms", "The tests don't pass yet.", _is_not_affirmed, None),
    OrderedRule("former", "The previous version is still live.", _is_former, None),
    OrderedRule("polarity", "The card still works.", _says_nothing_so, None),
    OrderedRule("stays", "The sirens are still on.", _stays, None),
)
"""Where a row says nothing, though its words stand there."""


def _is_foretold(met: RowMatch) -> bool:
    return bool(met.helpers or met.expected) and met.row.stance is Stance.DONE and not met.row.denied


STANCES: tuple[OrderedRule[RowMatch, Stance], ...] = (
    OrderedRule("denied", "No money has been taken.", lambda met: met.is_turned, Stance.NOT_DONE),
    OrderedRule("foretold", "Bruno will take it from here.", _is_foretold, Stance.PROMISE),
)
"""What a row says otherwise than its table has it."""


def _is_one(met: RowMatch) -> bool:
    return met.text.words[met.first : met.first + 2] == ["have", "be"]


def _is_field(met: RowMatch) -> bool:
    return ":" in met.text.words[met.first : met.last]


def _happens(met: RowMatch) -> bool:
    return not met.row.led and met.text.happens(met.first) and is_bare_plural(met.subject)


def _is_any(met: RowMatch) -> bool:
    return any(char == CHAR["indefinite"] for _, _, char, _ in met.subject)


GENERALITIES: tuple[OrderedRule[RowMatch, bool], ...] = (
    OrderedRule("event", "Sirens are now on.", lambda met: met.row.event, False),
    OrderedRule("was done", "An engineer has been notified.", _is_one, False),
    OrderedRule("subject missing", "No can do.", lambda met: not met.subject, False),
    OrderedRule("field", "Sirens: off (not saved)", _is_field, False),
    OrderedRule("happens", "Payouts arrive in your account within a week.", _happens, True),
    OrderedRule("addressed", "A room is yours.", lambda met: met.text.is_addressed, False),
    OrderedRule("indefinite", "A blocked card can't be used in shops.", _is_any, True),
    OrderedRule("bare plural", "Sirens are now on.", lambda met: is_bare_plural(met.subject), True),
)
"""Whether a row's subject is any such thing, or one: what speaks of the person, or states a number, is about one."""
