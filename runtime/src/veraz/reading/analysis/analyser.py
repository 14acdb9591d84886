"""A unit analysed: its words, what each may be by the tables, and the nouns among them."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.reading.analysis.attempt_counts import AttemptCounts
from veraz.reading.analysis.conditional_requests import asks_at
from veraz.reading.analysis.function_words import BREAK, CHAR, COMMA, WORD, FunctionWords, Sketch
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun, find_nouns
from veraz.reading.analysis.scopes import find_scopes
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.analysis.word_entries import ACCENTED, CLAIMING, NOUN, PHRASE, VALUE, Entry, WordEntries, bits_of
from veraz.text.tokens import Tokens, tokenize
from veraz.vocabulary import Vocabulary

_CENTS = 2  # digits after a decimal comma: "89,90"; with 1 such amounts come apart, with 3 no line differs


class UnitWords(NamedTuple):
    """A unit's words and what each may be.

    :ivar bits: what any of its words may be; ``stated`` whether it may state values.
    """

    tokens: Tokens
    entries: Sequence[Entry]
    bits: int
    stated: bool
    nouns: list[FoundNoun]

    @property
    def named(self) -> int:
        """Every tool whose verbs or nouns stand in it, as a bitset."""
        named = 0
        for entry in self.entries:
            named |= entry.named
        for found in self.nouns:
            named |= found.tools
        return named


class Analyser:
    """Looks a unit's words up, and tells how they stand to each other.

    :param verbs: forms that are known as verbs though no tool has them.
    """

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar, entries: WordEntries, verbs: Iterable[str]) -> None:
        self._vocabulary = vocabulary
        self._known = entries
        self._classes = FunctionWords.of(grammar)
        self._lexicon = Lexicon.of(grammar)
        self._transparent = self._lexicon.transparent or frozenset()
        self._attempts = AttemptCounts.of(grammar)
        self._verbs = frozenset(verbs)
        self._months = frozenset(grammar.table("values")["dates"]["verb_months"])

    def forget(self) -> None:
        """Drop the words met so far."""
        self._known.clear()

    def look_up(self, text: str, folded: str, body: int) -> UnitWords:
        """Return the words of ``text`` from offset ``body`` on, with its accents where these tell two words apart.

        :param folded: the text folded, as long as it.
        """
        tokens = tokenize(folded, body)
        entries = self._entries(tokens)
        bits = bits_of(entries)
        stated = bool(bits & VALUE)
        if bits & ACCENTED:
            tokens = self._classes.unfold(text, tokens)
            entries = self._entries(tokens)
            bits = bits_of(entries)
        return UnitWords(tokens, entries, bits, stated, self._nouns(tokens, entries) if bits & NOUN else [])

    def analyse(self, looked_up: UnitWords) -> UnitAnalysis:
        """Return how the words of a unit stand to each other."""
        tokens, entries, bits, _, nouns = looked_up
        sketch = self._sketch(tokens, entries)
        return UnitAnalysis(tokens, entries, bits, sketch, find_scopes(sketch.chars), nouns)

    def outline(self, folded: str, body: int) -> tuple[Tokens, Sketch]:
        """Return the words of a folded text from offset ``body`` on, and its sketch."""
        tokens = tokenize(folded, body)
        return tokens, self._sketch(tokens, self._entries(tokens))

    def _entries(self, tokens: Tokens) -> list[Entry]:
        return [self._known[word] for word in tokens.words]

    def _sketch(self, tokens: Tokens, entries: Sequence[Entry]) -> Sketch:
        starts = [at for at, entry in enumerate(entries) if entry.bits & PHRASE]
        chars = [entry.chars for entry in entries]
        if CHAR["may"] in chars:
            self._class_months(tokens.words, chars)
        if tokens.are_glued:
            _class_glued(tokens, chars)
        if not self._lexicon.imperatives.isdisjoint(tokens.words):
            asks_at(tokens.words, chars, self._lexicon)
        return self._classes.sketch(tokens.words, chars, starts)

    def _class_months(self, words: Sequence[str], chars: MutableSequence[str]) -> None:
        """Class months that are verbs as words, where a number stands beside them: "on 8 May"."""
        for at, word in enumerate(words):
            if word in self._months and any(each[:1].isdigit() for each in words[max(0, at - 1) : at + 2]):
                chars[at] = WORD

    def _nouns(self, tokens: Tokens, entries: Sequence[Entry]) -> list[FoundNoun]:
        return [
            found
            for found in find_nouns(tokens.words, entries)
            if not self._only_modifies(found, tokens.words, entries) and not _names_file(tokens, found.at)
        ]

    def _only_modifies(self, found: FoundNoun, words: tuple[str, ...], entries: Sequence[Entry]) -> bool:
        """Tell whether a noun is the first part of a compound that is another thing: "return instructions"."""
        after = found.at + 1 + len(found.noun.rest)
        if self._lexicon.transparent is None or after >= len(words) or not found.noun.act:
            return False
        word = words[after]
        if any(noun.act and not noun.rest for noun in self._vocabulary.nouns.get(word, ())):
            return word not in self._transparent
        has_object = after + 1 < len(words) and entries[after + 1].chars == CHAR["definite"]
        return word.isalpha() and not has_object and not self._is_known(word, entries[after])

    def _is_known(self, word: str, entry: Entry) -> bool:
        """Tell whether a word after a noun is known not to name another thing: "the return *using* your card"."""
        if word in self._transparent or word in self._verbs or self._attempts.counts(word):
            return True
        return bool(entry.bits & CLAIMING) or self._classes.is_function(word)


def _class_glued(tokens: Tokens, chars: MutableSequence[str]) -> None:
    """Class marks inside a word as words: "89.90", "cart.py"."""
    for at in range(1, len(chars) - 1):
        if chars[at] in (BREAK, COMMA) and _is_glued(tokens, at):
            chars[at] = WORD


def _names_file(tokens: Tokens, at: int) -> bool:
    """Tell whether a word is the name of a file: "plan.pdf"."""
    after = tokens.words[at + 1 : at + 3]
    return len(after) > 1 and after[0] == "." and after[1].isalnum() and _is_glued(tokens, at + 1)


def _is_glued(tokens: Tokens, at: int) -> bool:
    """Tell whether a mark stands inside a word or before a number's cents: with no blank on either side."""
    (_, before), (start, end), (after, _) = tokens.spans[at - 1 : at + 2]
    if before != start or end != after:
        return False
    return tokens.words[at] == "." or (tokens.words[at + 1].isdecimal() and len(tokens.words[at + 1]) <= _CENTS)
