"""What the agent says outright that it will do, in words that no claim is read from: "I'll leave a note on the issue".

A promise that may hang on anything is none: a condition, the person's word, a request before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Form, Grammar, Inflection
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, QUESTION
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.signals.own_clauses import OwnClause, clause_of
from veraz.text.fold import fold_word

_HANGING = frozenset(
    CHAR[name] for name in "if if_person whether until would may must could offer please let not no nil".split()
)
_JOINTS = frozenset((CHAR["and"], BREAK, COLON, QUESTION, COMMA))
_AFTER_OBJECT = frozenset((CHAR["prep"], CHAR["to"], CHAR["until"], CHAR["after"], *_JOINTS))
_FIRST_PRESENT = Inflection(Form.PRESENT, 1)


class OwnPromises(NamedTuple):
    """A language's table ``own_promises``, compiled.

    :ivar plain: the plain forms of its verbs; ``present`` those of the first person, which promise after ``toward``.
    :ivar willing: words after which a plain form needs no subject: «vou».
    """

    plain: frozenset[str]
    present: frozenset[str]
    toward: frozenset[str]
    willing: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> OwnPromises:
        """Return those of ``grammar``."""
        table = grammar.table("own_promises")
        verbs = [fold_word(verb) for verb in table["verbs"]]
        return cls(
            frozenset(verbs),
            frozenset(form for verb in verbs for form in _presents(grammar.inflect(verb))),
            frozenset(map(fold_word, table["toward"])),
            frozenset(map(fold_word, table["willing"])),
        )

    def stand_in(self, words: Sequence[str]) -> bool:
        """Tell whether a verb of the table stands in ``words``."""
        return any(word in self.plain or word in self.present for word in words)

    def find(self, analysis: UnitAnalysis) -> Iterator[OwnClause]:
        """Yield the promises that a unit makes outright."""
        scopes, chars = analysis.scopes, analysis.sketch.chars
        if scopes.general or scopes.past or scopes.unsure or not _HANGING.isdisjoint(chars):
            return
        for at, word in enumerate(analysis.tokens.words):
            char = analysis.sketch.char_of[at]
            is_promised = self._will(word, analysis, char) or self._does(word, analysis, at)
            if is_promised and not (scopes.over(char) or scopes.hangs(char) or not _JOINTS.isdisjoint(chars[:char])):
                yield clause_of(analysis, at, _object_end(chars, char))

    def _will(self, word: str, analysis: UnitAnalysis, char: int) -> bool:
        """Tell whether a plain form stands after what makes it a promise: "I'll leave", «vou deixar»."""
        if word not in self.plain:
            return False
        before = analysis.sketch.chars[:char].rstrip(CHAR["adv"])
        if before[-1:] != CHAR["will"]:
            return False
        is_willing = analysis.tokens.words[analysis.sketch.token_of[len(before) - 1]] in self.willing
        return is_willing or before[:-1].rstrip(CHAR["adv"])[-1:] == CHAR["agent"]

    def _does(self, word: str, analysis: UnitAnalysis, at: int) -> bool:
        """Tell whether a present stands after whom it is done for: «te mando»."""
        return word in self.present and at > 0 and analysis.tokens.words[at - 1] in self.toward


def _object_end(chars: str, char: int) -> int:
    """Return where the object ends of a verb at a character: before "on the issue", "for Jonas"."""
    return next((at for at in range(char + 1, len(chars)) if chars[at] in _AFTER_OBJECT), len(chars))


def _presents(forms: Mapping[str, frozenset[Inflection]]) -> Iterator[str]:
    return (form for form, told in forms.items() if _FIRST_PRESENT in told)
