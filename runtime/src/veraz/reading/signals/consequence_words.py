"""Sentences that say only what now is so because of what was told before: "Your new plan is already active".

They name no act, and beside a true sentence need none. Beside a false one they tell the same untruth again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.reading.analysis.function_words import CHAR, NO, QUESTION, Sketch
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie

_QUALIFIED = frozenset(
    CHAR[name]
    for name in (
        "would could may unable fail yet_to whether if if_person until when after during unsure please sorry heard "
        "said general know standing since"
    ).split()
) | {QUESTION}
_AHEAD = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "going"))
_DETERMINING = frozenset(CHAR[name] for name in ("definite", "indefinite"))
_OPENING = 3  # words in which a subject stands: "the duty engineer"
_FAR = 6  # characters in which its helper stands: 4 do for the corpus, no line differs up to 9
_DENYING = NO | {CHAR["not"]}


class ConsequenceWords(NamedTuple):
    """A language's words by which a sentence says what follows.

    :ivar changed: phrases that tell of a change: "already", "from now on"; or reassure: "rest assured".
    :ivar ended: words that do so beside a denial: "it won't bother you any *more*".
    :ivar others: subjects that will do something because of it: "the engineer will ring at nine".
    :ivar met: forms of what the person will meet with because of it: "you'll *get* a beep".
    :ivar urging: words that open a sentence which tells the person what to do.
    """

    changed: PhraseTrie[bool]
    ended: frozenset[str]
    others: frozenset[str]
    met: frozenset[str]
    urging: frozenset[str]
    tensed: bool = True

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> ConsequenceWords:
        """Return those of the language's stance table."""
        table = grammar.table("stance")["following"]
        changed = PhraseTrie.of((fold_word(phrase).split(), True) for phrase in table["changed"])
        ended, others, met = (frozenset(map(fold_word, table[key])) for key in ("ended", "others", "met"))
        return cls(changed, ended, others, met, frozenset(grammar.table("stance")["please"]), table["tensed"])

    def stand_in(self, words: Sequence[str], sketch: Sketch) -> bool:
        """Tell whether a sentence says outright what now is so: nothing in it is asked, supposed or a rule."""
        chars = set(sketch.chars)
        if not _QUALIFIED.isdisjoint(chars) or words[1:2] == (",",) or not self.urging.isdisjoint(words[:1]):
            return False
        ended = not _DENYING.isdisjoint(chars) and not self.ended.isdisjoint(words)
        return ended or self.changed.stands_in(words) or self._foretells(words, sketch.chars)

    def _foretells(self, words: Sequence[str], chars: str) -> bool:
        """Tell whether others will act, or the person meet with something, because of it."""
        opening = [word.split("'")[0] for word in words[: _OPENING if chars[:1] in _DETERMINING else 1]]
        ahead = not _AHEAD.isdisjoint(chars[:_FAR])
        if not self.others.isdisjoint(opening):
            return ahead or not self.tensed
        return CHAR["person"] in chars[:_OPENING] and not self.met.isdisjoint(words) and (ahead or not self.tensed)
