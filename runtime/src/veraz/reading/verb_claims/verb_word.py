"""A word that may be a trigger, and what can be told of it from where it stands."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from veraz.languages import Form
from veraz.reading.analysis.function_words import CHAR, QUOTE, WORD, Sketch
from veraz.reading.analysis.generic_statements import tells_of_any
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.claims import Aspect
from veraz.reading.verb_claims.rule_table import Said
from veraz.reading.verb_claims.stance_rules import StanceRules
from veraz.reading.verb_claims.trigger import Trigger
from veraz.vocabulary import HeadForm, Vocabulary

# Measured on the corpus and on 2,127 replies of the case files, up to 20 (`_NEAR` to 8): no number above reads one of
# them otherwise.
_NEAR = 3  # characters before a participle in which its "has" stands: "has not yet moved"; 1 reads all of them alike
_BY_WHOM = 6  # tokens after a participle within which it is told who did it: "for a lesson by Ana" takes 5
_LONGEST_THING = 6  # tokens between "with" and a participle: "with a cabin change added" takes 5
_OF_THING = frozenset((WORD, CHAR["definite"], CHAR["indefinite"]))
_GOING_ON = frozenset((WORD, CHAR["definite"], CHAR["indefinite"]))
_DESCRIBED = re.compile(f"[{CHAR['definite']}{CHAR['indefinite']}]{WORD}{WORD}\\Z")  # "a posted cause"
_MONEY = frozenset("$€£.")  # "the full $31.50 back"
_REACH = 8  # how many tokens after a verb its particle may stand: "get the full $31.50 back" takes all of them


class Known(NamedTuple):
    """What is known before a unit is read: the words of the tools, and of the language."""

    vocabulary: Vocabulary
    lexicon: Lexicon
    rules: StanceRules


class VerbWord(NamedTuple):
    """A word that may be a trigger: token ``at``, character ``char``, after the trigger ``previous``."""

    words: tuple[str, ...]
    at: int
    sketch: Sketch
    char: int
    previous: Trigger | None
    known: Known

    def end_of(self, form: HeadForm) -> int | None:
        """Return the token after it and its particle as ``form``; ``None`` where it does not stand as that."""
        particle = form.head.particle
        end = particle_end(self.words, self.at, particle) if particle else self.at + 1
        if end is None or (form.is_present and self.is_noun()):
            return None
        return None if particle and is_told_apart(form) and self._is_parted(form, end) else end

    def _is_parted(self, form: HeadForm, end: int) -> bool:
        """Tell whether a noun stands within a verb that is listed only to be told from another: "get the table to six".

        A particle before a clause's end, or before where and when, is the verb's: "get the money back in May".
        """
        words, sketch = self.words, self.sketch
        if end == len(words) or sketch.chars[sketch.char_of[end]] not in _GOING_ON:
            return False
        return any(each in self.known.vocabulary.nouns for each in words[self.at + 1 : end - len(form.head.particle)])

    def is_told_ahead(self) -> bool:
        """Tell whether it is the quoted name of what is to come, or of what the person reads."""
        words, sketch = self.words, self.sketch
        if "(" not in words and QUOTE not in sketch.chars:
            return False
        if sketch.chars[0] == CHAR["since"] and sketch.chars.count(QUOTE, 0, self.char) % 2:
            return True  # 'Since you see "Data Disabled", …' tells what the person reads
        return self.known.rules.is_told_ahead(sketch.chars, self.char, sketch.char_of[_opening(words, self.at)])

    def is_of_any(self, said: Said) -> bool:
        """Tell whether what it says is said of any such thing: "Any late order is refunded"."""
        subject, known = self.sketch.token_of[said.start] - 1, self.known
        state = said.aspect is Aspect.STATE
        return tells_of_any(self.words, self.at, subject, known.lexicon, known.vocabulary.nouns, state=state)

    def is_noun(self) -> bool:
        """Tell whether a form that is also a noun («estorno») stands as one: with no agent before it."""
        before = self.sketch.chars[max(0, self.char - 1) : self.char]
        return self.words[self.at] in self.known.vocabulary.nouns and before != CHAR["agent"]

    def describes(self) -> bool:
        """Tell whether a word only describes the noun after it: "Frozen accounts still …"."""
        return self.known.rules.describes(self.sketch.chars, self.char, self._precedes_noun())

    def _precedes_noun(self) -> bool:
        """Tell whether a noun follows at once, and the sentence goes on after it."""
        words, at = self.words, self.at
        if ":" in words[at + 2 : at + 4] and words[at + 1].isalpha():
            return True  # "Updated total:"
        named = at + 2 < len(words) and words[at + 1] in self.known.vocabulary.nouns
        if at + 2 < len(words) and words[at + 2] in self.known.lexicon.predicates:
            return True  # "requested variant unavailable"
        return named and words[at + 2][0].isalnum() and not any(map(str.isdigit, words[at + 2]))

    def status(self) -> int:
        """Return where the word "status" stands before it, else -1: "the status is now “return requested”"."""
        statuses, char_of = self.known.lexicon.statuses, self.sketch.char_of
        return next((char_of[index] for index in range(self.at) if self.words[index] in statuses), -1)

    def is_by_others(self) -> bool:
        """Tell whether a participle is followed by who did it: «foi cancelado pelo vendedor»."""
        near = range(self.at + 1, min(self.at + _BY_WHOM, len(self.words) - 1))
        within = itertools.takewhile(self._is_told_on, near)
        by = next((at for at in within if self.words[at] in self.known.lexicon.by), None)
        who = [each for each in self.words[by + 1 : by + 3] if each not in self.known.lexicon.by_the] if by else []
        return bool(who) and who[0].isalpha() and self.known.lexicon.means.isdisjoint(who[:1])

    def _is_told_on(self, at: int) -> bool:
        """Tell whether a clause goes on at token ``at``."""
        return self.words[at].isalnum() and self.sketch.chars[self.sketch.char_of[at]] != CHAR["and"]

    def begins(self) -> bool:
        """Tell whether another act follows at once, of which it says that it began: "has started playing"."""
        after = self.at + 1
        forms = self.known.vocabulary.heads.get(self.words[after], ()) if after < len(self.words) else ()
        return any(form.forms == {Form.GERUND} and form.head.own | form.head.kin for form in forms)

    def is_parallel(self) -> bool:
        """Tell whether a word after a joint describes a thing as one before does: "a posted cause or revised time"."""
        chars, char = self.sketch.chars, self.char
        if chars[char - 1 : char] != CHAR["and"] or chars[char + 1 : char + 2] != WORD:
            return False
        described = _DESCRIBED.search(chars, 0, char - 1)
        first = self.words[self.sketch.token_of[described.start() + 1]] if described else ""
        return any(Form.PARTICIPLE in form.forms for form in self.known.vocabulary.heads.get(first, ()))

    def says_how(self) -> bool:
        """Tell whether a thing and a participle only say how: "… with travel insurance added"."""
        for at in range(self.at - 1, max(-1, self.at - _LONGEST_THING), -1):
            if self.words[at] in self.known.lexicon.absolute:
                return at > 0 and at < self.at - 1
            if self.sketch.chars[self.sketch.char_of[at]] not in _OF_THING:
                break
        return False

    def leads_to(self) -> bool:
        """Tell whether a perfect told of a thing says where to: "Your booking has moved to 2 September"."""
        chars, at = self.sketch.chars, self.char
        has = CHAR["have"] in chars[max(0, at - _NEAR) : at]
        return has and chars[at + 1 : at + 2] == CHAR["to"] and self.of_things()

    def of_things(self) -> bool:
        """Tell whether the clause starts with a thing or a number, to which it may be done: "Table booked"."""
        before = itertools.takewhile(lambda other: other not in ",.;:!?", reversed(self.words[: self.at]))
        return any(other in self.known.vocabulary.nouns or not other.isalpha() for other in before)


def is_told_apart(form: HeadForm) -> bool:
    """Tell whether a verb is listed only to be told from another: "get back" is no "get"."""
    head = form.head
    return not (head.own or head.kin or head.roles)


def _opening(words: tuple[str, ...], at: int) -> int:
    """Return where the bracket around token ``at`` opens; ``at`` itself outside of brackets."""
    for index in range(at - 1, -1, -1):
        if words[index] in "()":
            return index if words[index] == "(" else at
    return at


def particle_end(words: tuple[str, ...], at: int, particle: tuple[str, ...]) -> int | None:
    """Return the token after the verb at ``at`` and its ``particle``; ``None`` where the particle is not there."""
    if not particle:
        return at + 1
    for index in range(at + 1, min(at + _REACH, len(words))):
        if words[index] == particle[0] and words[index : index + len(particle)] == particle:
            return index + len(particle)
        if not words[index][0].isalnum() and words[index] not in _MONEY:
            return None
    return None
