"""Sentences that say only what now is so because of what was told before: "Your new plan is already active".

They name no act, and beside a true sentence need none. Beside a false one they tell the same untruth again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from veraz.languages import Grammar
from veraz.reading.classes import CHAR, NO, QUESTION, Sketch
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie

_QUALIFIED = frozenset(
    CHAR[name]
    for name in (
        "would could may unable fail yet_to whether if if_person until when after during unsure please sorry heard "
        "said general know standing since"
    ).split()
) | {QUESTION}
_DENYING = NO | {CHAR["not"]}


@dataclass(frozen=True)
class FollowingWords:
    """A language's words by which a sentence says what follows.

    :ivar changed: phrases that tell of a change: "already", "from now on"; or reassure: "rest assured".
    :ivar ended: words that do so beside a denial: "it won't bother you any *more*".
    :ivar urging: words that open a sentence which tells the person what to do.
    """

    changed: PhraseTrie[bool]
    ended: frozenset[str]
    urging: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> FollowingWords:
        """Return those of the language's stance table."""
        table = grammar.table("stance")["following"]
        changed: PhraseTrie[bool] = PhraseTrie()
        for phrase in table["changed"]:
            changed.add(fold_word(phrase).split(), True)
        return cls(changed, frozenset(map(fold_word, table["ended"])), frozenset(grammar.table("stance")["please"]))

    def stand_in(self, words: Sequence[str], sketch: Sketch) -> bool:
        """Tell whether a sentence says outright what now is so: nothing in it is asked, supposed or a rule."""
        chars = set(sketch.chars)
        if not _QUALIFIED.isdisjoint(chars) or words[1:2] == (",",) or not self.urging.isdisjoint(words[:1]):
            return False
        ended = not _DENYING.isdisjoint(chars) and not self.ended.isdisjoint(words)
        return ended or self.changed.stands_in(words)
