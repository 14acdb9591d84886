"""Function words as classes: a unit becomes a string of class characters that rules are matched against."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from veraz.languages import Grammar
from veraz.text.fold import fold_word
from veraz.text.tokens import Tokens
from veraz.text.trie import PhraseTrie

_NAMES = (
    "agent person third it have be was been being bare_be get will would can could may must need do did not no to able "
    "unable going manage fail let me adv and prep indefinite definite know whether if if_person when said general wh "
    "unsure will3 will_be managed subjunctive_be standing since please tag anew past now yet_to left sorry offer heard "
    "nil until after during ser costs consider"
).split()
CHAR: Mapping[str, str] = {name: chr(0x80 + index) for index, name in enumerate(_NAMES)}
"""Class name to its character: one of a single byte, as a pattern over others takes many times as long to compile."""

NO = frozenset((CHAR["no"], CHAR["nil"]))
"""What denies from a subject: "no refund", and "nothing" by itself."""

WORD, COMMA, BREAK, COLON, QUESTION, QUOTE = "x", ",", ";", ":", "?", '"'
_MARKS = {",": COMMA, "(": COMMA, ")": COMMA, "?": QUESTION, ":": COLON, '"': QUOTE, "&": CHAR["and"]}
TICKS, CROSSES = frozenset("✓✔✅☑"), frozenset("✗✘❌✖")
_FIRST_PICTURE = 0x2600
_STAYING = CHAR["be"] + CHAR["standing"]  # "remains", «ainda está»
_LONGEST = 64  # characters of a word that is looked into
_BREAKS = frozenset(".!;[]{}|\u2014\u2013\u2026\u2192\u2022-\u00a1\u00bf=>")


class Sketch(NamedTuple):
    """A unit as a string of class characters.

    :ivar chars: one character a word or phrase, two for a contraction ("I've").
    :ivar token_of: the token each character stands for; ``char_of`` the character of each token.
    :ivar phrased: the tokens that stand in a phrase that is read as a whole: "as requested".
    """

    chars: str
    token_of: Sequence[int]
    char_of: Sequence[int]
    phrased: Collection[int] = ()


CLAUSE_EDGES = (BREAK, COLON, COMMA, QUESTION, CHAR["and"])
"""What stands between two clauses."""


class FunctionWords(NamedTuple):
    """The classes of a language's function words, compiled once."""

    words: Mapping[str, str]
    phrases: PhraseTrie[str]
    suffixes: Mapping[str, str]
    adverb_ending: str
    accented: Mapping[str, str]
    """Folded words that are another word with their accent, and that word: «e» and «é»."""

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> FunctionWords:
        """Compile the ``classes`` and ``phrases`` of the language's stance table."""
        table = grammar.table("stance")
        suffixes = {fold_word(suffix): CHAR[name] for suffix, name in table.get("contractions", {}).items()}
        accented = {fold_word(word): word for word in table.get("accented", [])}
        return cls(dict(_words(table)), PhraseTrie.of(_phrases(table)), suffixes, table["adverb_ending"], accented)

    def unfold(self, text: str, tokens: Tokens) -> Tokens:
        """Return ``tokens`` with the accents of ``text`` put back where they tell two words apart."""
        words = list(tokens.words)
        for index, word in enumerate(words):
            accented = self.accented.get(word)
            if accented and text[slice(*tokens.spans[index])].lower() == accented:
                words[index] = accented
        return tokens.reading(words)

    def is_function(self, word: str) -> bool:
        """Tell whether a folded word is one of the language's function words, or an adverb by its ending."""
        return word in self.words or word.endswith(self.adverb_ending) or "'" in word

    def sketch(self, words: Sequence[str], alone: Sequence[str], starts: Iterable[int]) -> Sketch:
        """Return the sketch of a unit's ``words``.

        :param alone: the class characters of each word where it stands in no phrase.
        :param starts: the places where a phrase may start.
        """
        chars, phrases = list(alone), list(self._phrases(words, starts))
        for start, stop, phrase in phrases:
            chars[start:stop] = [phrase, *[""] * (stop - start - 1)]
        sketched, count = "".join(chars), len(words)
        if len(sketched) == count and not phrases:
            return Sketch(sketched, range(count), range(count))
        token_of = [token for token, each in enumerate(chars) for _ in each]
        char_of = list(accumulate(map(len, chars), initial=0))
        for start, stop, _ in phrases:
            char_of[start:stop] = [char_of[start]] * (stop - start)
        phrased = [token for start, stop, _ in phrases if stop > start + 1 for token in range(start, stop)]
        return Sketch(sketched, token_of, char_of[:count], phrased)

    def _phrases(self, words: Sequence[str], starts: Iterable[int]) -> Iterator[tuple[int, int, str]]:
        past = 0
        for start in starts:
            found = self.phrases.longest(words, start) if start >= past else None
            if found:
                past, (char, *_) = found
                yield start, past, char

    def of_word(self, word: str) -> str:
        """Return the class characters of a word alone."""
        return self.words.get(word) or (self._unlisted(word) if len(word) <= _LONGEST else WORD)

    def _unlisted(self, word: str) -> str:
        if not word[0].isalnum():
            return _MARKS.get(word) or (BREAK if word in _BREAKS else CHAR["adv"] if is_picture(word) else WORD)
        if word.endswith(self.adverb_ending) and len(word) > len(self.adverb_ending) + 2:
            return CHAR["adv"]
        apostrophe = word.rfind("'")
        if apostrophe > 0 and word[apostrophe:] in self.suffixes:
            owner = word[:apostrophe]
            return self.of_word(owner) + self.suffixes[word[apostrophe:]]
        return WORD


def is_picture(mark: str) -> bool:
    """Tell whether a mark is an emoji, which says nothing; a tick does."""
    return ord(mark[0]) >= _FIRST_PICTURE and mark not in TICKS


def _words(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, words in table["classes"].items():
        yield from ((_key(word, table), CHAR[name]) for word in words if " " not in word)
    for name, words in table.get("negations", {}).items():
        yield from ((fold_word(word), CHAR[name] + CHAR["not"]) for word in words)
    yield from ((fold_word(word), _STAYING) for word in table.get("staying", ()) if " " not in word)


def _phrases(table: Mapping[str, Any]) -> Iterator[tuple[list[str], str]]:
    for name, phrases in table["phrases"].items():
        yield from (([_key(word, table) for word in phrase.split()], CHAR[name]) for phrase in phrases)
    yield from (([fold_word(word) for word in phrase.split()], _STAYING) for phrase in table.get("staying", ()))


def _key(word: str, table: Mapping[str, Any]) -> str:
    return word if word in table.get("accented", ()) else fold_word(word)
