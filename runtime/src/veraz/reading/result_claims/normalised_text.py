"""A unit as results are matched against it: its *normalised text*, and what a result says where it is met in one.

Adverbs and negations are left out, the forms of "be" and "have" brought to one, and each noun that speaks of a write
has a mark.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, NO, QUESTION, QUOTE, WORD, Sketch
from veraz.reading.result_claims.pattern_table import PatternTable, Result

_OPPOSITE = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE}
_LEFT_OUT = frozenset(CHAR[name] for name in ("adv", "not", "now", "standing", "anew", "general"))
_BE = CHAR["be"]
_WHOLE = frozenset(CHAR[name] for name in ("going", "able", "unable"))  # phrases that stand as their first word
_VERBAL = frozenset((CHAR["be"], CHAR["have"]))  # and these as their last: "should now have"
_EDGES = frozenset((BREAK, COLON, COMMA, QUESTION, QUOTE, CHAR["and"]))
_AHEAD = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "going"))
_SUBJECTS = {WORD: "other", **{CHAR[name]: name for name in ("agent", "person", "third", "it")}}
_NOT = CHAR["not"]
_STAYS = CHAR["be"] + CHAR["standing"]  # "stays", "is still"
_FAR = 8  # how far before a phrase a "no" may stand in its subject
_UNNAMED = frozenset((WORD, CHAR["it"]))
_NAMED = 3  # words of a subject from which it is no bare plural


class FoundResult(NamedTuple):
    """A result met over the tokens ``at`` to ``end`` of a unit, and what it says there.

    :ivar past: whether it tells of what was: "ZB90 was yours".
    :ivar active: whether the agent is its subject.
    :ivar tools: the tools it may tell of, as a bitset; ``like`` those it tells of where none of them was called.
    :ivar expected: whether it only tells what is to be expected: "it should be in your inbox".
    """

    row: Result
    at: int
    end: int
    stance: Stance
    past: bool
    active: bool
    tools: int = 0
    expected: bool = False
    like: int = 0


_Part = tuple[str, int, str, str]
"""A word of a normalised text, with the token and the class that it stands for, and its mark as a noun."""


def _parts(
    lemmas: Mapping[str, str], words: Sequence[str], sketch: Sketch, marks: Mapping[int, str]
) -> Iterator[_Part]:
    """Yield what each token gives: nothing, itself, or a noun and its verb ("alarm's")."""
    chars, past, rests = sketch.chars, -1, set(_rests_of_amounts(words)) if "." in words or "," in words else ()
    for token, (word, at) in enumerate(zip(words, sketch.char_of, strict=True)):
        if token in rests or (at == past and chars[at] in _WHOLE):
            continue
        if word == "." and token + 1 < len(words):
            continue  # "€212.40"
        if chars[at] in _VERBAL and at in sketch.char_of[token + 1 : token + 2]:
            continue
        past = at
        lemma = "be" if chars[at] == _BE and token in sketch.phrased else lemmas.get(word)
        if lemma is None and chars[at] in _LEFT_OUT:
            continue
        noun = marks.get(token, "")
        if lemma is None and "'" not in word:
            yield word, token, chars[at], noun
            continue
        if lemma is not None:
            told, noun = lemma.split(), ""  # "stays" is no noun here
        else:
            owner, _, rest = word.rpartition("'")
            told = [owner, lemmas["'" + rest]] if "'" + rest in lemmas else [word]
        for place, part in enumerate(told):
            yield part, token, chars[min(at + place, len(chars) - 1)], "" if place else noun


def _rests_of_amounts(words: Sequence[str]) -> Iterator[int]:
    """Yield the tokens of amounts that their first digits stand for: "R$ 1.250,50" is "$ 1" in a normalised text."""
    for at in range(1, len(words) - 1):
        if words[at] in ".," and words[at - 1][0].isdigit() and words[at + 1][0].isdigit():
            yield from (at, at + 1)
        elif words[at] == "$" and words[at - 1] == "r":
            yield at - 1


def _is_bare_plural(subject: Sequence[_Part]) -> bool:
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
    def _words(self) -> Sequence[str]:
        return [word for word, _, _, _ in self._parts]

    @cached_property
    def _tokens(self) -> Sequence[int]:
        return [token for _, token, _, _ in self._parts]

    @cached_property
    def _classes(self) -> Sequence[str]:
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

    def result_of(self, row: Result, match: re.Match[str]) -> FoundResult | None:
        """Return what ``row`` says where it was met, if anything."""
        first, last = self._at[match.start()], self._at[match.end()]
        places = [self._at[match.start(name)] for name in match.re.groupindex if match[name]]
        expected = row.ahead and any(map(self._expects, places))
        helpers = {self._classes[place] for place in places if not (expected and self._expects(place))}
        if not helpers <= (_AHEAD if row.ahead or row.denied else frozenset()):
            return None
        if (row.subjects and self._subject(first) not in row.subjects) or self._is_general(row, first, last):
            return None
        denied = self._denied(row, first, last)
        if (denied and row.affirms) or (row.new and self._is_former(first, last)):
            return None
        if denied != row.denied and (row.denied or row.stance is not Stance.DONE):
            return None
        stance = row.stance if denied == row.denied else _OPPOSITE.get(row.stance, Stance.MENTION)
        if stance is Stance.DONE and self._stays(first, last):
            return None
        if (helpers or expected) and stance is Stance.DONE and not row.denied:
            stance = Stance.PROMISE
        said = self._classes[first:last]
        gone = CHAR["be"] not in said and not self._results.pasts.isdisjoint(
            self._words[first:last]
        )  # "is gone" is now
        past = CHAR["was"] in said or gone
        active = "agent" in (self._subject(first), _SUBJECTS.get(self._classes[first]))
        found = FoundResult(row, self._tokens[first], self._tokens[last - 1] + 1, stance, past, active)
        return found._replace(expected=expected)

    def _stays(self, first: int, last: int) -> bool:
        """Tell whether the words only say that something stays as it was: "you remain on your plan for now"."""
        places = (self._sketch.char_of[token] for token in self._tokens[first:last])
        return any(self._sketch.chars[place : place + 2] == _STAYS for place in places)

    def _expects(self, place: int) -> bool:
        """Tell whether a helper tells what is to be expected, and not what should have been."""
        return self._words[place] in self._results.expecting and self._words[place + 1] != "have"

    def _subject(self, first: int) -> str | None:
        return _SUBJECTS.get(self._classes[first - 1]) if first else None

    def _is_general(self, row: Result, first: int, last: int) -> bool:
        """Tell whether the subject is any such thing: "A refund is in their inbox within …", "Parents know …".

        What speaks of the person, or states a number, is about one of them: "A room is waiting for you"; but for what
        comes to pass time and again.
        """
        if row.event or self._words[first : first + 2] == ["have", "be"]:
            return False  # "a colleague has been notified" is one
        start = stop = first
        if row.led:
            stop = next((place + 1 for place in range(first, last) if self._parts[place][-1]), last)
        while start and self._classes[start - 1] not in _EDGES:
            start -= 1
        subject = self._parts[start:stop]
        if not subject or ":" in self._words[first:last]:
            return False  # "Kitchen lights: off" is no rule about lights
        if self._is_addressed:
            return not row.led and self._happens(first) and _is_bare_plural(subject)
        return any(char == CHAR["indefinite"] for _, _, char, _ in subject) or _is_bare_plural(subject)

    def _happens(self, first: int) -> bool:
        """Tell whether a phrase opens with a verb of what happens time and again: "refunds *arrive* in your …"."""
        word = self._words[first]
        return self._classes[first] == WORD and word in self._results.verbs and word not in self._results.pasts

    def _is_former(self, first: int, last: int) -> bool:
        """Tell whether the clause up to a phrase's end speaks of what was there before."""
        while first and self._classes[first - 1] not in _EDGES:
            first -= 1
        told = self._told[self._tokens[first] : self._tokens[last - 1] + 1]
        return not self._results.former.isdisjoint(told)

    @cached_property
    def _is_addressed(self) -> bool:
        return any(word in self._results.addressing or any(map(str.isdigit, word)) for word in self._words)

    def _denied(self, row: Result, first: int, last: int) -> bool:
        """Tell whether a phrase is denied: by what was left out of it, by a word in a gap, or in its subject."""
        count = sum(first <= place < last for place in self._denials)
        count += sum(word in self._results.denials and word not in row.fixed for word in self._words[first:last])
        for place in range(first - 1, max(-1, first - _FAR), -1):
            if self._classes[place] in _EDGES:
                break
            count += self._classes[place] in NO
        return bool(count % 2) or (not count and self._results.denies_after and self._is_denied_at_end(last))

    def _is_denied_at_end(self, last: int) -> bool:
        """Tell whether a "not" ends the clause after a phrase: «a vaga tá garantida não»."""
        edges = (place for place in range(last, len(self._classes)) if self._classes[place] in _EDGES)
        return next(edges, len(self._classes)) in self._denials
