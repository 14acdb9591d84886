"""Compiling the words of a set of tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from veraz.languages import Form, Grammar, Inflection
from veraz.languages.everyday_actions import Actions
from veraz.text.fold import fold_word
from veraz.tools import Tool
from veraz.vocabulary.tool_words import Agency, Head, HeadForm, Noun, Role, Vocabulary
from veraz.vocabulary.wording import LOOK_UP, RUN, ToolTexts, Wording

_ROLES = {
    "verbs": Role.LIGHT,
    "weak": Role.WEAK,
    "requests": Role.REQUEST,
    "intransitive": Role.INTRANSITIVE,
    "failures": Role.FAILURE,
    "effects": Role.EFFECT,
}
"""The lists of a language's ``light`` table, and the role each gives its verbs."""


def compiled(tools: Sequence[Tool], grammar: Grammar) -> Vocabulary:
    """Return the words of ``tools`` in the language of ``grammar``."""
    return _Compiler(grammar).compile(tools)


class _Compiler:
    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._texts = ToolTexts(grammar)
        self._generic = frozenset(map(fold_word, grammar.table("stance")["generic"]))
        self._running = frozenset(map(fold_word, Actions.of(grammar).actions[RUN]["verbs"]))
        self._accented = frozenset(grammar.table("stance").get("accented", ()))
        self.heads: dict[str, Head] = {}
        self.nouns: dict[str, Noun] = {}
        self.actions: dict[str, int] = {}

    def compile(self, tools: Sequence[Tool]) -> Vocabulary:
        self._add_light()
        for words in Actions.of(self.grammar).things.values():
            for word in words:
                self._noun(word)
        for index, tool in enumerate(tools):
            self._add(self._texts.wording(tool), 1 << index, write=tool.may_write)
        self._own_particles()
        positions = {tool.name: index for index, tool in enumerate(tools)}
        return Vocabulary(self._head_forms(), self._noun_forms(), tuple(tools), positions, self.actions)

    def _add_light(self) -> None:
        light = self.grammar.table("stance")["light"]
        for key, role in _ROLES.items():
            for verb in light[key]:
                self._head(verb).roles.add(role)
        for verb in light["shadows"]:  # "arrive at" is no arriving of what a tool did
            self._head(verb)

    def _own_particles(self) -> None:
        """A verb with a particle is a tool's own where the verb is, and the two are alike: "pass" and "pass on".

        It has the noun for its subject where the verb has: «sair» and «sair para entrega».
        """
        for verb, head in self.heads.items():
            plain = self.heads.get(verb.split()[0]) if head.particle else None
            if plain:
                head.own |= plain.own & head.kin
                head.roles |= plain.roles & {Role.INTRANSITIVE} if head.kin else set()

    def _add(self, found: Wording, bit: int, *, write: bool) -> None:
        for action in found.actions if write else (LOOK_UP,):
            self.actions[action] = self.actions.get(action, 0) | bit
        for verb in found.own:
            self._head(verb).own |= bit
        for verb in found.kin:
            self._head(verb).kin |= bit
        for noun in found.acts:
            self._noun(noun).act |= bit
        for noun in found.things:
            self._noun(noun).thing |= bit

    def _head(self, verb: str) -> Head:
        """Return a verb's head; a particle that is another word with its accent keeps it: «proceder à»."""
        key = " ".join(word if word in self._accented else fold_word(word) for word in verb.split())
        if key not in self.heads:
            self.heads[key] = Head(tuple(key.split()[1:]), generic=key in self._generic, runs=key in self._running)
        return self.heads[key]

    def _noun(self, noun: str) -> Noun:
        key = fold_word(noun)
        if key not in self.nouns:
            self.nouns[key] = Noun(())
        return self.nouns[key]

    def _head_forms(self) -> dict[str, tuple[HeadForm, ...]]:
        found: dict[str, list[HeadForm]] = {}
        for verb, head in self.heads.items():
            if head.own | head.kin:
                head.roles.add(Role.VERB)
            for word, inflections in self.grammar.inflect(verb.split()[0]).items():
                found.setdefault(word, []).append(HeadForm(head, *_told_by(inflections)))
        found.update(self._denying(found))
        found.update(self._repeating(found))
        # A particle verb is tried before its verb alone: "sent back" before "sent".
        return {word: tuple(sorted(forms, key=_length) if len(forms) > 1 else forms) for word, forms in found.items()}

    def _denying(self, found: Mapping[str, list[HeadForm]]) -> dict[str, list[HeadForm]]:
        """Return the participles of tools' own verbs with the prefix that denies them: "unsigned"."""
        prefix = self.grammar.table("stance").get("denying_prefix")
        denying: dict[str, list[HeadForm]] = {}
        for word, forms in found.items() if prefix else ():
            own = [form for form in forms if form.head.own and not form.head.particle and Form.PARTICIPLE in form.forms]
            if own and prefix + word not in found:
                participle = frozenset((Form.PARTICIPLE,))
                denying[prefix + word] = [HeadForm(form.head, participle, Agency.OPEN, denies=True) for form in own]
        return denying

    def _repeating(self, found: Mapping[str, list[HeadForm]]) -> dict[str, list[HeadForm]]:
        """Return the forms of tools' own verbs with the prefix that repeats them: "re-sent"."""
        prefix = self.grammar.table("stance").get("repeating_prefix")
        own = {
            word: [form for form in forms if form.head.own and not form.head.particle] for word, forms in found.items()
        }
        return {prefix + word: forms for word, forms in own.items() if forms} if prefix else {}

    def _noun_forms(self) -> dict[str, tuple[Noun, ...]]:
        found: dict[str, dict[tuple[str, ...], Noun]] = {}
        for phrase, noun in self.nouns.items():
            for form in self.grammar.plurals(phrase):
                first, *rest = form.split()
                entry = found.setdefault(first, {}).setdefault(tuple(rest), Noun(tuple(rest)))
                entry.act |= noun.act
                entry.thing |= noun.thing
        self._add_requests(found)
        return {
            first: tuple(sorted(nouns.values(), key=lambda noun: -len(noun.rest))) for first, nouns in found.items()
        }

    def _add_requests(self, found: dict[str, dict[tuple[str, ...], Noun]]) -> None:
        """Add what asks for an act as a noun of it: «pedido de reembolso»."""
        acts = [((first, *rest), noun.act) for first, nouns in found.items() for rest, noun in nouns.items()]
        for asking in self.grammar.table("stance").get("asked_for", ()):
            opening, *rest = fold_word(asking).split()
            for words, act in acts:
                if act:
                    phrase = (*rest, *words)
                    found.setdefault(opening, {}).setdefault(phrase, Noun(phrase, act, asked=True))


def _length(form: HeadForm) -> int:
    return -len(form.head.particle)


@cache  # a language has a few dozen of them
def _told_by(inflections: frozenset[Inflection]) -> tuple[frozenset[Form], Agency]:
    """Return what a form may be, and what it tells of its subject."""
    persons = {inflection.person for inflection in inflections}
    agency = Agency.SPEAKER if persons == {1} else Agency.OTHERS if persons == {3} else Agency.OPEN
    return frozenset(inflection.form for inflection in inflections), agency
