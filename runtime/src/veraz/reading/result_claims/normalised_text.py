"""A unit as results are matched against it: its *normalised text*, and what a result says where it is met in one.

Adverbs and negations are left out, the forms of "be" and "have" brought to one, and each noun that speaks of a write
has a mark.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain

from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, NO, QUESTION, QUOTE, WORD, Sketch
from veraz.reading.result_claims.pattern_table import PatternTable, Result

_LEFT_OUT = frozenset(CHAR[name] for name in ("adv", "not", "now", "standing", "anew", "general"))
_BE = CHAR["be"]
_WHOLE = frozenset(CHAR[name] for name in ("going", "able", "unable"))  # phrases that stand as their first word
_VERBAL = frozenset((CHAR["be"], CHAR["have"]))  # and these as their last: "should now have"
_EDGES = frozenset((BREAK, COLON, COMMA, QUESTION, QUOTE, CHAR["and"]))
_SUBJECTS = {WORD: "other", **{CHAR[name]: name for name in ("agent", "person", "third", "it")}}
_NOT = CHAR["not"]
_STAYS = CHAR["be"] + CHAR["standing"]  # "stays", "is still"
_FAR = 8  # words before a phrase in which a "no" of its subject stands: 4 do for the corpus, no line differs up to 16
_UNNAMED = frozenset((WORD, CHAR["it"]))
_NAMED = 3  # words of a subject from which it is no bare plural: with 1 none is, from 2 to 9 no line differs


Part = tuple[str, int, str, str]
"""A word of a normalised text, with the token and the class that it stands for, and its mark as a noun."""


def _parts(lemmas: Mapping[str, str], words: Sequence[str], sketch: Sketch, marks: Mapping[int, str]) -> Iterator[Part]:
    """Yield what each token gives: nothing, itself, or a noun and its verb ("alarm's")."""
    chars, skipped = sketch.chars, set(chain.from_iterable(skip(words, sketch) for skip in _SKIPS))
    for token, (word, at) in enumerate(zip(words, sketch.char_of, strict=True)):
        char = chars[at]
        lemma = "be" if char == _BE and token in sketch.phrased else lemmas.get(word)
        if token in skipped or (lemma is None and char in _LEFT_OUT):
            continue
        mark = marks.get(token, "")
        if lemma is None and "'" not in word:
            yield word, token, char, mark
            continue
        for place, part in enumerate(_owner_and_verb(lemmas, word) if lemma is None else lemma.split()):
            is_noun = place == 0 and lemma is None  # "stays" is none here
            yield part, token, chars[min(at + place, len(chars) - 1)], mark if is_noun else ""


def _owner_and_verb(lemmas: Mapping[str, str], word: str) -> Sequence[str]:
    """Return the two words of a contraction: "alarm's" is "alarm" and "be"; of any other word with a mark, itself."""
    owner, _, rest = word.rpartition("'")
    return (owner, lemmas["'" + rest]) if "'" + rest in lemmas else (word,)


def _points(words: Sequence[str], sketch: Sketch) -> Iterator[int]:
    """Yield the tokens of points within a unit: "€212.40"."""
    return (token for token, word in enumerate(words[:-1]) if word == ".") if "." in words else iter(())


def _rests_of_phrases(words: Sequence[str], sketch: Sketch) -> Iterator[int]:
    """Yield the tokens of phrases that one word stands for: the "to" of "going to", all but the last of "is now"."""
    chars, char_of = sketch.chars, sketch.char_of
    for token in sketch.phrased:
        at = char_of[token]
        is_past_first = bool(token) and char_of[token - 1] == at
        is_before_last = char_of[token + 1 : token + 2] == [at]
        if (is_past_first and chars[at] in _WHOLE) or (is_before_last and chars[at] in _VERBAL):
            yield token


def _rests_of_amounts(words: Sequence[str], sketch: Sketch) -> Iterator[int]:
    """Yield the tokens of amounts that their first digits stand for: "R$ 1.250,50" is "$ 1" in a normalised text."""
    for at in range(1, len(words) - 1) if "." in words or "," in words else ():
        if words[at] in ".," and words[at - 1][0].isdigit() and words[at + 1][0].isdigit():
            yield from (at, at + 1)
        elif words[at] == "$" and words[at - 1] == "r":
            yield at - 1


_SKIPS = (_points, _rests_of_amounts, _rests_of_phrases)
"""What yields the tokens of a unit that give nothing to its normalised text, besides words left out for their class."""


def is_bare_plural(subject: Sequence[Part]) -> bool:
    """Tell whether the words of a subject are a noun of a write in the plural, alone or after another: "Parents"."""
    if not subject:
        return False
    last, _, _, mark = subject[-1]
    if not mark or not last.endswith("s") or len(subject) >= _NAMED:
        return False
    return all(char in _UNNAMED and word.isalpha() for word, _, char, _ in subject)


class NormalisedText:
    """A unit as results are matched against it."""

    def __init__(self, results: PatternTable, words: Sequence[str], sketch: Sketch, marks: Mapping[int, str]) -> None:
        self._results = results
        self._sketch = sketch
        self._told = words
        self._parts = list(_parts(results.lemmas, words, sketch, marks))
        self.text = "".join([f"{word}{mark} " for word, _, _, mark in self._parts])

    @cached_property
    def words(self) -> Sequence[str]:
        """Its words, by place."""
        return [word for word, _, _, _ in self._parts]

    @cached_property
    def _tokens(self) -> Sequence[int]:
        return [token for _, token, _, _ in self._parts]

    @cached_property
    def classes(self) -> Sequence[str]:
        """The class character of each word."""
        return [char for _, _, char, _ in self._parts]

    @cached_property
    def _denials(self) -> Sequence[int]:
        """The words before which a "not" was left out; a phrase is denied once."""
        denied = (token for token, char in zip(self._sketch.token_of, self._sketch.chars, strict=True) if char == _NOT)
        return [bisect_left(self._tokens, token) for token in denied]

    @cached_property
    def _at(self) -> Mapping[int, int]:
        """Which word starts at which offset of the text; at its end, the number of words."""
        ends = accumulate(len(word) + len(mark) + 1 for word, _, _, mark in self._parts)
        return {0: 0, **{end: number for number, end in enumerate(ends, start=1)}}

    def places(self, match: re.Match[str]) -> tuple[int, int]:
        """Return the words over which a pattern was met: from the first, to before the second."""
        return self._at[match.start()], self._at[match.end()]

    def gaps(self, match: re.Match[str]) -> list[int]:
        """Return the words that filled a gap that a pattern leaves for a helper: "it *may* be yours"."""
        return [self._at[match.start(name)] for name in match.re.groupindex if match[name]]

    def token_span(self, first: int, last: int) -> tuple[int, int]:
        """Return the unit's tokens that the words ``first`` to ``last`` stand for."""
        return self._tokens[first], self._tokens[last - 1] + 1

    def stays(self, first: int, last: int) -> bool:
        """Tell whether the words only say that something stays as it was: "you remain on your plan for now"."""
        places = (self._sketch.char_of[token] for token in self._tokens[first:last])
        return any(self._sketch.chars[place : place + 2] == _STAYS for place in places)

    def expects(self, place: int) -> bool:
        """Tell whether a helper tells what is to be expected, and not what should have been."""
        return self.words[place] in self._results.expecting and self.words[place + 1] != "have"

    def subject(self, first: int) -> str | None:
        """Return who stands right before a word, as a row's ``subjects`` has it; ``None`` where nobody does."""
        return _SUBJECTS.get(self.classes[first - 1]) if first else None

    def subject_of(self, row: Result, first: int, last: int) -> Sequence[Part]:
        """Return the words of the clause before a row; of one that names its subject itself, up to that."""
        start = stop = first
        if row.led:
            stop = next((place + 1 for place in range(first, last) if self._parts[place][-1]), last)
        while start and self.classes[start - 1] not in _EDGES:
            start -= 1
        return self._parts[start:stop]

    def happens(self, first: int) -> bool:
        """Tell whether a phrase opens with a verb of what happens time and again: "refunds *arrive* in your …"."""
        word = self.words[first]
        return self.classes[first] == WORD and word in self._results.verbs and word not in self._results.pasts

    def is_former(self, first: int, last: int) -> bool:
        """Tell whether the clause up to a phrase's end speaks of what was there before."""
        while first and self.classes[first - 1] not in _EDGES:
            first -= 1
        told = self._told[self._tokens[first] : self._tokens[last - 1] + 1]
        return not self._results.former.isdisjoint(told)

    @cached_property
    def is_addressed(self) -> bool:
        """Whether it speaks of the person or states a number, and so of one thing: "A room is yours"."""
        return any(word in self._results.addressing or any(map(str.isdigit, word)) for word in self.words)

    def is_denied(self, row: Result, first: int, last: int) -> bool:
        """Tell whether a phrase is denied: by what was left out of it, by a word in a gap, or in its subject."""
        count = sum(first <= place < last for place in self._denials)
        count += sum(word in self._results.denials and word not in row.fixed for word in self.words[first:last])
        count += self._denials_in_subject(first)
        return bool(count % 2) or (not count and self._results.denies_after and self._is_denied_at_end(last))

    def _denials_in_subject(self, first: int) -> int:
        before = self.classes[max(0, first - _FAR + 1) : first]
        edge = next((place for place in range(len(before) - 1, -1, -1) if before[place] in _EDGES), -1)
        return sum(char in NO for char in before[edge + 1 :])

    def _is_denied_at_end(self, last: int) -> bool:
        """Tell whether a "not" ends the clause after a phrase: «a vaga tá garantida não»."""
        edges = (place for place in range(last, len(self.classes)) if self.classes[place] in _EDGES)
        return next(edges, len(self.classes)) in self._denials
