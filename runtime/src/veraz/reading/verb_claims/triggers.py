"""Triggers of claims: the verbs and predicates of a unit that say something, before it is known of what."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Form, Grammar
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, QUOTE, WORD, Sketch
from veraz.reading.analysis.generic_statements import tells_of_any
from veraz.reading.analysis.lexicon import Lexicon, Predicate
from veraz.reading.analysis.subjects import subject_of
from veraz.reading.analysis.word_entries import PREDICATE, TRIGGER, Entry
from veraz.reading.claims import Aspect
from veraz.reading.verb_claims.rule_table import Said
from veraz.reading.verb_claims.stance_rules import MENTIONED, StanceRules
from veraz.vocabulary import Agency, HeadForm, Role, Vocabulary

_ORDER = (
    Form.PARTICIPLE,
    Form.PAST,
    Form.FUTURE,
    Form.GERUND,
    Form.CONDITIONAL,
    Form.IMPERFECT,
    Form.SUBJUNCTIVE,
    Form.PRESENT,
    Form.BASE,
)
"""The forms of a verb in the order they are tried: "refunded" is a participle before it is a past."""

_NEAR = 3  # characters before a participle in which its "has" stands
_DENIED = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.MENTION}
_RECIPIENTS = frozenset(CHAR[name] for name in ("person", "third", "me"))  # "on its way to you"
_BY_WHOM = 6  # tokens after a participle within which it is told who did it
_LONGEST_THING = 6  # tokens between "with" and a participle
_OF_THING = frozenset((WORD, CHAR["definite"], CHAR["indefinite"]))
_DESCRIBED = re.compile(f"[{CHAR['definite']}{CHAR['indefinite']}]{WORD}{WORD}\\Z")  # "a posted cause"
_IMPERSONAL = frozenset((Role.INTRANSITIVE, Role.FAILURE, Role.EFFECT))


class Trigger(NamedTuple):
    """A verb in one of its forms, or a predicate, over tokens ``at`` to ``end``, and what it says."""

    at: int
    end: int
    form: HeadForm | None
    predicate: Predicate | None
    said: Said


class _Word(NamedTuple):
    """A word that may be a trigger, and where: token ``at``, character ``char``, after the trigger ``previous``."""

    words: tuple[str, ...]
    at: int
    sketch: Sketch
    char: int
    previous: Trigger | None


class Triggers:
    """Finds the triggers of a unit."""

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._rules = StanceRules.of(grammar)
        self._lexicon = Lexicon.of(grammar)

    def find(self, words: tuple[str, ...], entries: Sequence[Entry], sketch: Sketch) -> list[Trigger]:
        """Return the triggers of a unit in order, auxiliaries of another one left out."""
        found: list[Trigger] = []
        past = 0
        for at, entry in enumerate(entries):
            if at < past or not entry.bits & TRIGGER:
                continue
            trigger = self._predicate(words, at, sketch) if entry.bits & PREDICATE else None
            if trigger is None and entry.forms:
                word = _Word(words, at, sketch, sketch.char_of[at], found[-1] if found else None)
                trigger = self._verb(entry.forms, word)
            if trigger:
                if found and not trigger.said.headline and sketch.char_of[found[-1].at] >= trigger.said.start:
                    found.pop()  # it was only an auxiliary of this one: "did" of "did not go through"
                found.append(trigger)
                past = trigger.end if trigger.predicate or _is_whole(trigger) else past
        return found

    def _predicate(self, words: tuple[str, ...], at: int, sketch: Sketch) -> Trigger | None:
        longest = self._lexicon.predicates.longest(words, at)
        if longest is None:
            return None
        char = sketch.char_of[at]
        last = sketch.char_of[longest[0] - 1]
        around = self._lexicon.predicates.longest(words, at - 1) if at else None
        is_part = longest[0] > at + 1 or (around and around[0] >= longest[0])
        after = sketch.chars[last + 1 : last + 3]
        leads_on = after[:1] == CHAR["to"] and after[1:] not in _RECIPIENTS
        if leads_on or (is_part and sketch.chars[last] == CHAR["going"]):
            return None  # "you're all set to travel"
        said = self._rules.said(sketch, char, "predicate", Agency.ANYONE)
        said = said or self._rules.said_in_headline(sketch, char, last=sketch.char_of[longest[0] - 1])
        return Trigger(at, longest[0], None, longest[1][0], said) if said else None

    def _verb(self, forms: Sequence[HeadForm], word: _Word) -> Trigger | None:
        words, at, sketch = word.words, word.at, word.sketch
        if at in sketch.phrased or self._is_told_ahead(word):
            return None
        for form in forms:
            particle = form.head.particle
            end = particle_end(words, at, particle) if particle else at + 1
            if end is None or (form.is_present and self._is_noun(word)) or self._is_apart(form, word, end):
                continue
            if particle and not (form.head.own or form.head.kin or form.head.roles):
                return None  # "you'll get the money back" is no getting of what a tool gets
            said = self._said(form, word)
            if said and self._is_of_any(said, word):
                said = said._replace(stance=Stance.MENTION)
            if said and form.denies:
                said = said._replace(stance=_DENIED.get(said.stance, said.stance))
            if said:
                return Trigger(at, end, form, None, said)
        return None

    def _is_apart(self, form: HeadForm, word: _Word, end: int) -> bool:
        """Tell whether a noun stands within a verb that is listed only to be told from another: "get the table to six".

        A particle before a clause's end, or before where and when, is the verb's: "get the money back in May".
        """
        head, words, sketch = form.head, word.words, word.sketch
        if not head.particle or head.own or head.kin or head.roles:
            return False
        if end == len(words) or sketch.chars[sketch.char_of[end]] not in _GOING_ON:
            return False
        return any(each in self._vocabulary.nouns for each in words[word.at + 1 : end - len(head.particle)])

    def _is_told_ahead(self, word: _Word) -> bool:
        words, sketch = word.words, word.sketch
        if "(" not in words and QUOTE not in sketch.chars:
            return False
        if sketch.chars[0] == CHAR["since"] and sketch.chars.count(QUOTE, 0, word.char) % 2:
            return True  # 'Since you see "Data Disabled", …' tells what the person reads
        return self._rules.is_told_ahead(sketch.chars, word.char, sketch.char_of[_opening(words, word.at)])

    def _is_of_any(self, said: Said, word: _Word) -> bool:
        subject = word.sketch.token_of[said.start] - 1
        state = said.aspect is Aspect.STATE
        return tells_of_any(word.words, word.at, subject, self._lexicon, self._vocabulary.nouns, state=state)

    def _is_noun(self, word: _Word) -> bool:
        """Tell whether a form that is also a noun («estorno») stands as one: with no agent before it."""
        before = word.sketch.chars[max(0, word.char - 1) : word.char]
        return word.words[word.at] in self._vocabulary.nouns and before != CHAR["agent"]

    def _describes(self, word: _Word) -> bool:
        """Tell whether a word only describes the noun after it: "Frozen accounts still …"."""
        return self._rules.describes(word.sketch.chars, word.char, self._precedes_noun(word.words, word.at))

    def _precedes_noun(self, words: tuple[str, ...], at: int) -> bool:
        """Tell whether a noun follows at once, and the sentence goes on after it."""
        if ":" in words[at + 2 : at + 4] and words[at + 1].isalpha():
            return True  # "Updated total:"
        named = at + 2 < len(words) and words[at + 1] in self._vocabulary.nouns
        if at + 2 < len(words) and words[at + 2] in self._lexicon.predicates:
            return True  # "requested variant unavailable"
        return named and words[at + 2][0].isalnum() and not any(map(str.isdigit, words[at + 2]))

    def _status(self, word: _Word) -> int:
        """Return where the word "status" stands before it, else -1: "the status is now “return requested”"."""
        statuses, char_of = self._lexicon.statuses, word.sketch.char_of
        return next((char_of[index] for index in range(word.at) if word.words[index] in statuses), -1)

    def _is_by_others(self, kind: Form, word: _Word) -> bool:
        """Tell whether a participle is followed by who did it: «foi cancelado pelo vendedor»."""
        if kind is not Form.PARTICIPLE:
            return False
        near = range(word.at + 1, min(word.at + _BY_WHOM, len(word.words) - 1))
        within = itertools.takewhile(lambda at: _is_told_on(word, at), near)
        by = next((at for at in within if word.words[at] in self._lexicon.by), None)
        who = [each for each in word.words[by + 1 : by + 3] if each not in self._lexicon.by_the] if by else []
        return bool(who) and who[0].isalpha() and self._lexicon.means.isdisjoint(who[:1])

    def _begins(self, word: _Word) -> bool:
        """Tell whether another act follows at once, of which it says that it began: "has started playing"."""
        after = word.at + 1
        forms = self._vocabulary.heads.get(word.words[after], ()) if after < len(word.words) else ()
        return any(form.forms == {Form.GERUND} and form.head.own | form.head.kin for form in forms)

    def _is_parallel(self, word: _Word) -> bool:
        """Tell whether a word after a joint describes a thing as one before does: "a posted cause or revised time"."""
        chars, char = word.sketch.chars, word.char
        if chars[char - 1 : char] != CHAR["and"] or chars[char + 1 : char + 2] != WORD:
            return False
        described = _DESCRIBED.search(chars, 0, char - 1)
        first = word.words[word.sketch.token_of[described.start() + 1]] if described else ""
        return any(Form.PARTICIPLE in form.forms for form in self._vocabulary.heads.get(first, ()))

    def _says_how(self, word: _Word) -> bool:
        """Tell whether a thing and a participle only say how: "… with travel insurance added"."""
        for at in range(word.at - 1, max(-1, word.at - _LONGEST_THING), -1):
            if word.words[at] in self._lexicon.absolute:
                return at > 0 and at < word.at - 1
            if word.sketch.chars[word.sketch.char_of[at]] not in _OF_THING:
                break
        return False

    def _leads_to(self, word: _Word) -> bool:
        """Tell whether a perfect told of a thing says where to: "Your booking has moved to 2 September"."""
        chars, at = word.sketch.chars, word.char
        has = CHAR["have"] in chars[max(0, at - _NEAR) : at]
        return has and chars[at + 1 : at + 2] == CHAR["to"] and self._of_things(word)

    def _of_things(self, word: _Word) -> bool:
        """Tell whether the clause starts with a thing or a number, to which it may be done: "Table booked"."""
        before = itertools.takewhile(lambda other: other not in ",.;:!?", reversed(word.words[: word.at]))
        return any(other in self._vocabulary.nouns or not other.isalpha() for other in before)

    def _said(self, form: HeadForm, word: _Word) -> Said | None:
        if form.forms >= {Form.PAST, Form.PARTICIPLE} and self._is_parallel(word):
            return None
        for kind in _in_order(form.forms):
            said = self._said_as(kind, form, word)
            if said:
                return said._replace(aspect=Aspect.STANDING) if self._is_by_others(kind, word) else said
        return self._headline(form, word)

    def _said_as(self, kind: Form, form: HeadForm, word: _Word) -> Said | None:
        if kind is Form.PAST and Form.PARTICIPLE in form.forms and self._describes(word):
            return None
        if kind is Form.PAST and Form.BASE in form.forms and subject_of(word.sketch.chars, word.char) is None:
            return None  # "Set up a return" at a clause's start tells someone to
        said = self._rules.said(word.sketch, word.char, kind, _agency(form, kind))
        if said and said.stance is Stance.PROMISE and self._begins(word):
            return said._replace(aspect=Aspect.PROGRESS)  # "I'll start playing it"
        if kind is Form.PARTICIPLE and said is None:
            said = self._joined(word)
            return said if said or Form.PAST in form.forms else self._headline(form, word)
        if kind is Form.GERUND and said is None:
            before = word.words[word.at - 1] if word.at else ""
            return self._rules.said_by_gerund(word.sketch, word.char, before) or self._rules.said_ongoing(
                word.sketch, word.char
            )
        if kind in (Form.PARTICIPLE, Form.PAST) and said and said.rule == MENTIONED and self._says_how(word):
            return None  # "rebook you with breakfast added"
        if said and said.rule == MENTIONED and kind in (Form.PARTICIPLE, Form.PAST, Form.BASE):
            begins = self._begins(word) or self._leads_to(word)
            said = self._rules.said_unaccusative(word.sketch, word.char, kind, said, begins=begins) or said
        if kind is Form.PAST and said and said.rule == MENTIONED and self._of_things(word):
            said = self._headline(form, word) or said
        if said and said.rule == MENTIONED and kind in (Form.PARTICIPLE, Form.PAST):
            status = self._status(word)
            return (self._rules.said_by_status(word.sketch, status, word.char) if status >= 0 else None) or said
        return said

    def _headline(self, form: HeadForm, word: _Word) -> Said | None:
        if Form.PARTICIPLE not in form.forms or form.head.roles == {Role.INTRANSITIVE} or self._describes(word):
            return None
        if Form.BASE in form.forms and not word.char:
            return None  # "Let them know" tells someone to
        if not word.at and word.words[0] in self._vocabulary.nouns:
            return None  # «Pedido 4412: cancelado»
        return self._rules.said_in_headline(word.sketch, word.char, passive=Form.PAST not in form.forms)

    def _joined(self, word: _Word) -> Said | None:
        """A participle right after a joint says what the one before it said: "has been cancelled and refunded"."""
        previous = word.previous
        if previous is None or not self._rules.right_after_joint(word.sketch.chars, word.char):
            return None
        if previous.form and Form.PARTICIPLE not in previous.form.forms:
            return None
        if ")" in word.words[previous.at : word.at]:
            return None  # "ran the suite (41 passed, none failed) and pushed it"
        return Said(previous.said.stance, previous.said.aspect, previous.said.rule, word.char, previous.said.active)


def _is_told_on(word: _Word, at: int) -> bool:
    """Tell whether a clause goes on at token ``at``."""
    return word.words[at].isalnum() and word.sketch.chars[word.sketch.char_of[at]] != CHAR["and"]


def _is_whole(trigger: Trigger) -> bool:
    """Tell whether a verb's particle follows at once: "went through" is no "through" besides."""
    return trigger.form is not None and trigger.end == trigger.at + 1 + len(trigger.form.head.particle)


@cache
def _in_order(forms: frozenset[Form]) -> tuple[Form, ...]:
    return tuple(kind for kind in _ORDER if kind in forms)


def _agency(form: HeadForm, kind: Form) -> Agency:
    impersonal = not form.head.own and not _IMPERSONAL.isdisjoint(form.head.roles)
    return Agency.ANYONE if impersonal and kind is not Form.PRESENT else form.agency


def _opening(words: tuple[str, ...], at: int) -> int:
    """Return where the bracket around token ``at`` opens; ``at`` itself outside of brackets."""
    for index in range(at - 1, -1, -1):
        if words[index] in "()":
            return index if words[index] == "(" else at
    return at


_GOING_ON = frozenset((WORD, CHAR["definite"], CHAR["indefinite"]))
_MONEY = frozenset("$€£.")  # "the full $31.50 back"
_REACH = 8  # how many tokens after a verb its particle may stand: "switched the kitchen light off"


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
