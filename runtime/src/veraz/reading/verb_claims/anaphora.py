"""Triggers that point back: "it was confirmed", "your request has been completed", "Confirmed." alone."""

from __future__ import annotations

from collections.abc import Sequence

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.subjects import subject_of
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.verb_claims.trigger import Trigger
from veraz.vocabulary import Role

_OPENS = frozenset("—–-:!,.")  # after a "Done" that opens a sentence
_PAUSES = frozenset((*".!;,", "and"))
_POINTING = frozenset((Role.LIGHT, Role.INTRANSITIVE, Role.FAILURE))


class Anaphora:
    """Tells which triggers point back at what was done or named before."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def points_back(self, trigger: Trigger, analysis: UnitAnalysis) -> bool:
        """Tell whether a trigger's subject, or what the agent did it to, only points back."""
        return self.is_pointed_at(trigger, analysis) or self._is_done_to_what_was_named(trigger, analysis)

    def is_pointed_at(self, trigger: Trigger, analysis: UnitAnalysis) -> bool:
        """Tell whether the subject of a trigger only points back: "it", "that", "your request", "KSK-02"."""
        start, sketch = trigger.said.start, analysis.sketch
        subject = [sketch.token_of[index] for index in (start - 1, start) if 0 <= index < len(sketch.token_of)]
        words = [analysis.tokens.words[token] for token in subject]
        roles = trigger.form.head.roles if trigger.form else ()
        if Role.INTRANSITIVE in roles and subject_of(sketch.chars, start) == "person":
            return False  # "you've hit your limit"
        return any(word.split("'")[0] in self._lexicon.pointers or any(map(str.isdigit, word)) for word in words)

    def _is_done_to_what_was_named(self, trigger: Trigger, analysis: UnitAnalysis) -> bool:
        """Tell whether the agent did it to what a pronoun points back at: "I've booked it for you"."""
        words, end = analysis.tokens.words, trigger.end
        if not trigger.said.active:
            return False
        if not self._lexicon.objects.isdisjoint((*words[end : end + 1], *words[trigger.at + 1 : end])):
            return True
        owned = analysis.entries[end].chars == CHAR["definite"] if end < len(words) else False
        return owned and not self._lexicon.pointers.isdisjoint(words[end + 1 : end + 2])  # "completed your request"


def opens(trigger: Trigger, analysis: UnitAnalysis) -> bool:
    """Tell whether a trigger is a headline by itself that a sentence opens with: "Done — …", "All set: …"."""
    opens = trigger.said.start == 0 and (trigger.said.headline or trigger.said.headless)
    return opens and not _OPENS.isdisjoint(analysis.tokens.words[trigger.end : trigger.end + 1])


def points(trigger: Trigger) -> bool:
    """Tell whether a trigger is a predicate, or a verb that may speak of anything."""
    return trigger.form is None or not _POINTING.isdisjoint(trigger.form.head.roles)


def may_point(trigger: Trigger, near: Sequence[FoundNoun], pointed: bool, analysis: UnitAnalysis) -> bool:
    """Tell whether a trigger may speak of what was last done: "it was confirmed", or "Confirmed." alone."""
    if not points(trigger) or any(found.noun.act for found in near):
        return False
    if trigger.said.stance is Stance.PROMISE and trigger.form and Role.INTRANSITIVE in trigger.form.head.roles:
        return False
    alone = trigger.end == len(analysis.tokens) or analysis.tokens.words[trigger.end] in _PAUSES
    opens = trigger.at == 0 and (trigger.said.headline or trigger.said.active)
    return pointed or (alone and opens)
