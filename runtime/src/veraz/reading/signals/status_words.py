"""Words by which a unit tells how a call stands without claiming anything of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie


class StatusWords(NamedTuple):
    """A language's words for how a call stands.

    :ivar waiting: that the person's word is waited for: "I need your OK".
    :ivar doubt: that it is not known: "whether".
    :ivar lately: that a thing is so since it was done: "now".
    :ivar switched: that a thing is on or off, or the last word of what tells it.
    """

    waiting: PhraseTrie[bool]
    doubt: PhraseTrie[bool]
    lately: frozenset[str]
    switched: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> StatusWords:
        """Return those of ``grammar``."""
        table = grammar.table("stance")["telling"]
        switches = grammar.table("stance")["switches"]
        told = (phrase.split()[-1] for key in ("on", "off", "whole_on", "whole_off") for phrase in switches[key])
        lately, switched = frozenset(map(fold_word, table["lately"])), frozenset(map(fold_word, told))
        return cls(_trie(table["waiting"]), _trie(table["doubt"]), lately, switched)


def _trie(phrases: Iterable[str]) -> PhraseTrie[bool]:
    return PhraseTrie.of((fold_word(phrase).split(), True) for phrase in phrases)
