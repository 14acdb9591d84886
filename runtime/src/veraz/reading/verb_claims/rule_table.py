"""The rules of a language's stance table: what a verb says was done, by the words before it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, QUESTION, QUOTE
from veraz.reading.claims import Aspect, Voice

_OPPOSITE = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.NOT_DONE}
SKIPPED = "".join(CHAR[name] for name in "adv not general standing anew past now since".split())
_SKIP = f"[{SKIPPED}]*+"
_NOT_OBJECT = "".join(CHAR[name] for name in ("and", "it", "wh", "agent", "person", "to", "been", "being", "bare_be"))
# What stands between a helper and its participle: "has text alerts enabled"; no line of the corpus takes more than 2.
_GAP = f"[^{BREAK}{COLON}{COMMA}{QUESTION}{QUOTE}{_NOT_OBJECT}]{{0,6}}?"
_EDGE = f"(?=[{BREAK}{COLON}{COMMA}{QUESTION}{CHAR['and']}]|$)"
_ALONE = (
    "(?!["
    + "".join(CHAR[name] for name in "will would can could may must do did to have be was been going".split())
    + "])"
)
_SPECIAL = {"...": _GAP, "^": _EDGE, "!": _ALONE}


class Rule(NamedTuple):
    """A row of a language's table of rules; ``denied`` is its aspect where it is negated."""

    id: str
    stance: Stance
    negated: Stance
    aspect: Aspect
    voice: Voice
    denied: Aspect

    def of(self, aspect: Aspect) -> Rule:
        """Return it with another aspect, denied or not."""
        return self._replace(aspect=aspect, denied=aspect)


class Said(NamedTuple):
    """What a verb was read to say: by which rule, from which character of the sketch on.

    :ivar active: whether the rule takes the agent for its subject; ``headless`` whether no subject shows.
    :ivar because: the id of the rule by which it is taken otherwise, or empty.
    """

    stance: Stance
    aspect: Aspect
    rule: str
    start: int
    active: bool = False
    headline: bool = False
    headless: bool = False
    because: str = ""

    def taken(self, stance: Stance, because: str) -> Said:
        """Return it taken as ``stance``, by the rule ``because`` where that is another than its own."""
        return self if stance is self.stance else self._replace(stance=stance, because=because)


def rule_of(row: Mapping[str, Any]) -> Rule:
    """Return a row of the table as a rule; what it says where it is negated is the opposite, unless the row has it."""
    stance = Stance(row["stance"])
    negated = Stance(row.get("negated", _OPPOSITE.get(stance, stance)))
    aspect, voice = Aspect(row.get("aspect", Aspect.PLAIN)), Voice(row.get("voice", Voice.ANY))
    return Rule(row["id"], stance, negated, aspect, voice, Aspect(row.get("denied", aspect)))


def compiled_rules(rows: list[Mapping[str, Any]]) -> tuple[re.Pattern[str], tuple[Rule, ...]]:
    """Return one pattern over reversed class characters, with a group a row, and the rows' rules."""
    groups = [f"({_reversed(row['before'])})" for row in rows]
    return re.compile("|".join(groups)), tuple(rule_of(row) for row in rows)


def _reversed(before: str) -> str:
    parts = [_SKIP]
    for element in reversed(before.split()):
        parts.append(_SPECIAL.get(element) or _element(element) + _SKIP)
    return "".join(parts)


def _element(element: str) -> str:
    optional = element.endswith("?")
    names = element.rstrip("?").split("|")
    kind = f"[{''.join(CHAR[name] for name in names)}]"
    return f"(?:{kind}{_SKIP})?" if optional else kind
