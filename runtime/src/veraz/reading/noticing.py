"""Where results stand: "Legal has it now", "the old flight is history".

A unit is matched as a *plain line*: adverbs and negations left out, the forms of "be" and "have" brought to one, and a
mark after each noun that speaks of a write.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.outcomes import Stance
from veraz.reading.classes import BREAK, CHAR, COLON, COMMA, NO, QUESTION, QUOTE, WORD, Sketch
from veraz.reading.results import ACT, THING, Result, Results
from veraz.reading.ties import FoundNoun
from veraz.vocabulary import Vocabulary

_OPPOSITE = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE}
_LEFT_OUT = frozenset(CHAR[name] for name in ("adv", "not", "now", "standing", "anew", "general"))
_WHOLE = frozenset(CHAR[name] for name in ("going", "able", "unable"))  # phrases that stand as their first word
_EDGES = frozenset((BREAK, COLON, COMMA, QUESTION, QUOTE, CHAR["and"]))
_AHEAD = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "going"))
_SUBJECTS = {WORD: "other", **{CHAR[name]: name for name in ("agent", "person", "third", "it")}}
_FAR = 8  # how far before a phrase a "no" may stand in its subject
_NAMED = 3  # words of a subject from which it is no bare plural


class FoundResult(NamedTuple):
    """A result met over the tokens ``at`` to ``end`` of a unit, and what it says there.

    :ivar past: whether it tells of what was: "ZB90 was yours".
    :ivar active: whether the agent is its subject.
    :ivar tools: the tools it may tell of, as a bitset.
    """

    row: Result
    at: int
    end: int
    stance: Stance
    past: bool
    active: bool
    tools: int = 0


class Noticer:
    """Finds the results that tell of a tool of a set."""

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar) -> None:
        self._results = Results.of(grammar)
        self._writes = vocabulary.writes
        self._rows = [(row, _tools_doing(row.actions, vocabulary)) for row in self._results.rows]
        self._anchors: dict[str, list[int]] = {}
        for index, (row, tools) in enumerate(self._rows):
            for word in row.needed[0] if tools else ():
                self._anchors.setdefault(word, []).append(index)

    def __contains__(self, word: object) -> bool:
        return word in self._anchors

    def candidates(self, words: Sequence[str], nouns: Sequence[FoundNoun]) -> list[tuple[Result, int]]:
        """Return the results whose words stand in a unit, each with the tools it may tell of."""
        known = {part for word in words for part in _parts(word)}
        near = sorted({index for word in known for index in self._anchors.get(word, ())})
        return [self._rows[index] for index in near if _may_stand(self._rows[index][0], known, nouns)]

    def find(
        self, rows: Sequence[tuple[Result, int]], words: Sequence[str], sketch: Sketch, nouns: Sequence[FoundNoun]
    ) -> list[FoundResult]:
        """Return where ``rows`` stand in a unit."""
        rows = [(row, tools) for row, tools in rows if not row.needs or not row.needs.isdisjoint(sketch.chars)]
        if not rows:
            return []
        line = _PlainLine(self._results, words, sketch, dict(_marks(nouns, self._writes)))
        met = ((row, tools, match) for row, tools in rows for match in _compiled(row.pattern).finditer(line.text))
        return [found._replace(tools=tools) for row, tools, match in met if (found := line.read(row, match))]


def _tools_doing(actions: frozenset[str], vocabulary: Vocabulary) -> int:
    """Return the tools that do one of ``actions``; where none is given, every write."""
    tools = 0 if actions else vocabulary.writes
    for action in actions:
        tools |= vocabulary.actions.get(action, 0)
    return tools


def _parts(word: str) -> Sequence[str]:
    """Return a word, with the owner and the verb of one like "alarm's"."""
    at = word.find("'")
    return (word, word[:at], word[at:]) if at > 0 else (word,)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a row's pattern compiled, when it is first looked for: most never are, and all take long."""
    return re.compile(pattern)


def _may_stand(row: Result, words: Collection[str], nouns: Sequence[FoundNoun]) -> bool:
    if row.marked and not nouns:
        return False
    return not any(needed.isdisjoint(words) for needed in row.needed[1:])


def _marks(nouns: Sequence[FoundNoun], writes: int) -> Iterator[tuple[int, str]]:
    """Yield the last token of each noun that speaks of a write, with its mark."""
    for found in nouns:
        if found.tools & writes:
            yield found.at + len(found.noun.rest), ACT if found.noun.act & writes else THING


class _PlainLine:
    """A unit as results are matched against it: its words, with the token and the class that each stands for."""

    def __init__(self, results: Results, words: Sequence[str], sketch: Sketch, marks: Mapping[int, str]) -> None:
        self._results = results
        self._chars = sketch.chars
        self._words: list[str] = []
        self._tokens: list[int] = []
        self._classes: list[str] = []
        self._denials: list[int] = []
        self._marks = marks
        denies, past = CHAR["not"] in sketch.chars, -1
        for index, (word, at) in enumerate(zip(words, sketch.char_of, strict=True)):
            if denies and at > past:  # a phrase is denied once
                following = sketch.char_of[index + 1] if index + 1 < len(words) else len(sketch.chars)
                self._denials += [len(self._words)] * (CHAR["not"] in sketch.chars[at:following])
            if at > past or sketch.chars[at] not in _WHOLE:
                self._add(index, word, at)
            past = at
        self.text = "".join(
            f"{word}{marks.get(token, '')} " for word, token in zip(self._words, self._tokens, strict=True)
        )
        self._at = self._offsets()

    def _add(self, index: int, word: str, at: int) -> None:
        """Add what a token gives: nothing, itself, or a noun and its verb ("alarm's")."""
        lemmas = self._results.lemmas
        owner, mark, rest = word.rpartition("'")
        if word in lemmas:
            parts = lemmas[word].split()
        elif self._chars[at] in _LEFT_OUT:
            return
        else:
            parts = [owner, lemmas["'" + rest]] if mark and "'" + rest in lemmas else [word]
        for place, part in enumerate(parts):
            self._words.append(part)
            self._tokens.append(index)
            self._classes.append(self._chars[min(at + place, len(self._chars) - 1)])

    def _offsets(self) -> dict[int, int]:
        """Return which word starts at which offset of the text; at its end, the number of words."""
        offsets, at = {0: 0}, 0
        for number, (word, token) in enumerate(zip(self._words, self._tokens, strict=True)):
            at += len(word) + len(self._marks.get(token, "")) + 1
            offsets[at] = number + 1
        return offsets

    def read(self, row: Result, match: re.Match[str]) -> FoundResult | None:
        """Return what ``row`` says where it was met, if anything."""
        first, last = self._at[match.start()], self._at[match.end()]
        helpers = {self._classes[self._at[match.start(name)]] for name in match.re.groupindex if match[name]}
        if not helpers <= (_AHEAD if row.ahead or row.denied else frozenset()):
            return None
        if (row.subjects and self._subject(first) not in row.subjects) or self._is_general(row, first, last):
            return None
        denied = self._denied(row, first, last)
        if denied != row.denied and (row.denied or row.stance is Stance.NOT_DONE):
            return None
        stance = row.stance if denied == row.denied else _OPPOSITE[row.stance]
        if helpers and stance is Stance.DONE and not row.denied:
            stance = Stance.PROMISE
        past = CHAR["was"] in self._classes[first:last]
        active = "agent" in (self._subject(first), _SUBJECTS.get(self._classes[first]))
        return FoundResult(row, self._tokens[first], self._tokens[last - 1] + 1, stance, past, active)

    def _subject(self, first: int) -> str | None:
        return _SUBJECTS.get(self._classes[first - 1]) if first else None

    def _is_general(self, row: Result, first: int, last: int) -> bool:
        """Tell whether the subject is any such thing: "A refund is in your inbox within …", "Parents know …"."""
        start = stop = first
        if row.led:
            stop = next((place + 1 for place in range(first, last) if self._tokens[place] in self._marks), last)
        while start and self._classes[start - 1] not in _EDGES:
            start -= 1
        words, classes = self._words[start:stop], self._classes[start:stop]
        if not words:
            return False
        if CHAR["indefinite"] in classes:
            return True
        is_plural = words[-1].endswith("s") and self._tokens[stop - 1] in self._marks
        return (
            is_plural
            and len(words) < _NAMED
            and all(char in (WORD, CHAR["it"]) and word.isalpha() for word, char in zip(words, classes, strict=True))
        )

    def _denied(self, row: Result, first: int, last: int) -> bool:
        """Tell whether a phrase is denied: by what was left out of it, by a word in a gap, or in its subject."""
        count = sum(first <= place < last for place in self._denials)
        count += sum(word in self._results.denials and word not in row.fixed for word in self._words[first:last])
        for place in range(first - 1, max(-1, first - _FAR), -1):
            if self._classes[place] in _EDGES:
                break
            count += self._classes[place] in NO
        return bool(count % 2)
