"""What a verb says in one of the forms that its word may be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from veraz.languages import Form
from veraz.outcomes import Stance
from veraz.reading.analysis.subjects import subject_of
from veraz.reading.claims import Aspect
from veraz.reading.verb_claims.rule_table import Said
from veraz.reading.verb_claims.stance_rules import MENTIONED
from veraz.reading.verb_claims.verb_word import VerbWord
from veraz.vocabulary import Agency, HeadForm, Role

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

_IMPERSONAL = frozenset((Role.INTRANSITIVE, Role.FAILURE, Role.EFFECT))
_DONE_FORMS = (Form.PARTICIPLE, Form.PAST)
_Reads = TypeVar("_Reads", bound=Callable[..., object])


class FormRule(NamedTuple, Generic[_Reads]):
    """What a word says in one of some forms; ``reads`` tells it, or whether the rule holds."""

    id: str
    example: str
    kinds: tuple[Form, ...]
    reads: _Reads


def said_by(form: HeadForm, word: VerbWord) -> Said | None:
    """Return what a word says as ``form``: in the first of its kinds in which it says something, else as a headline."""
    if form.forms >= {Form.PAST, Form.PARTICIPLE} and word.is_parallel():
        return None
    for kind in _in_order(form.forms):
        said = _said_as(kind, form, word)
        if said:
            by_others = kind is Form.PARTICIPLE and word.is_by_others()
            return said._replace(aspect=Aspect.STANDING) if by_others else said
    return _headline(word, form)


def _said_as(kind: Form, form: HeadForm, word: VerbWord) -> Said | None:
    for silent in _SILENT_IN.get(kind, ()):
        if silent.reads(word, form):
            return None
    said = word.known.rules.said(word.sketch, word.char, kind, _agency(form, kind))
    if said is None:
        return _said_without_rule(kind, form, word)
    if said.rule == MENTIONED:
        return _said_of_thing(kind, form, word, said)
    if said.stance is Stance.PROMISE and word.begins():
        return said._replace(aspect=Aspect.PROGRESS)  # "I'll start playing it"
    return said


def _said_without_rule(kind: Form, form: HeadForm, word: VerbWord) -> Said | None:
    for rule in _RULELESS_IN.get(kind, ()):
        if found := rule.reads(word, form):
            return found
    return None


def _said_of_thing(kind: Form, form: HeadForm, word: VerbWord, said: Said) -> Said | None:
    """Return what a verb says whose subject is not the agent: of a thing that it was done to, else only ``said``."""
    if kind in _DONE_FORMS and word.says_how():
        return None  # "rebook you with breakfast added"
    for rule in _OF_THING_IN.get(kind, ()):
        if found := rule.reads(word, form, kind, said):
            return found
    return said


def _describes(word: VerbWord, form: HeadForm) -> bool:
    return Form.PARTICIPLE in form.forms and word.describes()


def _tells_someone_to(word: VerbWord, form: HeadForm) -> bool:
    return Form.BASE in form.forms and subject_of(word.sketch.chars, word.char) is None


SILENT = (
    FormRule("describing", "Cancelled orders can't be refunded", (Form.PAST,), _describes),
    FormRule("imperative", "Set up a return", (Form.PAST,), _tells_someone_to),
)
"""Where a word says nothing in a form."""


def _joined(word: VerbWord, form: HeadForm) -> Said | None:
    """A participle right after a joint says what the one before it said."""
    previous = word.previous
    if previous is None or not word.known.rules.right_after_joint(word.sketch.chars, word.char):
        return None
    if previous.form and Form.PARTICIPLE not in previous.form.forms:
        return None
    if ")" in word.words[previous.at : word.at]:
        return None  # "ran the suite (41 passed, none failed) and pushed it"
    return Said(previous.said.stance, previous.said.aspect, previous.said.rule, word.char, previous.said.active)


def _headline(word: VerbWord, form: HeadForm) -> Said | None:
    if Form.PARTICIPLE not in form.forms or form.head.roles == {Role.INTRANSITIVE} or word.describes():
        return None
    if Form.BASE in form.forms and not word.char:
        return None  # "Let them know" tells someone to
    if not word.at and word.words[0] in word.known.vocabulary.nouns:
        return None  # «Pedido 4412: cancelado»
    return word.known.rules.said_in_headline(word.sketch, word.char, passive=Form.PAST not in form.forms)


def _bare_participle(word: VerbWord, form: HeadForm) -> Said | None:
    return None if Form.PAST in form.forms else _headline(word, form)


def _taken_for_granted(word: VerbWord, form: HeadForm) -> Said | None:
    before = word.words[word.at - 1] if word.at else ""
    return word.known.rules.said_by_gerund(word.sketch, word.char, before)


def _ongoing(word: VerbWord, form: HeadForm) -> Said | None:
    return word.known.rules.said_ongoing(word.sketch, word.char)


RULELESS = (
    FormRule("joined", "has been cancelled and refunded", (Form.PARTICIPLE,), _joined),
    FormRule("headline", "«cliente avisado»", (Form.PARTICIPLE,), _bare_participle),
    FormRule("taken-for-granted", "By dropping it I kept the rest", (Form.GERUND,), _taken_for_granted),
    FormRule("ongoing", "Fetching the photos as we speak", (Form.GERUND,), _ongoing),
)
"""What a form says where no rule of the language reads it: the first that gives something wins."""


def _unaccusative(word: VerbWord, form: HeadForm, kind: Form, said: Said) -> Said | None:
    begins = word.begins() or word.leads_to()
    return word.known.rules.said_unaccusative(word.sketch, word.char, kind, said, begins=begins)


def _thing_in_headline(word: VerbWord, form: HeadForm, kind: Form, said: Said) -> Said | None:
    return _headline(word, form) if word.of_things() else None


def _by_status(word: VerbWord, form: HeadForm, kind: Form, said: Said) -> Said | None:
    status = word.status()
    return word.known.rules.said_by_status(word.sketch, status, word.char) if status >= 0 else None


OF_THING = (
    FormRule("unaccusative", "The server restarted", (*_DONE_FORMS, Form.BASE), _unaccusative),
    FormRule("headline-of-thing", "Table booked", (Form.PAST,), _thing_in_headline),
    FormRule("status", "The status is now “return requested”", _DONE_FORMS, _by_status),
)
"""What a form says of a thing, where its subject is not the agent: the first that gives something wins."""


def _by_kind(rules: tuple[FormRule[_Reads], ...]) -> dict[Form, tuple[FormRule[_Reads], ...]]:
    kinds = {kind for rule in rules for kind in rule.kinds}
    return {kind: tuple(rule for rule in rules if kind in rule.kinds) for kind in kinds}


_SILENT_IN, _RULELESS_IN, _OF_THING_IN = _by_kind(SILENT), _by_kind(RULELESS), _by_kind(OF_THING)


@cache
def _in_order(forms: frozenset[Form]) -> tuple[Form, ...]:
    return tuple(kind for kind in _ORDER if kind in forms)


def _agency(form: HeadForm, kind: Form) -> Agency:
    impersonal = not form.head.own and not _IMPERSONAL.isdisjoint(form.head.roles)
    return Agency.ANYONE if impersonal and kind is not Form.PRESENT else form.agency
