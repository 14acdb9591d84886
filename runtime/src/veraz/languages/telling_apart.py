"""Which language a sentence is in, where it is surely not the one its text is written in.

Told by the words and scripts that one language has and another lacks. A name, a code, a title or a few borrowed words
say nothing of it: what is not sure is in the language of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import GRAMMARS, Grammar
from veraz.languages.tables import load_table
from veraz.text.fold import fold_word
from veraz.text.tokens import Tokens

_SHORTEST = 4  # words and numbers of a unit whose language is asked about
_SURE, _ENOUGH = 2, 3  # what a sure word counts, where any other counts 1; what must be counted, so never one word
_AGAINST = 3  # what a word of the text's own language counts
_SCRIPTS = {
    "ja": r"\u3040-\u30ff",  # before the characters it shares with Chinese
    "ko": r"\uac00-\ud7af\u1100-\u11ff",
    "und-Hani": r"\u4e00-\u9fff\u3400-\u4dbf",
    "und-Cyrl": r"\u0400-\u052f",
    "und-Arab": r"\u0600-\u06ff\u0750-\u077f",
    "und-Hebr": r"\u0590-\u05ff",
    "und-Grek": r"\u0370-\u03ff\u1f00-\u1fff",
    "und-Deva": r"\u0900-\u097f",
    "und-Beng": r"\u0980-\u09ff",
    "und-Thai": r"\u0e00-\u0e7f",
}
"""Letters of the scripts that no grammar reads, by the language they are of, or its script alone (BCP 47)."""
_LATIN = re.compile(r"[a-z]")


class _Words(NamedTuple):
    """What tells a language from another: its words that the other lacks, and the other's that it lacks.

    :ivar shared: words of both, which bear a sure one out.
    """

    sure: frozenset[str]
    other: frozenset[str]
    shared: frozenset[str]
    against: frozenset[str]

    def telling(self, words: Collection[str], own: Collection[str]) -> int:
        """Return how surely ``words`` are of this language: not at all, or the more the surer.

        :param own: all words of the unit, in which the other language may show.
        """
        sure, other = len(self.sure.intersection(words)), len(self.other.intersection(words))
        borne_out = bool(sure) and not self.shared.isdisjoint(words)
        told = _SURE * sure + other + borne_out - _AGAINST * len(self.against.intersection(own))
        return told if told >= _ENOUGH else 0


class OtherLanguages(NamedTuple):
    """Tells the sentences of a text that are in another language than its own.

    :ivar words: words one of which stands in any such sentence of Latin letters.
    """

    words: frozenset[str]
    languages: Mapping[str, _Words]

    @staticmethod
    @cache
    def than(grammar: Grammar) -> OtherLanguages:
        """Return what tells other languages from that of ``grammar``."""
        tables = {code: _listed(lists) for code, lists in load_table("languages/tongues", "words").items()}
        own = frozenset().union(*tables.pop(grammar.prefix))
        languages = {
            code: _Words(sure - own, other - own - sure, (sure | other) & own, own - sure - other)
            for code, (sure, other) in tables.items()
        }
        words = frozenset[str]().union(*(each.sure | each.other for each in languages.values()))
        return OtherLanguages(words, languages)

    def of(self, text: str, tokens: Tokens) -> str | None:
        """Return the code of the language that ``text`` is surely in, ``None`` for its text's own or none.

        :param tokens: its words, folded.
        """
        if not text.isascii() and _any_of(*_SCRIPTS).search(text):
            return _script_of(text, tokens)
        if self.words.isdisjoint(tokens.words):
            return None
        if sum(word[0].isalnum() for word in tokens.words) < _SHORTEST:
            return None
        plain = set(_plain(text, tokens))
        counts = {code: each.telling(plain, tokens.words) for code, each in self.languages.items()}
        best = max(counts, key=lambda code: counts[code])
        return _code_of(best) if counts[best] else None


def _listed(lists: Mapping[str, Sequence[str]]) -> tuple[frozenset[str], frozenset[str]]:
    sure, other = (frozenset(map(fold_word, lists[key])) for key in ("sure", "other"))
    return sure, other


def _plain(text: str, tokens: Tokens) -> Iterator[str]:
    """Yield the words that are no part of a name: those in small letters, and the first."""
    shouted = text.isupper()
    pairs = ((word, text[start:end]) for word, (start, end) in zip(tokens.words, tokens.spans, strict=True))
    words = ((word, written) for word, written in pairs if word[0].isalpha())
    for index, (word, written) in enumerate(words):
        if shouted or not index or written.islower():
            yield word


def _script_of(text: str, tokens: Tokens) -> str | None:
    """Return the script that most letters of ``text`` are of; a name in it stands among Latin letters."""
    latin = sum(len(_LATIN.findall(word)) for word in tokens.words)
    counts = {code: len(_any_of(code).findall(text)) for code in _SCRIPTS}
    foreign = sum(counts.values())
    if foreign <= latin:
        return None
    return "ja" if counts["ja"] else max(counts, key=lambda code: counts[code])


@cache  # compiled when first looked for: it takes longer than most modules
def _any_of(*codes: str) -> re.Pattern[str]:
    return re.compile(f"[{''.join(_SCRIPTS[code] for code in codes)}]")


@cache
def _code_of(language: str) -> str:
    return next((grammar.code for grammar in GRAMMARS if grammar.prefix == language), language)
