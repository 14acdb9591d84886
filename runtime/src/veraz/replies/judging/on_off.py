"""What is told to be on or off, beside what a call was asked to switch: "Autopay: off", "I've turned it on"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.outcomes import Call, Outcome, Stance
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.tools import Tool

_NAMES = frozenset("enabled enable on active state status value power turned".split())
_OF = ".switch-"  # in the ids of the results that tell only of what was switched
_WORDS = {"on": True, "off": False, "enabled": True, "disabled": False}


class OnOff(NamedTuple):
    """A language's words for what is on or off.

    :ivar told: the pattern of what tells it; its group is one of ``on`` or of the words for off.
    """

    told: re.Pattern[str]
    on: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> OnOff:
        """Return those of the language's stance table."""
        table = grammar.table("stance")["switches"]
        before, told = "|".join(table["before"]), "|".join((*table["on"], *table["off"]))
        whole = "|".join((*table["whole_on"], *table["whole_off"]))
        pattern = rf"(?<!\w)(?:(?:(?:{before})\s|:\s*)(?:\w+\s)?({told})(?!\w)|({told})\W*\Z|({whole})(?!\w))"
        return cls(re.compile(pattern), frozenset((*table["on"], *table["whole_on"])))

    def rejudged(self, judgements: Sequence[Judgement], text: str) -> list[Judgement]:
        """Return a unit's claims, those of what is on or off held to what their call was asked.

        One that was not made left it as it was: on, where it was to be switched off.

        :param text: the unit's folded text.
        """
        return [self._rejudged(each, text) for each in judgements]

    def _rejudged(self, judgement: Judgement, text: str) -> Judgement:
        claim = judgement.claim
        asked = _asked(judgement.tool, judgement.call) if claim.stance is Stance.DONE and judgement.writes else None
        if asked is None:  # "Heating: on", beside a temperature that was not set
            mentioned = judgement._replace(claim=claim._replace(stance=Stance.MENTION), cause=None)
            return mentioned if _OF in claim.rule else judgement
        told = {next(filter(None, found.groups())) in self.on for found in self.told.finditer(text)}
        if told != {not asked}:  # of one thing that is on and another that is off, each may be as it is told
            return judgement
        if judgement.call.outcome is Outcome.DONE:
            return judgement._replace(cause=Cause.VALUE)
        return judgement if claim.active or judgement.cause is not Cause.DISAGREES else judgement._replace(cause=None)


def _asked(tool: Tool, call: Call) -> bool | None:
    """Return whether a call was asked to switch a thing on; ``None`` for one that switches nothing."""
    positions = [place for name, value in call.arguments.items() if (place := _position(name, value, tool)) is not None]
    return positions[0] if len(positions) == 1 else None


def _position(name: str, value: object, tool: Tool) -> bool | None:
    if isinstance(value, str):
        return _WORDS.get(value)
    told = name in _NAMES or name in tool.words.split()
    return value if isinstance(value, bool) and told else None
