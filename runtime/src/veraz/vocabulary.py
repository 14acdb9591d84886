"""Which words speak of which tool: its name, its description, its own vocabulary, and everyday actions.

Everything is compiled once for a set of tools and a language. A set of tools is a bitset (bit *i* is the *i*-th tool),
so that what a thousand tools share costs no more to look up than what one tool owns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from veraz.errors import VocabularyError
from veraz.languages import ENGLISH, PORTUGUESE, Form, Grammar, Inflection
from veraz.languages.actions import Actions
from veraz.text.fold import fold_word
from veraz.tools import Tool, Toolset, name_in_words

LOOK_UP = "look_up"
REQUEST = "request"


class Agency(StrEnum):
    """What a verb's own form tells of its subject."""

    ANYONE = "anyone"  # nobody in particular is needed: "the refund went through"
    SPEAKER = "speaker"  # the form is the speaker's: «cancelei»
    OPEN = "open"  # the form does not tell: "cancelled"
    OTHERS = "others"  # the form is another's, unless the agent is named: «nossa equipe cancelou»


class Role(StrEnum):
    """What a word may do at the centre of a claim."""

    VERB = "verb"  # a tool's own verb: "refunded"
    LIGHT = (
        "light"  # makes a claim with a noun of the tool: "processed your refund"; or points back: "it was processed"
    )
    WEAK = "weak"  # as light, and never points back: "made your booking"
    REQUEST = "request"  # claims that it was asked for: "requested a refund"
    INTRANSITIVE = "intransitive"  # the tool's noun is its subject: "the refund went through"
    FAILURE = "failure"  # as intransitive or passive, and says it was not done: "the refund failed"
    EFFECT = "effect"  # what the person will notice: "you'll receive your refund"


@dataclass(slots=True)
class Head:
    """A verb that may be the centre of a claim, in one of its forms.

    :ivar forms: what the form may be; ``first`` whether it may be the speaker's ("cancelei").
    :ivar particle: the words that must follow, other words between them allowed ("switch … off").
    :ivar own: tools whose name, description or vocabulary has the verb; ``kin`` those of a like action.
    """

    particle: tuple[str, ...]
    own: int = 0
    kin: int = 0
    roles: set[Role] = field(default_factory=set)
    generic: bool = False


@dataclass(frozen=True, slots=True)
class HeadForm:
    """A head in one written form, with what that form may be."""

    head: Head
    forms: frozenset[Form]
    agency: Agency

    @property
    def is_present(self) -> bool:
        """Whether it is a present, and surely no past: «estorno», not «estornamos»."""
        return Form.PRESENT in self.forms and Form.PAST not in self.forms


@dataclass(slots=True)
class Noun:
    """A noun phrase and the tools it speaks of: whose act it names, and whose object it is."""

    rest: tuple[str, ...]
    act: int = 0
    thing: int = 0


@dataclass(frozen=True)
class Vocabulary:
    """The words of a set of tools in one language, by their first folded word."""

    heads: Mapping[str, tuple[HeadForm, ...]]
    nouns: Mapping[str, tuple[Noun, ...]]
    tools: tuple[Tool, ...]
    positions: Mapping[str, int]

    @cached_property
    def writes(self) -> int:
        """The bitset of the tools that change the world."""
        return self.bitset(tool.name for tool in self.tools if tool.write)

    def tool(self, name: str) -> Tool:
        """Return the tool named ``name``."""
        return self.tools[self.positions[name]]

    def bitset(self, names: Iterable[str]) -> int:
        """Return the bitset of the tools named ``names``."""
        found = 0
        for name in names:
            found |= 1 << self.positions[name]
        return found

    def members(self, bitset: int) -> Iterator[Tool]:
        """Yield the tools of a bitset, in the order of the set."""
        while bitset:
            lowest = bitset & -bitset
            yield self.tools[lowest.bit_length() - 1]
            bitset ^= lowest

    @classmethod
    def of(cls, toolset: Toolset, grammar: Grammar) -> Vocabulary:
        """Compile the words of ``toolset`` in the language of ``grammar``."""
        return _Compiler(grammar).compile(list(toolset.values()))


@dataclass(slots=True)
class _Words:
    """The words found for one tool."""

    own: dict[str, None] = field(default_factory=dict)
    kin: dict[str, None] = field(default_factory=dict)
    acts: dict[str, None] = field(default_factory=dict)
    things: dict[str, None] = field(default_factory=dict)


class _Compiler:
    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.actions = Actions.of(grammar)
        self.sources = [(other, Actions.of(other)) for other in (ENGLISH, PORTUGUESE)]
        self._generic = frozenset(map(fold_word, grammar.table("stance")["generic"]))
        self.heads: dict[str, Head] = {}
        self.nouns: dict[str, Noun] = {}

    def compile(self, tools: list[Tool]) -> Vocabulary:
        self._add_light()
        for words in self.actions.things.values():
            for word in words:
                self._noun(word)
        for index, tool in enumerate(tools):
            self._add(self._words_of(tool), 1 << index)
        positions = {tool.name: index for index, tool in enumerate(tools)}
        return Vocabulary(self._head_forms(), self._noun_forms(), tuple(tools), positions)

    # What a tool's texts say of it.

    def _words_of(self, tool: Tool) -> _Words:
        found = _Words()
        self._read_name(tool, found)
        self._read_description(tool, found)
        self._read_parameters(tool, found)
        for key, kind in (("verbs", found.own), ("nouns", found.acts)):
            kind.update(dict.fromkeys(_given(tool, self.grammar.code, key)))
        for noun in list(found.acts):
            if noun in self.actions.by_thing:
                self._name_thing(noun, self.actions, found)
        return found

    def _read_name(self, tool: Tool, found: _Words) -> None:
        words = [fold_word(word) for word in tool.words.split()]
        actions = list(self._actions_named(words, tool.write))
        verbs = {word for word, _ in actions}
        for word, action in actions:
            self._take_action(action, found)
            if word in self.actions.by_verb:
                found.own[word] = None
        nouns = [word for word in words if word not in verbs]
        if nouns and any(self.sources[0][1].actions[action].get("makes") for _, action in actions):
            self._make(nouns[-1], found)
        for word in nouns:
            self._read_act(word, actions, found)
        for size in (2, 1):
            for index in range(len(nouns) - size + 1):
                self._read_thing(" ".join(nouns[index : index + size]), found)
        if not actions:
            found.own.update(dict.fromkeys(words))
            found.acts[" ".join(words)] = None

    def _actions_named(self, words: list[str], write: bool) -> Iterator[tuple[str, str]]:
        """Yield the word of a name that says what the tool does, with the ids of its actions.

        It is the first word ("cancel_order") or the last ("orders.void"); where neither is a verb, any that names an
        act («estorno»). A tool that only looks up does nothing else; a write that "gets" a ride acts as its noun.
        """
        if not write:
            yield words[0], LOOK_UP
            return
        table = self.sources[0][1].actions
        pair = " ".join(words[:2])
        for action in self._verb_actions(pair) or filter(table.__contains__, (pair.replace(" ", "_"),)):
            yield from ((word, action) for word in words[:2])
            return
        named = self._verb_of(words) or next(filter(self._act_of, words), None)
        for word in [named] if named else [word for word in words if table.get(word, {}).get("thing")]:
            joined = [other for _, source in self.sources for other in _joined(table, source, word, words)]
            for action in joined or self._verb_actions(word) or self._act_of(word) or (word,):
                yield word, action
                if action == REQUEST:  # what a request_refund does is told of the refund
                    yield from ((other, act) for other in words[1:] for act in self._verb_actions(other))

    def _verb_of(self, words: list[str]) -> str | None:
        first, last = words[0], words[-1]
        if self._verb_actions(first) and not (
            self._is_thing(first) and self._verb_actions(last) and not self._is_thing(last)
        ):
            return first
        return next((word for word in (last, *words) if self._verb_actions(word)), None)

    def _verb_actions(self, word: str) -> tuple[str, ...]:
        found = (source.by_verb.get(word, ()) for _, source in self.sources)
        return tuple(action for actions in found for action in actions if action != LOOK_UP)

    def _act_of(self, word: str) -> tuple[str, ...]:
        return tuple(action for _, source in self.sources for action in source.by_noun.get(_singular(word), ()))

    def _is_thing(self, word: str) -> bool:
        return any(_singular(word) in source.by_thing for _, source in self.sources)

    def _read_description(self, tool: Tool, found: _Words) -> None:
        words = [fold_word(word).strip("(),;:'\"") for word in (tool.description or "").split(".")[0].split()[:24]]
        if not words:
            return
        grammar, source = max(self.sources, key=lambda pair: _hits(words, pair[0]))
        table = grammar.table("descriptions")
        joined = True
        for index, word in enumerate(words):
            if index and word in table["stops"]:
                break
            verb = _dictionary_form(word, source) if joined else None
            if verb:
                self._take_verb(verb, grammar, source, tool.write, found)
            elif word not in table["plain"] and word not in table["joins"]:
                self._read_thing(word, found, source)
            joined = word in table["joins"] or words[index].endswith(",") or (joined and verb is not None)

    def _read_parameters(self, tool: Tool, found: _Words) -> None:
        """What a tool takes is what its action is done to: ``refund_card`` takes an ``order_id``."""
        for parameter in (tool.input_schema or {}).get("properties") or ():
            for word in fold_word(name_in_words(parameter)).split():
                if self._is_thing(word):
                    self._read_thing(word, found)

    def _take_verb(self, verb: str, grammar: Grammar, source: Actions, write: bool, found: _Words) -> None:
        if not write or verb in found.own:
            return
        if grammar is self.grammar:
            found.own[verb] = None
        for action in source.by_verb.get(verb, ()):
            if action != LOOK_UP:
                self._take_action(action, found, own=False)

    def _take_action(self, action: str, found: _Words, *, own: bool = True) -> None:
        words = self.actions.actions[action]
        (found.own if own else found.kin).update(dict.fromkeys(words["verbs"][:1]))
        found.kin.update(dict.fromkeys(words["verbs"][1:]))
        found.acts.update(dict.fromkeys(words["nouns"]))

    def _read_thing(self, word: str, found: _Words, source: Actions | None = None) -> None:
        for _, other in self.sources if source is None else [(None, source)]:
            for form in (word, _singular(word)):
                if form in other.by_thing:
                    self._name_thing(form, other, found)
                    return
        found.things[word] = None

    def _read_act(self, word: str, actions: list[tuple[str, str]], found: _Words) -> None:
        """A noun of the name may be a verb too: ``send_email`` e-mails, ``set_reminder`` reminds."""
        table = self.sources[0][1].actions
        if word in self.actions.by_verb and any(table[action].get("makes") for _, action in actions if action in table):
            verbs = (verb for action in self.actions.by_verb[word] for verb in self.actions.actions[action]["verbs"])
            found.own.update(dict.fromkeys(verb for verb in verbs if verb.replace("-", "") == word))
        for action in self._act_of(word):
            if table[action].get("thing"):
                self._take_action(action, found)

    def _make(self, word: str, found: _Words) -> None:
        """A thing that the action brings about stands for the act: "your ticket is on its way"."""
        made = _Words()
        self._read_thing(word, made)
        found.acts.update(made.things)

    def _name_thing(self, word: str, source: Actions, found: _Words) -> None:
        for thing in source.by_thing[word]:
            found.things.update(dict.fromkeys(self.actions.things[thing]))

    # Compiling what was found.

    def _add_light(self) -> None:
        light = self.grammar.table("stance")["light"]
        for key, role in (
            ("verbs", Role.LIGHT),
            ("weak", Role.WEAK),
            ("requests", Role.REQUEST),
            ("intransitive", Role.INTRANSITIVE),
            ("failures", Role.FAILURE),
            ("effects", Role.EFFECT),
        ):
            for verb in light[key]:
                self._head(verb).roles.add(role)

    def _add(self, found: _Words, bit: int) -> None:
        for verb in found.own:
            self._head(verb).own |= bit
        for verb in found.kin:
            self._head(verb).kin |= bit
        for noun in found.acts:
            self._noun(noun).act |= bit
        for noun in found.things:
            self._noun(noun).thing |= bit

    def _head(self, verb: str) -> Head:
        key = fold_word(verb)
        if key not in self.heads:
            self.heads[key] = Head(tuple(key.split()[1:]), generic=key in self._generic)
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
                forms = frozenset(inflection.form for inflection in inflections)
                found.setdefault(word, []).append(HeadForm(head, forms, _agency(inflections)))
        # A particle verb is tried before its verb alone: "sent back" before "sent".
        return {word: tuple(sorted(forms, key=lambda form: -len(form.head.particle))) for word, forms in found.items()}

    def _noun_forms(self) -> dict[str, tuple[Noun, ...]]:
        found: dict[str, dict[tuple[str, ...], Noun]] = {}
        for phrase, noun in self.nouns.items():
            for form in self.grammar.plurals(phrase):
                first, *rest = form.split()
                entry = found.setdefault(first, {}).setdefault(tuple(rest), Noun(tuple(rest)))
                entry.act |= noun.act
                entry.thing |= noun.thing
        return {
            first: tuple(sorted(nouns.values(), key=lambda noun: -len(noun.rest))) for first, nouns in found.items()
        }


def _agency(inflections: frozenset[Inflection]) -> Agency:
    persons = {inflection.person for inflection in inflections}
    return Agency.SPEAKER if persons == {1} else Agency.OTHERS if persons == {3} else Agency.OPEN


def _given(tool: Tool, code: str, key: str) -> Iterable[str]:
    """Return the ``key`` words ("verbs", "nouns") of a tool's own vocabulary in the language ``code``.

    :raises VocabularyError: for anything but lists of words, naming the tool and the place.
    """
    vocabulary = tool.vocabulary or {}
    if not isinstance(vocabulary, Mapping):
        raise VocabularyError(f"tool {tool.name!r}: vocabulary must name languages, each with its verbs and nouns")
    given = vocabulary.get(code) or {}
    words = given.get(key) or [] if isinstance(given, Mapping) else None
    if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
        raise VocabularyError(f"tool {tool.name!r}: vocabulary.{code}.{key} must be a list of words")
    return words


def _joined(table: Mapping[str, Any], source: Actions, word: str, words: list[str]) -> Iterator[str]:
    """Yield the actions that ``word`` names together with another word: to *transfer* to a *human* hands over."""
    for action, entry in table.items():
        partners = entry.get("with", ()) if word in map(fold_word, source.actions[action]["verbs"]) else ()
        if any(other in partners or _singular(other) in partners for other in words):
            yield action


def _hits(words: list[str], grammar: Grammar) -> int:
    return sum(word in grammar.table("descriptions")["words"] for word in words)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def _dictionary_form(word: str, source: Actions) -> str | None:
    """Return the plain form of a description's verb («Agenda», «Envia», "Cancels"), where an everyday action has it."""
    stems = (word, word[:-1], word[:-2], word + "r", word[:-1] + "ir", word[:-1] + "er", word[:-3] + "y")
    return next((stem for stem in stems if stem in source.by_verb), None)
