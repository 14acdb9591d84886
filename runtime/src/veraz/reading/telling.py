"""Words by which a unit tells how a call stands without claiming anything of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from veraz.languages import Grammar
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie


@dataclass(frozen=True)
class TellingWords:
    """A language's words for how a call stands.

    :ivar waiting: that the person's word is waited for: "I need your OK".
    :ivar doubt: that it is not known: "whether".
    :ivar lately: that a thing is so since it was done: "now".
    """

    waiting: PhraseTrie[bool]
    doubt: PhraseTrie[bool]
    lately: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> TellingWords:
        """Return those of ``grammar``."""
        table = grammar.table("stance")["telling"]
        return cls(_trie(table["waiting"]), _trie(table["doubt"]), frozenset(map(fold_word, table["lately"])))

    def are_in(self, words: Sequence[str]) -> tuple[bool, bool, bool]:
        """Tell of a unit's words which of the three are among them."""
        return self.waiting.stands_in(words), self.doubt.stands_in(words), not self.lately.isdisjoint(words)


def _trie(phrases: Iterable[str]) -> PhraseTrie[bool]:
    trie: PhraseTrie[bool] = PhraseTrie()
    for phrase in phrases:
        trie.add(fold_word(phrase).split(), True)
    return trie
