"""Which tools a trigger speaks of, by the nouns beside it and by what its verb does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from veraz.reading.verb_claims.trigger import Trigger
from veraz.text.fold import fold_word
from veraz.vocabulary import Head, Role, Vocabulary

_LABEL = 8  # tokens of a label before its status; no line of the corpus takes more than 5, and 20 read no other
_AFTER_LABEL = frozenset(":|—–→-")
_ENDING = ("dropped", "blocked", "paused", "dark")
"""The groups of actions after which a thing is active no more."""
NO_HEAD = Head(())
"""What stands for the verb of a predicate."""


class Link(NamedTuple):
    """What a trigger speaks of: tools as a bitset, in a role; the rest as in :class:`Claim`."""

    tools: int
    role: Role | None = None
    firm: bool = True
    pointing: bool = False
    alike: int = 0


class Beside(NamedTuple):
    """A trigger and what stands by it.

    :ivar near: the nouns of its clause: ``nouns`` those it speaks of, ``adjuncts`` those that only say where or how.
    :ivar named: the writes whose act is named beside it, as a bitset; ``alike`` those that the name may mean besides.
    """

    trigger: Trigger
    head: Head
    role: Role | None
    near: Sequence[FoundNoun]
    nouns: Sequence[FoundNoun]
    adjuncts: Sequence[FoundNoun]
    named: int
    alike: int
    analysis: UnitAnalysis

    @property
    def word(self) -> str:
        """The word that the trigger turns on."""
        return self.analysis.tokens.words[self.trigger.at]


class LinkRule(NamedTuple):
    """What a verb speaks of before its own tools are asked: ``link`` returns it, or ``None`` where it does not hold."""

    id: str
    example: str
    link: Callable[[ToolLinker, Beside], Link | None]


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
        beside = self._beside(trigger, near, analysis, window)
        if trigger.form is None:
            return self._by_predicate(beside)
        for rule in BEFORE_THE_VERB:
            if link := rule.link(self, beside):
                return link
        return self._by_verb(self._pointed_at(beside))

    def _beside(
        self, trigger: Trigger, near: Sequence[FoundNoun], analysis: UnitAnalysis, window: tuple[int, int]
    ) -> Beside:
        role, named, like = role_beside_noun(trigger), 0, 0
        first_adjunct = _first_adjunct(trigger, analysis.sketch) if near else 0
        nouns = [noun for noun in near if noun.at < first_adjunct]
        adjuncts = near[len(nouns) :]
        if role or trigger.form is None:  # any other verb speaks of its own tools
            subjects = [noun for noun in nouns if noun.at < trigger.at] if role is Role.INTRANSITIVE else nouns
            named = tools_of_noun(subjects, adjuncts, self._vocabulary.writes)
            named = named or self._by_gerund(analysis.entries[window[0] : trigger.at])
            named = named or self._by_label(trigger, analysis)
        if named:
            role = self._role_with(role, nouns, named)
            like = self._alike(nouns, analysis)
        head = trigger.form.head if trigger.form else NO_HEAD
        return Beside(trigger, head, role, near, nouns, adjuncts, named, like, analysis)

    def _role_with(self, role: Role | None, nouns: Sequence[FoundNoun], named: int) -> Role | None:
        """Return the role of a verb beside what it is said of: it asks for what is named as asked for."""
        asked = role is Role.WEAK and named & ~self._asking and any(noun.noun.asked for noun in nouns)
        return Role.REQUEST if asked else role  # «registrei o seu pedido de reembolso»

    def _pointed_at(self, beside: Beside) -> Beside:
        """Add what an adjunct names of a subject that points: "you are confirmed for the one-way ticket"."""
        light = beside.role is Role.LIGHT and not beside.nouns
        if not light or not self._anaphora.is_pointed_at(beside.trigger, beside.analysis):
            return beside
        return beside._replace(named=tools_of_noun(beside.adjuncts, (), self._vocabulary.writes))

    def asks(self, beside: Beside) -> Link | None:
        """Return no tools for an active verb that only asks the person for something."""
        asks = beside.trigger.said.active and not beside.named and beside.word in self._lexicon.asking
        return Link(0) if asks else None

    def begun(self, beside: Beside) -> Link | None:
        """Return the tools whose own act a verb says was begun."""
        head, own = beside.head, 0
        if head.own or not head.kin:
            return None
        for entry in beside.analysis.entries[beside.trigger.end : beside.trigger.end + 1]:
            for form in entry.forms if entry.bits & GERUND else ():
                own |= form.head.own & head.kin
        return Link(own, Role.VERB) if own else None

    def noticed(self, beside: Beside) -> Link | None:
        """Return what the person is told to notice, which is no act of the agent's."""
        start = beside.trigger.said.start
        if beside.role is not Role.EFFECT or subject_of(beside.analysis.sketch.chars, start) != "person":
            return None
        return Link(beside.named or beside.head.own or beside.head.kin, Role.EFFECT)

    def _by_verb(self, beside: Beside) -> Link:
        """Return what a verb speaks of: the act named beside it, where that tells more, else what its own tools do."""
        trigger, head, named, nouns = beside.trigger, beside.head, beside.named, beside.nouns
        if named:  # an amount tells little of «o aumento do limite para R$ 500 foi feito»
            nouns = [noun for noun in nouns if beside.analysis.tokens.words[noun.at].isalpha()]
        tools, firm = tools_of_verb(head.own, head.kin, _is_loose(trigger, beside.near), nouns, beside.adjuncts)
        if named and self._is_told_by_name(beside, tools, firm=firm):
            return Link(named, beside.role, alike=beside.alike)
        if trigger.said.rule == self._unaccusative and not self._is_of_known(tools, beside):
            firm = False  # "the kitchen has already started"
        likely = alike(head.own, head.kin, beside.near, self._vocabulary.writes) | self._recorded(beside)
        if beside.role is Role.WEAK:  # «o cancelamento foi registrado», beside a tool that registers something else
            likely |= reduce(or_, (noun.noun.act for noun in nouns), 0) & self._vocabulary.writes
        return Link(tools, Role.VERB if tools else beside.role, firm, alike=likely)

    def _is_told_by_name(self, beside: Beside, tools: int, *, firm: bool) -> bool:
        """Tell whether a verb that may go with any act speaks of the one named, and not of its own ``tools``."""
        if beside.role is Role.REQUEST and not beside.named & tools:
            return True  # "I requested the suite", beside a tool that requests invoices
        return beside.role is not None and not (firm and tools & self._vocabulary.writes)

    def _by_predicate(self, beside: Beside) -> Link:
        """Return what a predicate speaks of: the writes named, else those whose things its nouns are."""
        trigger, nouns, words = beside.trigger, beside.nouns, beside.analysis.tokens.words
        if goes_with_another(trigger.said.start, nouns, beside.analysis.sketch):
            return Link(0)
        things = reduce(or_, (noun.tools for noun in nouns), 0) & self._vocabulary.writes
        if beside.word in self._lexicon.lasting:
            things &= ~self._ending
        tools = beside.named or things
        if " ".join(words[trigger.at : trigger.end]) in self._going:
            tools &= ~self._stopping
        return Link(tools, firm=bool(beside.named), alike=beside.alike)

    def _recorded(self, beside: Beside) -> int:
        """Return the writes named beside a verb that is no tool's own, of which it may tell: "noted it in the CRM"."""
        head, said = beside.head, beside.trigger.said
        if head.own or not head.kin & self._vocabulary.writes or said.stance is not Stance.DONE:
            return 0
        named = reduce(or_, (noun.tools for noun in beside.near), 0) & self._vocabulary.writes
        return named if said.active or not head.generic else 0

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

    def _is_of_known(self, tools: int, beside: Beside) -> bool:
        """Tell whether the subject of a verb is a noun of one of ``tools``, an identifier, or points back."""
        known = any(noun.at < beside.trigger.at and noun.tools & tools for noun in beside.near)
        return known or self._anaphora.is_pointed_at(beside.trigger, beside.analysis)

    def _by_gerund(self, subject: Sequence[Entry]) -> int:
        """Return the writes of a gerund that is the subject: "Restarting it proved impossible"."""
        tools = 0
        for entry in subject:
            for form in entry.forms if entry.bits & GERUND else ():
                tools |= (form.head.own or form.head.kin) if form.forms == {Form.GERUND} else 0
        return tools & self._vocabulary.writes

    def _by_label(self, trigger: Trigger, analysis: UnitAnalysis) -> int:
        """Return the writes of a verb that opens a label before a status: "RESTART: FAILED", "| Restart | Done |"."""
        words = analysis.tokens.words
        before = next((word for word in reversed(words[: trigger.at]) if word not in TICKS | CROSSES), "")
        if before not in _AFTER_LABEL or trigger.at > _LABEL:
            return 0
        label = analysis.entries[int(words[0] == "|")]
        own = [form.head.own for form in label.forms if Form.BASE in form.forms]
        return own[0] & self._vocabulary.writes if own else 0


BEFORE_THE_VERB = (
    LinkRule("asking", "«solicitamos que aguarde», «peço desculpas»", ToolLinker.asks),
    LinkRule("begun", "I've started playing it", ToolLinker.begun),
    LinkRule("noticed", "you'll get a confirmation", ToolLinker.noticed),
)
"""What is tried before a verb's own tools are; the first that gives something wins."""


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
