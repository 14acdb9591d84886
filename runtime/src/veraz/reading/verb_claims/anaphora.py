"""Centres that point back: "it was confirmed", "your request has been completed", "Confirmed." alone."""

from __future__ import annotations

from collections.abc import Sequence

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.subjects import subject_of
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.verb_claims.triggers import Centre
from veraz.vocabulary import Role

_OPENS = frozenset("—–-:!,.")  # after a "Done" that opens a sentence
_PAUSES = frozenset((*".!;,", "and"))
_POINTING = frozenset((Role.LIGHT, Role.INTRANSITIVE, Role.FAILURE))


class Pointing:
    """Tells which centres point back at what was done or named before."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def points_back(self, centre: Centre, parsed: UnitAnalysis) -> bool:
        """Tell whether a centre's subject, or what the agent did it to, only points back."""
        return self.is_pointed_at(centre, parsed) or self._is_done_to_what_was_named(centre, parsed)

    def is_pointed_at(self, centre: Centre, parsed: UnitAnalysis) -> bool:
        """Tell whether the subject of a centre only points back: "it", "that", "your request", "KSK-02"."""
        start, sketch = centre.said.start, parsed.sketch
        subject = [sketch.token_of[index] for index in (start - 1, start) if 0 <= index < len(sketch.token_of)]
        words = [parsed.tokens.words[token] for token in subject]
        if centre.form and Role.INTRANSITIVE in centre.form.head.roles and subject_of(sketch.chars, start) == "person":
            return False  # "you've hit your limit"
        return any(word.split("'")[0] in self._lexicon.pointers or any(map(str.isdigit, word)) for word in words)

    def _is_done_to_what_was_named(self, centre: Centre, parsed: UnitAnalysis) -> bool:
        """Tell whether the agent did it to what a pronoun points back at: "I've booked it for you"."""
        words, end = parsed.tokens.words, centre.end
        if not centre.said.active:
            return False
        if not self._lexicon.objects.isdisjoint((*words[end : end + 1], *words[centre.at + 1 : end])):
            return True
        owned = parsed.entries[end].chars == CHAR["definite"] if end < len(words) else False
        return owned and not self._lexicon.pointers.isdisjoint(words[end + 1 : end + 2])  # "completed your request"


def opens(centre: Centre, parsed: UnitAnalysis) -> bool:
    """Tell whether a centre is a headline by itself that a sentence opens with: "Done — …", "All set: …"."""
    opens = centre.said.start == 0 and (centre.said.headline or centre.said.headless)
    return opens and not _OPENS.isdisjoint(parsed.tokens.words[centre.end : centre.end + 1])


def points(centre: Centre) -> bool:
    """Tell whether a centre is a predicate, or a verb that may speak of anything."""
    return centre.form is None or not _POINTING.isdisjoint(centre.form.head.roles)


def may_point(centre: Centre, near: Sequence[FoundNoun], pointed: bool, parsed: UnitAnalysis) -> bool:
    """Tell whether a centre may speak of what was last done: "it was confirmed", or "Confirmed." alone."""
    if not points(centre) or any(found.noun.act for found in near):
        return False
    if centre.said.stance is Stance.PROMISE and centre.form and Role.INTRANSITIVE in centre.form.head.roles:
        return False
    alone = centre.end == len(parsed.tokens) or parsed.tokens.words[centre.end] in _PAUSES
    opens = centre.at == 0 and (centre.said.headline or centre.said.active)
    return pointed or (alone and opens)
