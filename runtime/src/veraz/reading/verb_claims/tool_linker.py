"""Which tools a centre speaks of, by the nouns beside it and by what its verb does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from veraz.languages import Form, Grammar
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, CROSSES, TICKS, Sketch
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.subjects import subject_of
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.analysis.word_entries import GERUND, Entry
from veraz.reading.claims import Aspect
from veraz.reading.linking.noun_links import alike, goes_with_another, tools_of_noun, tools_of_verb
from veraz.reading.verb_claims.anaphora import Pointing
from veraz.reading.verb_claims.assertion_status import role_beside_noun
from veraz.reading.verb_claims.triggers import Centre
from veraz.text.fold import fold_word
from veraz.vocabulary import Role, Vocabulary

_LABEL = 8  # tokens of a label before its status
_AFTER_LABEL = frozenset(":|—–→-")
_ENDING = ("dropped", "blocked", "paused", "dark")
"""The groups of actions after which a thing is active no more."""


class Tie(NamedTuple):
    """What a centre speaks of: tools as a bitset, in a role; the rest as in :class:`Claim`."""

    tools: int
    role: Role | None = None
    firm: bool = True
    pointing: bool = False
    alike: int = 0


class Tying:
    """Ties centres to tools."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon, pointing: Pointing, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._pointing = pointing
        groups = grammar.table("results")["groups"]
        ending = {action for name in _ENDING for action in groups[name]}
        self._ending = reduce(or_, (vocabulary.actions.get(action, 0) for action in ending), 0)
        self._unaccusative: str = grammar.table("stance").get("unaccusative", {}).get("id", "")
        self._asking = vocabulary.actions.get("request", 0)
        going = grammar.table("stance")["going"]
        self._going = frozenset(map(fold_word, going["phrases"]))
        self._stopping = reduce(or_, (vocabulary.actions.get(action, 0) for action in going["never"]))

    def tie(self, centre: Centre, near: Sequence[FoundNoun], parsed: UnitAnalysis, window: tuple[int, int]) -> Tie:
        """Return the tools that a centre speaks of by the nouns ``near`` it and by what its verb does."""
        role, named = role_beside_noun(centre), 0
        first_adjunct = _first_adjunct(centre, parsed.sketch) if near else 0
        nouns = [noun for noun in near if noun.at < first_adjunct]
        adjuncts = near[len(nouns) :]
        if role or centre.form is None:  # any other verb speaks of its own tools
            subjects = [noun for noun in nouns if noun.at < centre.at] if role is Role.INTRANSITIVE else nouns
            named = tools_of_noun(subjects, adjuncts, self._vocabulary.writes)
            named = named or self._by_gerund(parsed.entries[window[0] : centre.at]) or self._by_label(centre, parsed)
            if role is Role.WEAK and named & ~self._asking and any(noun.noun.asked for noun in nouns):
                role = Role.REQUEST  # «registrei o seu pedido de reembolso»
        like = self._alike(nouns, parsed) if named else 0
        if centre.form is None and goes_with_another(centre.said.start, nouns, parsed.sketch):
            return Tie(0)
        if centre.form is None:
            return self._by_predicate(centre, nouns, parsed.tokens.words, named)._replace(alike=like)
        if centre.said.active and not named and parsed.tokens.words[centre.at] in self._lexicon.asking:
            return Tie(0)  # «solicitamos que aguarde», «peço desculpas»
        if role is Role.LIGHT and not nouns and self._pointing.is_pointed_at(centre, parsed):
            named = tools_of_noun(adjuncts, (), self._vocabulary.writes)  # "you are confirmed for the one-way ticket"
        head = centre.form.head
        if begun := self._begun(centre, parsed):
            return Tie(begun, Role.VERB)
        if role is Role.EFFECT and subject_of(parsed.sketch.chars, centre.said.start) == "person":
            return Tie(named or head.own or head.kin, role)  # "you'll get a confirmation" is no getting of the agent's
        if named:  # an amount tells little of «o aumento do limite para R$ 500 foi feito»
            nouns = [noun for noun in nouns if parsed.tokens.words[noun.at].isalpha()]
        tools, firm = tools_of_verb(head.own, head.kin, _is_loose(centre, near), nouns, adjuncts)
        if named and role is Role.REQUEST and not named & tools:
            return Tie(named, role, alike=like)  # "I requested the suite", beside a tool that requests invoices
        if named and role and not (firm and tools & self._vocabulary.writes):
            return Tie(named, role, alike=like)
        if centre.said.rule == self._unaccusative and not self._is_of_known(tools, centre, near, parsed):
            firm = False  # "the kitchen has already started"
        likely = alike(head.own, head.kin, near, self._vocabulary.writes) | self._recorded(centre, near)
        if role is Role.WEAK:  # «o cancelamento foi registrado», beside a tool that registers something else
            likely |= reduce(or_, (noun.noun.act for noun in nouns), 0) & self._vocabulary.writes
        return Tie(tools, Role.VERB if tools else role, firm, alike=likely)

    def _by_predicate(self, centre: Centre, nouns: Sequence[FoundNoun], words: Sequence[str], named: int) -> Tie:
        """Return what a predicate speaks of: the writes ``named``, else those whose things its nouns are."""
        things = reduce(or_, (noun.tools for noun in nouns), 0) & self._vocabulary.writes
        if words[centre.at] in self._lexicon.lasting:
            things &= ~self._ending
        going = " ".join(words[centre.at : centre.end]) in self._going
        return Tie((named or things) & (~self._stopping if going else ~0), firm=bool(named))

    def _recorded(self, centre: Centre, near: Sequence[FoundNoun]) -> int:
        """Return the writes named beside a verb that is no tool's own, of which it may tell: "noted it in the CRM"."""
        head = centre.form.head if centre.form else None
        if head is None or head.own or not head.kin & self._vocabulary.writes or centre.said.stance is not Stance.DONE:
            return 0
        named = reduce(or_, (noun.tools for noun in near), 0) & self._vocabulary.writes
        return named if centre.said.active or not head.generic else 0

    def _alike(self, nouns: Sequence[FoundNoun], parsed: UnitAnalysis) -> int:
        """Return the writes that the name of an act may mean where its own tool was not called: any, for "changes"."""
        writes, tools = self._vocabulary.writes, 0
        for found in nouns:
            word = parsed.tokens.words[found.at]
            if found.noun.act & writes:
                tools |= writes if word in self._lexicon.pointers else 0
                for form in self._vocabulary.heads.get(word, ()):
                    tools |= 0 if form.head.particle else form.head.kin
        return tools & writes

    def _is_of_known(self, tools: int, centre: Centre, near: Sequence[FoundNoun], parsed: UnitAnalysis) -> bool:
        """Tell whether the subject of a verb is a noun of one of ``tools``, an identifier, or points back."""
        known = any(noun.at < centre.at and noun.tools & tools for noun in near)
        return known or self._pointing.is_pointed_at(centre, parsed)

    def _by_gerund(self, subject: Sequence[Entry]) -> int:
        """Return the writes of a gerund that is the subject: "Restarting it proved impossible"."""
        tools = 0
        for entry in subject:
            for form in entry.forms if entry.bits & GERUND else ():
                tools |= (form.head.own or form.head.kin) if form.forms == {Form.GERUND} else 0
        return tools & self._vocabulary.writes

    def _begun(self, centre: Centre, parsed: UnitAnalysis) -> int:
        """Return the tools whose own act a verb says was begun: "I've started playing it"."""
        if centre.form is None or centre.form.head.own or not centre.form.head.kin:
            return 0
        own = 0
        for entry in parsed.entries[centre.end : centre.end + 1]:
            for form in entry.forms if entry.bits & GERUND else ():
                own |= form.head.own & centre.form.head.kin
        return own

    def _by_label(self, centre: Centre, parsed: UnitAnalysis) -> int:
        """Return the writes of a verb that opens a label before a status: "RESTART: FAILED", "| Restart | Done |"."""
        words = parsed.tokens.words
        before = next((word for word in reversed(words[: centre.at]) if word not in TICKS | CROSSES), "")
        if before not in _AFTER_LABEL or centre.at > _LABEL:
            return 0
        label = parsed.entries[int(words[0] == "|")]
        own = [form.head.own for form in label.forms if Form.BASE in form.forms]
        return own[0] & self._vocabulary.writes if own else 0


def _first_adjunct(centre: Centre, sketch: Sketch) -> int:
    """Return the token from which nouns only say where or how: "… on your card"."""
    if centre.form is not None and centre.form.head.particle:
        return len(sketch.char_of)  # "gone ahead with the refund": its object follows a preposition
    at = sketch.chars.find(CHAR["prep"], sketch.char_of[centre.end - 1] + 1)
    return sketch.token_of[at] if at >= 0 else len(sketch.char_of)


def _is_loose(centre: Centre, near: Sequence[FoundNoun]) -> bool:
    """Tell whether a verb beside another action's things says too little: a state, or a generic verb ("send")."""
    if centre.said.aspect in (Aspect.STATE, Aspect.PROGRESS) and not centre.said.active:
        return True
    return centre.form is not None and centre.form.head.generic and any(found.tools for found in near)
