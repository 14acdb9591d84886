"""Triggers of claims: the verbs and predicates of a unit that say something, before it is known of what."""

from __future__ import annotations

from collections.abc import Sequence

from veraz.languages import Grammar
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, Sketch
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.word_entries import PREDICATE, TRIGGER, Entry
from veraz.reading.verb_claims.form_readings import said_by
from veraz.reading.verb_claims.rule_table import Said
from veraz.reading.verb_claims.stance_rules import StanceRules
from veraz.reading.verb_claims.trigger import Trigger
from veraz.reading.verb_claims.verb_word import Known, VerbWord, is_told_apart
from veraz.vocabulary import Agency, HeadForm, Vocabulary

_DENIED = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.MENTION}
_RECIPIENTS = frozenset(CHAR[name] for name in ("person", "third", "me"))  # "on its way to you"

OF_ANY = NamedRule("of-any", "what holds of any such thing", "mentions")


class Triggers:
    """Finds the triggers of a unit."""

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar) -> None:
        self._known = Known(vocabulary, Lexicon.of(grammar), StanceRules.of(grammar))

    def find(self, words: tuple[str, ...], entries: Sequence[Entry], sketch: Sketch) -> list[Trigger]:
        """Return the triggers of a unit in order, auxiliaries of another one left out."""
        found: list[Trigger] = []
        past = 0
        for at, entry in enumerate(entries):
            if at < past or not entry.bits & TRIGGER:
                continue
            trigger = self._at(words, at, entry, sketch, found[-1] if found else None)
            if trigger is None:
                continue
            if found and not trigger.said.headline and sketch.char_of[found[-1].at] >= trigger.said.start:
                found.pop()  # it was only an auxiliary of this one: "did" of "did not go through"
            found.append(trigger)
            past = trigger.end if trigger.predicate or _is_whole(trigger) else past
        return found

    def _at(
        self, words: tuple[str, ...], at: int, entry: Entry, sketch: Sketch, previous: Trigger | None
    ) -> Trigger | None:
        trigger = self._predicate(words, at, sketch) if entry.bits & PREDICATE else None
        if trigger or not entry.forms:
            return trigger
        return _verb(entry.forms, VerbWord(words, at, sketch, sketch.char_of[at], previous, self._known))

    def _predicate(self, words: tuple[str, ...], at: int, sketch: Sketch) -> Trigger | None:
        longest = self._known.lexicon.predicates.longest(words, at)
        if longest is None:
            return None
        char = sketch.char_of[at]
        last = sketch.char_of[longest[0] - 1]
        around = self._known.lexicon.predicates.longest(words, at - 1) if at else None
        is_part = longest[0] > at + 1 or (around and around[0] >= longest[0])
        after = sketch.chars[last + 1 : last + 3]
        leads_on = after[:1] == CHAR["to"] and after[1:] not in _RECIPIENTS
        if leads_on or (is_part and sketch.chars[last] == CHAR["going"]):
            return None  # "you're all set to travel"
        said = self._known.rules.said(sketch, char, "predicate", Agency.ANYONE)
        said = said or self._known.rules.said_in_headline(sketch, char, last=sketch.char_of[longest[0] - 1])
        return Trigger(at, longest[0], None, longest[1][0], said) if said else None


def _verb(forms: Sequence[HeadForm], word: VerbWord) -> Trigger | None:
    if word.at in word.sketch.phrased or word.is_told_ahead():
        return None
    for form in forms:
        end = word.end_of(form)
        if end is None:
            continue
        if form.head.particle and is_told_apart(form):
            return None  # "you'll get the money back" is no getting of what a tool gets
        said = said_by(form, word)
        if said:
            return Trigger(word.at, end, form, None, _taken(said, form, word))
    return None


def _taken(said: Said, form: HeadForm, word: VerbWord) -> Said:
    if word.is_of_any(said):
        said = said.taken(Stance.MENTION, OF_ANY.name)
    return said._replace(stance=_DENIED.get(said.stance, said.stance)) if form.denies else said


def _is_whole(trigger: Trigger) -> bool:
    """Tell whether a verb's particle follows at once: "went through" is no "through" besides."""
    return trigger.form is not None and trigger.end == trigger.at + 1 + len(trigger.form.head.particle)
