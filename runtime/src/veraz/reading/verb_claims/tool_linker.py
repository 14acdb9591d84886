"""Which tools a trigger speaks of, by the nouns beside it and by what its verb does."""

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
from veraz.reading.verb_claims.anaphora import Anaphora
from veraz.reading.verb_claims.assertion_status import role_beside_noun
from veraz.reading.verb_claims.triggers import Trigger
from veraz.text.fold import fold_word
from veraz.vocabulary import Role, Vocabulary

_LABEL = 8  # tokens of a label before its status
_AFTER_LABEL = frozenset(":|—–→-")
_ENDING = ("dropped", "blocked", "paused", "dark")
"""The groups of actions after which a thing is active no more."""


class Link(NamedTuple):
    """What a trigger speaks of: tools as a bitset, in a role; the rest as in :class:`Claim`."""

    tools: int
    role: Role | None = None
    firm: bool = True
    pointing: bool = False
    alike: int = 0


class ToolLinker:
    """Links triggers to tools."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon, anaphora: Anaphora, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._anaphora = anaphora
        groups = grammar.table("results")["groups"]
        ending = {action for name in _ENDING for action in groups[name]}
        self._ending = reduce(or_, (vocabulary.actions.get(action, 0) for action in ending), 0)
        self._unaccusative: str = grammar.table("stance").get("unaccusative", {}).get("id", "")
        self._asking = vocabulary.actions.get("request", 0)
        going = grammar.table("stance")["going"]
        self._going = frozenset(map(fold_word, going["phrases"]))
        self._stopping = reduce(or_, (vocabulary.actions.get(action, 0) for action in going["never"]))

    def link(
        self, trigger: Trigger, near: Sequence[FoundNoun], analysis: UnitAnalysis, window: tuple[int, int]
    ) -> Link:
        """Return the tools that a trigger speaks of by the nouns ``near`` it and by what its verb does."""
        role, named = role_beside_noun(trigger), 0
        first_adjunct = _first_adjunct(trigger, analysis.sketch) if near else 0
        nouns = [noun for noun in near if noun.at < first_adjunct]
        adjuncts = near[len(nouns) :]
        if role or trigger.form is None:  # any other verb speaks of its own tools
            subjects = [noun for noun in nouns if noun.at < trigger.at] if role is Role.INTRANSITIVE else nouns
            named = tools_of_noun(subjects, adjuncts, self._vocabulary.writes)
            before = analysis.entries[window[0] : trigger.at]
            named = named or self._by_gerund(before) or self._by_label(trigger, analysis)
            if role is Role.WEAK and named & ~self._asking and any(noun.noun.asked for noun in nouns):
                role = Role.REQUEST  # «registrei o seu pedido de reembolso»
        like = self._alike(nouns, analysis) if named else 0
        if trigger.form is None and goes_with_another(trigger.said.start, nouns, analysis.sketch):
            return Link(0)
        if trigger.form is None:
            return self._by_predicate(trigger, nouns, analysis.tokens.words, named)._replace(alike=like)
        if trigger.said.active and not named and analysis.tokens.words[trigger.at] in self._lexicon.asking:
            return Link(0)  # «solicitamos que aguarde», «peço desculpas»
        if role is Role.LIGHT and not nouns and self._anaphora.is_pointed_at(trigger, analysis):
            named = tools_of_noun(adjuncts, (), self._vocabulary.writes)  # "you are confirmed for the one-way ticket"
        head = trigger.form.head
        if begun := self._begun(trigger, analysis):
            return Link(begun, Role.VERB)
        if role is Role.EFFECT and subject_of(analysis.sketch.chars, trigger.said.start) == "person":
            return Link(named or head.own or head.kin, role)  # "you'll get a confirmation" is no getting of the agent's
        if named:  # an amount tells little of «o aumento do limite para R$ 500 foi feito»
            nouns = [noun for noun in nouns if analysis.tokens.words[noun.at].isalpha()]
        tools, firm = tools_of_verb(head.own, head.kin, _is_loose(trigger, near), nouns, adjuncts)
        if named and role is Role.REQUEST and not named & tools:
            return Link(named, role, alike=like)  # "I requested the suite", beside a tool that requests invoices
        if named and role and not (firm and tools & self._vocabulary.writes):
            return Link(named, role, alike=like)
        if trigger.said.rule == self._unaccusative and not self._is_of_known(tools, trigger, near, analysis):
            firm = False  # "the kitchen has already started"
        likely = alike(head.own, head.kin, near, self._vocabulary.writes) | self._recorded(trigger, near)
        if role is Role.WEAK:  # «o cancelamento foi registrado», beside a tool that registers something else
            likely |= reduce(or_, (noun.noun.act for noun in nouns), 0) & self._vocabulary.writes
        return Link(tools, Role.VERB if tools else role, firm, alike=likely)

    def _by_predicate(self, trigger: Trigger, nouns: Sequence[FoundNoun], words: Sequence[str], named: int) -> Link:
        """Return what a predicate speaks of: the writes ``named``, else those whose things its nouns are."""
        things = reduce(or_, (noun.tools for noun in nouns), 0) & self._vocabulary.writes
        if words[trigger.at] in self._lexicon.lasting:
            things &= ~self._ending
        going = " ".join(words[trigger.at : trigger.end]) in self._going
        return Link((named or things) & (~self._stopping if going else ~0), firm=bool(named))

    def _recorded(self, trigger: Trigger, near: Sequence[FoundNoun]) -> int:
        """Return the writes named beside a verb that is no tool's own, of which it may tell: "noted it in the CRM"."""
        head = trigger.form.head if trigger.form else None
        if head is None or head.own or not head.kin & self._vocabulary.writes or trigger.said.stance is not Stance.DONE:
            return 0
        named = reduce(or_, (noun.tools for noun in near), 0) & self._vocabulary.writes
        return named if trigger.said.active or not head.generic else 0

    def _alike(self, nouns: Sequence[FoundNoun], analysis: UnitAnalysis) -> int:
        """Return the writes that the name of an act may mean where its own tool was not called: any, for "changes"."""
        writes, tools = self._vocabulary.writes, 0
        for found in nouns:
            word = analysis.tokens.words[found.at]
            if found.noun.act & writes:
                tools |= writes if word in self._lexicon.pointers else 0
                for form in self._vocabulary.heads.get(word, ()):
                    tools |= 0 if form.head.particle else form.head.kin
        return tools & writes

    def _is_of_known(self, tools: int, trigger: Trigger, near: Sequence[FoundNoun], analysis: UnitAnalysis) -> bool:
        """Tell whether the subject of a verb is a noun of one of ``tools``, an identifier, or points back."""
        known = any(noun.at < trigger.at and noun.tools & tools for noun in near)
        return known or self._anaphora.is_pointed_at(trigger, analysis)

    def _by_gerund(self, subject: Sequence[Entry]) -> int:
        """Return the writes of a gerund that is the subject: "Restarting it proved impossible"."""
        tools = 0
        for entry in subject:
            for form in entry.forms if entry.bits & GERUND else ():
                tools |= (form.head.own or form.head.kin) if form.forms == {Form.GERUND} else 0
        return tools & self._vocabulary.writes

    def _begun(self, trigger: Trigger, analysis: UnitAnalysis) -> int:
        """Return the tools whose own act a verb says was begun: "I've started playing it"."""
        if trigger.form is None or trigger.form.head.own or not trigger.form.head.kin:
            return 0
        own = 0
        for entry in analysis.entries[trigger.end : trigger.end + 1]:
            for form in entry.forms if entry.bits & GERUND else ():
                own |= form.head.own & trigger.form.head.kin
        return own

    def _by_label(self, trigger: Trigger, analysis: UnitAnalysis) -> int:
        """Return the writes of a verb that opens a label before a status: "RESTART: FAILED", "| Restart | Done |"."""
        words = analysis.tokens.words
        before = next((word for word in reversed(words[: trigger.at]) if word not in TICKS | CROSSES), "")
        if before not in _AFTER_LABEL or trigger.at > _LABEL:
            return 0
        label = analysis.entries[int(words[0] == "|")]
        own = [form.head.own for form in label.forms if Form.BASE in form.forms]
        return own[0] & self._vocabulary.writes if own else 0


def _first_adjunct(trigger: Trigger, sketch: Sketch) -> int:
    """Return the token from which nouns only say where or how: "… on your card"."""
    if trigger.form is not None and trigger.form.head.particle:
        return len(sketch.char_of)  # "gone ahead with the refund": its object follows a preposition
    at = sketch.chars.find(CHAR["prep"], sketch.char_of[trigger.end - 1] + 1)
    return sketch.token_of[at] if at >= 0 else len(sketch.char_of)


def _is_loose(trigger: Trigger, near: Sequence[FoundNoun]) -> bool:
    """Tell whether a verb beside another action's things says too little: a state, or a generic verb ("send")."""
    if trigger.said.aspect in (Aspect.STATE, Aspect.PROGRESS) and not trigger.said.active:
        return True
    return trigger.form is not None and trigger.form.head.generic and any(found.tools for found in near)
