"""Phrases of folded words: compared word by word, whatever the case, accents, punctuation and emphasis."""

from __future__ import annotations

from collections.abc import Iterable

from veraz.text.fold import fold_word
from veraz.text.late import late
from veraz.text.trie import PhraseTrie

# Hyphens and underscores part words here: "money-back" holds "money back".
_WORD = late(r"[^\W_]+(?:'[^\W_]+)*")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


def in_words(text: str) -> list[str]:
    """Return the folded words of ``text``."""
    return _WORD.findall(fold_word(text).translate(_INVISIBLE))


def stands_in(phrase: Iterable[str], words: Iterable[str]) -> bool:
    """Tell whether the words of ``phrase`` stand in ``words`` one after another."""
    return f" {' '.join(phrase)} " in f" {' '.join(words)} "


class Phrases:
    """Phrases to look for, in time that does not grow with their number."""

    __slots__ = ("_trie",)

    def __init__(self, phrases: Iterable[str]) -> None:
        self._trie = PhraseTrie.of((in_words(phrase), index) for index, phrase in enumerate(phrases))

    def first_in(self, text: str) -> int | None:
        """Return the index of the phrase that stands first in ``text``, or ``None``."""
        words = in_words(text)
        for start in range(len(words)):
            for _, found in self._trie.at(words, start, len(words)):
                return found[0]
        return None
