"""Function words as classes: a unit becomes a string of class characters that rules are matched against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from veraz.languages import Grammar
from veraz.text.fold import fold_word
from veraz.text.tokens import Tokens
from veraz.text.trie import PhraseTrie

_NAMES = (
    "agent person third it have be was been being bare_be get will would can could may must need do did not no to able "
    "unable going manage fail let me adv and prep indefinite definite know whether if if_person when said general wh "
    "unsure will3 will_be managed subjunctive_be standing since please tag anew past now yet_to left sorry offer heard"
).split()
CHAR: Mapping[str, str] = {name: chr(0x100 + index) for index, name in enumerate(_NAMES)}
"""Class name to its character."""

WORD, COMMA, BREAK, COLON, QUESTION, QUOTE = "x", ",", ";", ":", "?", '"'
_MARKS = {",": COMMA, "(": COMMA, ")": COMMA, "?": QUESTION, ":": COLON, '"': QUOTE, "&": CHAR["and"]}
_BREAKS = frozenset(".!;[]{}|\u2014\u2013\u2026\u2192\u2022-\u00a1\u00bf=>")


@dataclass(frozen=True, slots=True)
class Sketch:
    """A unit as a string of class characters.

    :ivar chars: one character a word or phrase, two for a contraction ("I've").
    :ivar token_of: the token each character stands for; ``char_of`` the character of each token.
    """

    chars: str
    token_of: tuple[int, ...]
    char_of: tuple[int, ...]

    def in_phrase(self, token: int) -> bool:
        """Tell whether a token stands in a phrase that is read as a whole: "as requested"."""
        char = self.char_of[token]
        return char in self.char_of[max(0, token - 1) : token] or char in self.char_of[token + 1 : token + 2]


@dataclass(frozen=True)
class WordClasses:
    """The classes of a language's function words, compiled once."""

    words: Mapping[str, str]
    phrases: PhraseTrie[str]
    suffixes: Mapping[str, str]
    adverb_ending: str
    accented: Mapping[str, str]
    """Folded words that are another word with their accent, and that word: «e» and «é»."""

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> WordClasses:
        """Compile the ``classes`` and ``phrases`` of the language's stance table."""
        table = grammar.table("stance")
        suffixes = {fold_word(suffix): CHAR[name] for suffix, name in table.get("contractions", {}).items()}
        phrases: PhraseTrie[str] = PhraseTrie()
        for words, char in _phrases(table):
            phrases.add(words, char)
        accented = {fold_word(word): word for word in table.get("accented", [])}
        return cls(dict(_words(table)), phrases, suffixes, table["adverb_ending"], accented)

    def unfold(self, text: str, tokens: Tokens) -> Tokens:
        """Return ``tokens`` with the accents of ``text`` put back where they tell two words apart."""
        if self.accented.keys().isdisjoint(tokens.words):
            return tokens
        words = list(tokens.words)
        for index, word in enumerate(words):
            accented = self.accented.get(word)
            if accented and text[tokens.starts[index] : tokens.ends[index]].lower() == accented:
                words[index] = accented
        return replace(tokens, words=tuple(words))

    def is_function(self, word: str) -> bool:
        """Tell whether a folded word is one of the language's function words, or an adverb by its ending."""
        return word in self.words or word.endswith(self.adverb_ending) or "'" in word

    def sketch(self, tokens: Tokens) -> Sketch:
        """Return the sketch of a unit's tokens."""
        words, phrases, known = tokens.words, self.phrases, self.words
        chars: list[str] = []
        token_of: list[int] = []
        char_of: list[int] = []
        index = 0
        while index < len(words):  # the hottest loop of a check: one look-up a word, and no call where none is needed
            word = words[index]
            longest = phrases.longest(words, index) if word in phrases else None
            stop, found = (longest[0], longest[1][0]) if longest else (index + 1, known.get(word) or self._word(word))
            char_of.extend([len(chars)] * (stop - index))
            chars.extend(found)
            token_of.extend([index] * len(found))
            index = stop
        return Sketch("".join(chars), tuple(token_of), tuple(char_of))

    def _word(self, word: str) -> str:
        """Return the class characters of a word that the table does not list."""
        if not word[0].isalnum():
            return _MARKS.get(word) or (BREAK if word in _BREAKS else WORD)
        if word.endswith(self.adverb_ending) and len(word) > len(self.adverb_ending) + 2:
            return CHAR["adv"]
        apostrophe = word.rfind("'")
        if apostrophe > 0 and word[apostrophe:] in self.suffixes:
            owner = word[:apostrophe]
            return (self.words.get(owner) or self._word(owner)) + self.suffixes[word[apostrophe:]]
        return WORD


def _words(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, words in table["classes"].items():
        yield from ((_key(word, table), CHAR[name]) for word in words if " " not in word)
    for name, words in table.get("negations", {}).items():
        yield from ((fold_word(word), CHAR[name] + CHAR["not"]) for word in words)


def _phrases(table: Mapping[str, Any]) -> Iterator[tuple[list[str], str]]:
    for name, phrases in table["phrases"].items():
        yield from (([_key(word, table) for word in phrase.split()], CHAR[name]) for phrase in phrases)


def _key(word: str, table: Mapping[str, Any]) -> str:
    return word if word in table.get("accented", ()) else fold_word(word)
