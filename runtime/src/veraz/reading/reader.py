"""The reader: a text in, its units and their claims out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veraz.languages import Form, Grammar, unit_rules
from veraz.outcomes import Stance
from veraz.reading.claims import Aspect, Claim, Reading, UnitReading
from veraz.reading.classes import BREAK, CHAR, COMMA, QUESTION, QUOTE, Sketch, WordClasses
from veraz.reading.lexicon import Completion, Lexicon, Predicate
from veraz.reading.scopes import Scopes, find_scopes
from veraz.reading.stance import MENTIONED, Said, StanceRules
from veraz.reading.ties import FoundNoun, find_nouns, particle_end, tools_of_noun, tools_of_verb, windows
from veraz.text.fold import fold
from veraz.text.tokens import Tokens, tokenize
from veraz.text.units import Unit, split_json, split_units
from veraz.tools import Toolset
from veraz.vocabulary import Agency, HeadForm, Role, Vocabulary

_ORDER = (Form.PARTICIPLE, Form.PAST, Form.FUTURE, Form.GERUND, Form.CONDITIONAL, Form.IMPERFECT, Form.SUBJUNCTIVE,
          Form.PRESENT, Form.BASE)  # fmt: skip
_BOUNDARIES = frozenset((BREAK, COMMA, QUESTION, CHAR["and"]))
_SEGMENT_ENDS = frozenset((BREAK, COMMA, QUESTION, QUOTE))
_OPENERS = frozenset(",.!")
_IMPERSONAL = frozenset((Role.INTRANSITIVE, Role.FAILURE, Role.EFFECT))
_POINTING = frozenset((Role.LIGHT, Role.INTRANSITIVE, Role.FAILURE))
_PREFERENCE = (Role.REQUEST, Role.FAILURE, Role.EFFECT, Role.LIGHT, Role.INTRANSITIVE, Role.WEAK)
_REVERSED = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.MENTION}


@dataclass(frozen=True, slots=True)
class _Centre:
    """A word that may make a claim: a verb in one of its forms, or a predicate, over tokens ``at`` to ``end``."""

    at: int
    end: int
    form: HeadForm | None
    predicate: Predicate | None
    said: Said


class Reader:
    """Reads texts in one language for one set of tools; compiled once, then pure."""

    def __init__(self, toolset: Toolset, grammar: Grammar) -> None:
        self.vocabulary = Vocabulary.of(toolset, grammar)
        self._classes = WordClasses.of(grammar)
        self._rules = StanceRules.of(grammar)
        self._lexicon = Lexicon.of(grammar)
        self._units = unit_rules(grammar)

    def read(self, text: str) -> Reading:
        """Return the units of ``text`` with their claims, in order; of a JSON text, those inside its strings."""
        folded = fold(text)
        inside = split_json(text, folded, self._units)
        units = split_units(text, folded, self._units) if inside is None else inside
        return Reading(tuple(self.read_unit(text, folded, unit) for unit in units), inside is not None)

    def read_unit(self, text: str, folded: str, unit: Unit) -> UnitReading:
        """Return the claims of one unit of ``text``, given the text folded."""
        tokens = self._classes.unfold(text, tokenize(folded, unit.body, unit.end))
        nouns = find_nouns(tokens.words, self.vocabulary)
        if not any(map(self._may_claim, tokens.words)):
            return UnitReading(unit, (), self._asks(tokens), _named(nouns))
        sketch = self._classes.sketch(tokens)
        scopes = find_scopes(sketch.chars)
        centres = self._centres(tokens.words, sketch)
        named = _named(nouns) | self._named_by_verbs(tokens.words)
        claims = [*self._tied(centres, tokens, sketch, scopes, nouns), *self._completions(tokens, sketch, scopes)]
        return UnitReading(unit, tuple(sorted(claims, key=lambda claim: claim.start)), self._asks(tokens), named)

    def _asks(self, tokens: Tokens) -> bool:
        """Tell whether a unit asks for the person's word: a question, or a "please", with a word of consent."""
        words = tokens.words
        return ("?" in words or words[:1] == ("please",)) and not self._lexicon.consent.isdisjoint(words)

    def _named_by_verbs(self, words: tuple[str, ...]) -> int:
        named = 0
        for word in words:
            for form in self.vocabulary.heads.get(word, ()):
                named |= form.head.own | form.head.kin
        return named

    def _may_claim(self, word: str) -> bool:
        return word in self.vocabulary.heads or word in self._lexicon.predicates or word in self._lexicon.completions

    # Centres: what says something, before it is known of what.

    def _centres(self, words: tuple[str, ...], sketch: Sketch) -> list[_Centre]:
        found: list[_Centre] = []
        previous: _Centre | None = None
        at = 0
        while at < len(words):
            centre = self._predicate(words, at, sketch) or self._verb(words, at, sketch, previous)
            if centre:
                if found and not centre.said.headline and sketch.char_of[found[-1].at] >= centre.said.start:
                    found.pop()  # it was only an auxiliary of this one: "did" of "did not go through"
                found.append(centre)
                previous = centre
            at = max(at + 1, centre.end if centre and centre.predicate else 0)
        return found

    def _predicate(self, words: tuple[str, ...], at: int, sketch: Sketch) -> _Centre | None:
        if words[at] not in self._lexicon.predicates:
            return None
        for end, found in reversed(list(self._lexicon.predicates.at(words, at, len(words)))):
            char = sketch.char_of[at]
            said = self._rules.read(sketch, char, "predicate", Agency.ANYONE) or self._rules.read_headline(
                sketch, char, last=True
            )
            if said:
                return _Centre(at, end, None, found[0], said)
        return None

    def _verb(self, words: tuple[str, ...], at: int, sketch: Sketch, previous: _Centre | None) -> _Centre | None:
        if sketch.char_of[at] in (sketch.char_of[at - 1] if at else -1, *sketch.char_of[at + 1 : at + 2]):
            return None  # inside a phrase that is read as a whole: "as requested"
        for form in self.vocabulary.heads.get(words[at], ()):
            if Form.PRESENT in form.forms and Form.PAST not in form.forms and self._is_noun(words, at, sketch):
                continue
            end = particle_end(words, at, form.head.particle)
            said = (
                self._said(form, sketch, sketch.char_of[at], previous, self._precedes_noun(words, at)) if end else None
            )
            if end and said:
                return _Centre(at, end, form, None, said)
        return None

    def _is_noun(self, words: tuple[str, ...], at: int, sketch: Sketch) -> bool:
        """Tell whether a form that is also a noun («estorno») stands as one: with no agent before it."""
        char = sketch.char_of[at]
        return words[at] in self.vocabulary.nouns and sketch.chars[max(0, char - 1) : char] != CHAR["agent"]

    def _said(
        self, form: HeadForm, sketch: Sketch, char: int, previous: _Centre | None, precedes_noun: bool
    ) -> Said | None:
        agency = Agency.ANYONE if form.head.roles & _IMPERSONAL and not form.head.own else form.agency
        for kind in _ORDER:
            if kind not in form.forms:
                continue
            if (
                kind is Form.PAST
                and Form.PARTICIPLE in form.forms
                and self._rules.describes(sketch.chars, char, precedes_noun)
            ):
                continue
            said = self._rules.read(sketch, char, kind, form.agency if kind is Form.PRESENT else agency)
            if said is None and kind is Form.PARTICIPLE:
                said = self._joined(sketch, char, previous)
                if said is None and Form.PAST not in form.forms:
                    said = self._headline(form, sketch, char, precedes_noun)
            if said and said.rule == MENTIONED and kind is Form.PAST:
                return self._headline(form, sketch, char, precedes_noun) or said
            if said:
                return said
        return self._headline(form, sketch, char, precedes_noun)

    def _headline(self, form: HeadForm, sketch: Sketch, char: int, precedes_noun: bool) -> Said | None:
        if Form.PARTICIPLE not in form.forms or form.head.roles == {Role.INTRANSITIVE}:
            return None
        if self._rules.describes(sketch.chars, char, precedes_noun):
            return None
        return self._rules.read_headline(sketch, char)

    def _precedes_noun(self, words: tuple[str, ...], at: int) -> bool:
        """Tell whether a noun follows at once, and the sentence goes on after it: "Frozen accounts still …"."""
        return at + 2 < len(words) and words[at + 1] in self.vocabulary.nouns and words[at + 2][0].isalnum()

    def _joined(self, sketch: Sketch, char: int, previous: _Centre | None) -> Said | None:
        """A participle right after a joint says what the one before it said: "has been cancelled and refunded"."""
        if previous is None or not self._rules.right_after_joint(sketch.chars, char):
            return None
        if previous.form and Form.PARTICIPLE not in previous.form.forms:
            return None
        said = previous.said
        return Said(said.stance, said.aspect, said.rule, char, said.active)

    # Ties: of what it is said.

    def _tied(
        self, centres: Sequence[_Centre], tokens: Tokens, sketch: Sketch, scopes: Scopes, nouns: list[FoundNoun]
    ) -> Iterator[Claim]:
        boundaries = [sketch.token_of[index] for index, char in enumerate(sketch.chars) if char in _BOUNDARIES]
        spans = windows([centre.at for centre in centres], boundaries, len(tokens))
        last = 0
        for centre, (start, stop) in zip(centres, spans, strict=True):
            near = [noun for noun in nouns if start <= noun.at < stop and noun.at != centre.at]
            tools, role, firm = self._tie(centre, near, _first_prep(centre, sketch))
            pointed = self._is_pointed_at(centre, tokens.words, sketch)
            pointing = not tools and self._may_point(centre, near, pointed)
            firm = firm or (pointed and not near)
            if pointing and last:
                tools, pointing, firm = last, False, True
            elif pointing and any(noun.at < centre.at for noun in nouns):
                continue
            if tools or pointing:
                last = tools or last
                stance, aspect = _judged(centre, role, scopes, sketch.char_of[centre.at])
                yield Claim(
                    start=tokens.starts[centre.at],
                    end=tokens.ends[centre.end - 1],
                    clause_start=tokens.starts[start],
                    clause_end=tokens.ends[stop - 1],
                    tools=tools,
                    stance=stance,
                    aspect=aspect,
                    rule=centre.said.rule,
                    word=tokens.words[centre.at],
                    active=centre.said.active,
                    pointing=pointing,
                    firm=firm,
                    hedged=scopes.unsure,
                )

    def _tie(self, centre: _Centre, near: Sequence[FoundNoun], adjunct: int) -> tuple[int, Role | None, bool]:
        """Return the tools a centre speaks of, in which role, and whether firmly.

        :param adjunct: the token from which nouns only say where or how: "… on your card".
        """
        named = tools_of_noun(near, adjunct, self.vocabulary.writes)
        if centre.form is None:
            return named, None, True
        head = centre.form.head
        if Role.VERB in head.roles:
            tools, firm = tools_of_verb(head.own, head.kin, _is_loose(centre, near), near)
        else:
            tools, firm = 0, False
        if tools & self.vocabulary.writes and firm:
            return tools, Role.VERB, True
        role = _role(centre, head.roles)
        return (named, role, True) if named and role else (tools, Role.VERB, firm)

    def _may_point(self, centre: _Centre, near: Sequence[FoundNoun], pointed: bool) -> bool:
        """Tell whether a centre may speak of what was last done: "it was confirmed", or "Confirmed." alone."""
        roles = centre.form.head.roles if centre.form else _POINTING
        if centre.said.stance is Stance.PROMISE and Role.INTRANSITIVE in roles:
            return False
        if _POINTING.isdisjoint(roles) or any(found.noun.act for found in near):
            return False
        return pointed or (centre.at == 0 and centre.form is not None and not any(found.tools for found in near))

    def _is_pointed_at(self, centre: _Centre, words: tuple[str, ...], sketch: Sketch) -> bool:
        """Tell whether the subject of a centre only points back: "it", "that", "your request"."""
        start = centre.said.start
        subject = {words[sketch.token_of[index]] for index in (start - 1, start) if 0 <= index < len(sketch.token_of)}
        return any(word.split("'")[0] in self._lexicon.pointers for word in subject)

    # Completions: whole answers.

    def _completions(self, tokens: Tokens, sketch: Sketch, scopes: Scopes) -> Iterator[Claim]:
        words = tokens.words
        start = True
        for at, word in enumerate(words):
            if start and word in self._lexicon.completions:
                completion = self._completion(words, at, sketch)
                if completion and not scopes.over(sketch.char_of[at]):
                    end, found = completion
                    yield Claim(tokens.starts[at], tokens.ends[end - 1], tokens.starts[at], tokens.ends[-1], 0,
                                found.stance, Aspect.PLAIN, found.rule, word, pointing=True)  # fmt: skip
            start = word in _OPENERS

    def _completion(self, words: tuple[str, ...], at: int, sketch: Sketch) -> tuple[int, Completion] | None:
        for end, found in reversed(list(self._lexicon.completions.at(words, at, len(words)))):
            if end == len(words) or not words[end][0].isalnum():
                return end, found[0]
        return None


def _named(nouns: Sequence[FoundNoun]) -> int:
    named = 0
    for found in nouns:
        named |= found.tools
    return named


def _first_prep(centre: _Centre, sketch: Sketch) -> int:
    if centre.form is not None and centre.form.head.particle:
        return len(sketch.char_of)  # "gone ahead with the refund": its object follows a preposition
    at = sketch.chars.find(CHAR["prep"], sketch.char_of[centre.end - 1] + 1)
    return sketch.token_of[at] if at >= 0 else len(sketch.char_of)


def _is_loose(centre: _Centre, near: Sequence[FoundNoun]) -> bool:
    """Tell whether a verb beside another action's things says too little: a state, or a generic verb ("send")."""
    if centre.said.aspect in (Aspect.STATE, Aspect.PROGRESS):
        return True
    return centre.form is not None and centre.form.head.generic and any(found.tools for found in near)


def _role(centre: _Centre, roles: set[Role]) -> Role | None:
    """Return the role in which a verb speaks of nouns; an effect is only ever told ahead."""
    for role in _PREFERENCE:
        if role in roles and (role is not Role.EFFECT or centre.said.stance in (Stance.PROMISE, Stance.ASK)):
            return role
    return None


def _tenseless(centre: _Centre) -> bool:
    """Tell whether a form is past or present alike: «estornamos»."""
    return centre.form is not None and {Form.PAST, Form.PRESENT} <= centre.form.forms


def _judged(centre: _Centre, role: Role | None, scopes: Scopes, char: int) -> tuple[Stance, Aspect]:
    """Return the stance and aspect of a centre, under what its role and the unit's scopes make of it."""
    said = centre.said
    stance, aspect = said.stance, said.aspect
    if role is Role.FAILURE:
        stance = _REVERSED.get(stance, stance)
    elif role is Role.EFFECT:
        aspect = Aspect.EFFECT
    elif role is Role.REQUEST:
        aspect = Aspect.REQUEST
    if centre.predicate:
        stance = centre.predicate.apply(stance)
    scope = scopes.over(char)
    if scope and not (scope.rule == "when" and said.active and stance is Stance.DONE):
        return scope.stance, aspect
    if scopes.standing and (aspect is Aspect.STATE or said.headline):
        return Stance.MENTION, aspect
    if scopes.condition and stance is Stance.PROMISE:
        return scopes.condition, Aspect.OFFER if scopes.condition is Stance.ASK else aspect
    if scopes.condition and stance is Stance.NOT_DONE:
        return Stance.MENTION, aspect
    if scopes.general and (not said.active or _tenseless(centre)) and stance in (Stance.DONE, Stance.PROMISE):
        return Stance.MENTION, aspect
    return stance, aspect
