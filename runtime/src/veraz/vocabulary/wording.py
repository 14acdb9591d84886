"""What a tool's own texts say of it: its name, its description, its parameters and its vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise
from typing import Any

from veraz.languages import GRAMMARS, Grammar
from veraz.languages.everyday_actions import Actions, singular
from veraz.text.fold import fold_word
from veraz.tools import Tool, name_in_words
from veraz.vocabulary.given import given_words

LOOK_UP = "look_up"
REQUEST = "request"
RUN = "run"
_JOINING = frozenset(
    "a an and at by for from in of on or the to with de da das do dos e em na nas nos ao aos o para por com".split()
)
_LONGEST_CLAUSE = 24  # words of a description that are read


@dataclass(slots=True)
class Wording:
    """The words found for one tool, in the order found.

    :ivar own: its verbs; ``kin`` the verbs of like actions.
    :ivar acts: nouns of what it does or brings about; ``things`` of what that is done to.
    :ivar actions: the everyday actions it is one of, by their ids.
    """

    own: dict[str, None] = field(default_factory=dict)
    kin: dict[str, None] = field(default_factory=dict)
    acts: dict[str, None] = field(default_factory=dict)
    things: dict[str, None] = field(default_factory=dict)
    actions: set[str] = field(default_factory=set)


class ToolTexts:
    """Reads tools' texts in either language for the words that speak of them in one."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.actions = Actions.of(grammar)
        self.sources = [(other, Actions.of(other)) for other in GRAMMARS]

    def wording(self, tool: Tool) -> Wording:
        """Return the words that speak of ``tool``.

        :raises VocabularyError: for a vocabulary of its own that cannot be used.
        """
        found = Wording()
        self._read_name(tool, found)
        self._read_description(tool, found)
        self._read_parameters(tool, found)
        for key, kind in (("verbs", found.own), ("nouns", found.acts)):
            kind.update(dict.fromkeys(given_words(tool, self.grammar.code, key)))
        if tool.may_write:
            found.actions.update(self._usual_of(found.own))
            found.acts.update(dict.fromkeys(self._named_after(found.own)))
        for noun in list(found.acts):
            if noun in self.actions.by_thing:
                self._name_thing(noun, self.actions, found)
        return found

    def _usual_of(self, verbs: Iterable[str]) -> Iterator[str]:
        """Yield the actions whose usual verb is among ``verbs``."""
        for verb in verbs:
            for action in self.actions.by_verb.get(verb, ()):
                if action != LOOK_UP and fold_word(self.actions.actions[action]["verbs"][0]) == verb:
                    yield action

    def _named_after(self, verbs: Iterable[str]) -> Iterator[str]:
        """Yield what the acts of verbs that no table knows may be called: «parcelamento» of «parcelar»."""
        for verb in verbs:
            for ending, acts in self.grammar.table("descriptions").get("acts", {}).items():
                if verb.endswith(ending) and verb not in self.actions.by_verb:
                    yield from (verb.removesuffix(ending) + act for act in acts)

    def _read_name(self, tool: Tool, found: Wording) -> None:
        words = [fold_word(word) for word in tool.words.split()]
        opening = fold_word(tool.description or "").partition(" ")[0]
        actions = list(self._actions_named(words, opening, tool.may_write))
        if not tool.may_write and RUN in self._verb_actions(words[0]):
            found.kin.update(dict.fromkeys(self.actions.actions[RUN]["verbs"]))  # who runs tests may "execute" them
        verbs = {word for word, _ in actions}
        for word, action in actions:
            self._take_action(action, found)
            if word in self.actions.by_verb:
                found.own[word] = None
        nouns = [word for word in words if word not in verbs and word not in _JOINING]
        makes = any(self.sources[0][1].actions[action].get("makes") for _, action in actions)
        if nouns and makes:
            self._make(nouns[-1], found)
        for word in nouns:
            if tool.may_write:
                self._read_act(word, actions, found)
            if makes and tool.may_write:
                self._take_acts(word, found)
        for size in (2, 1):
            for index in range(len(nouns) - size + 1):
                self._read_thing(" ".join(nouns[index : index + size]), found)
        if not actions:
            found.own.update(dict.fromkeys(words))
        if not actions or len(words) > 1:  # its name as it is written: "refund card: done"
            found.acts[" ".join(words)] = None

    def _actions_named(self, words: list[str], opening: str, write: bool) -> Iterator[tuple[str, str]]:
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
        named = self._verb_of(words, opening) or next(filter(self._act_of, words), None)
        for word in [named] if named else [word for word in words if table.get(word, {}).get("thing")]:
            joined = [other for _, source in self.sources for other in _joined(self.sources[0][1], source, word, words)]
            for action in joined or self._verb_actions(word) or self._act_of(word) or (word,):
                yield word, action
                if action == REQUEST:  # what a request_refund does is told of the refund
                    yield from ((other, act) for other in words[1:] for act in self._verb_actions(other))

    def _verb_of(self, words: list[str], opening: str) -> str | None:
        """Return the word of a name that is its verb: the one its description opens with, the first or the last."""
        if opening in words and self._verb_actions(opening):
            return opening  # hold_place: "Place a hold"
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
        return tuple(action for _, source in self.sources for action in source.by_noun.get(singular(word), ()))

    def _is_thing(self, word: str) -> bool:
        return any(singular(word) in source.by_thing for _, source in self.sources)

    def _read_description(self, tool: Tool, found: Wording) -> None:
        words = [
            fold_word(word).strip("(),;:'\"")
            for word in (tool.description or "").split(".")[0].split()[:_LONGEST_CLAUSE]
        ]
        if not words:
            return
        grammar, source = max(self.sources, key=lambda pair: _closeness(words, *pair))
        table = grammar.table("descriptions")
        causative = table.get("causative", ())
        joined = True
        for index, word in enumerate(words):
            if index and word in table["stops"]:
                break
            verb = _dictionary_form(word, source) if joined else None
            if verb:
                for each in (_with_particle(verb, words[index + 1 :], source) or verb, verb):
                    self._take_verb(each, grammar, source, tool.may_write, found)
            elif word not in table["plain"] and word not in table["joins"] and word not in causative:
                self._read_thing(word, found, source)
            joined = word in table["joins"] or words[index].endswith(",") or (joined and verb is not None)
        made = _object(words, table, source)
        opening = source.by_verb.get(_dictionary_form(words[0], source) or "", ())
        if made and self._makes(found.actions) and self._makes(opening):
            self._make(made, found)
        if words[0] in causative:  # "Have an order gift-wrapped"
            for verb in filter(None, (_of_participle(word, source, self.grammar) for word in words)):
                self._take_verb(verb, grammar, source, tool.may_write, found)
        for first, second in pairwise(words):  # "giftcard" is written "gift card"
            for kind in (found.acts, found.things):
                kind.update({f"{first} {second}": None} if first + second in kind else {})

    def _makes(self, actions: Iterable[str]) -> bool:
        """Tell whether what a tool's verb is done to is what it makes: "Submit a reading", not "Invite a guest"."""
        table = self.sources[0][1].actions
        makes = [action for action in actions if table[action].get("makes")]
        return bool(makes) and not any(table[action].get("to") for action in makes)

    def _read_parameters(self, tool: Tool, found: Wording) -> None:
        """What a tool takes is what its action is done to: ``refund_card`` takes an ``order_id``."""
        for parameter in (tool.input_schema or {}).get("properties") or ():
            for word in fold_word(name_in_words(parameter)).split():
                if word != "data" and self._is_thing(word):  # «data» is a date
                    self._read_thing(word, found)

    def _take_verb(self, verb: str, grammar: Grammar, source: Actions, write: bool, found: Wording) -> None:
        if not write or verb in found.own:
            return
        if grammar is self.grammar:
            found.own[verb] = None
        for action in source.by_verb.get(verb, ()):
            if action != LOOK_UP:
                self._take_action(action, found, own=False)

    def _take_action(self, action: str, found: Wording, *, own: bool = True) -> None:
        words = self.actions.actions[action]
        found.actions.add(action)
        (found.own if own else found.kin).update(dict.fromkeys(words["verbs"][:1]))
        found.kin.update(dict.fromkeys(words["verbs"][1:]))
        found.acts.update(dict.fromkeys(words["nouns"]))

    def _take_acts(self, word: str, found: Wording) -> None:
        """Take what the object of a verb names as done: who sends a payment pays, who issues a refund refunds."""
        acts, table = self._act_of(word), self.sources[0][1].actions
        if not found.own.keys().isdisjoint(self.grammar.table("stance")["generic"]):
            acts = acts or tuple(act for _, source in self.sources for act in source.by_only_noun.get(word, ()))
            for each in (self.actions.actions[act] for act in acts if not table[act].get("makes")):
                found.kin.update(dict.fromkeys(each["verbs"]))
                found.acts.update(dict.fromkeys(each["nouns"]))
        found.actions.update(acts)

    def _read_thing(self, word: str, found: Wording, source: Actions | None = None) -> None:
        for _, other in self.sources if source is None else [(None, source)]:
            for form in (word, singular(word)):
                if form in other.by_thing:
                    self._name_thing(form, other, found)
                    return
        found.things[word] = None

    def _read_act(self, word: str, actions: list[tuple[str, str]], found: Wording) -> None:
        """A noun of the name may be a verb too: ``send_email`` e-mails, ``set_reminder`` reminds."""
        table = self.sources[0][1].actions
        if word in self.actions.by_verb and any(table[action].get("makes") for _, action in actions if action in table):
            verbs = (verb for action in self.actions.by_verb[word] for verb in self.actions.actions[action]["verbs"])
            found.own.update(dict.fromkeys(verb for verb in verbs if verb.replace("-", "") == word))
        for action in self._act_of(word):
            if table[action].get("thing"):
                self._take_action(action, found)

    def _make(self, word: str, found: Wording) -> None:
        """A thing that the action brings about stands for the act: "your ticket is on its way"."""
        made = Wording()
        self._read_thing(word, made)
        found.acts.update(made.things)

    def _name_thing(self, word: str, source: Actions, found: Wording) -> None:
        for thing in source.by_thing[word]:
            found.things.update(dict.fromkeys(self.actions.things[thing]))


def _joined(actions: Actions, source: Actions, word: str, words: list[str]) -> Iterator[str]:
    """Yield the actions that ``word`` names together with another word: to *transfer* to a *human* hands over."""
    for action, partners in actions.partners.items():
        beside = any(other in partners or singular(other) in partners for other in words)
        if beside and word in map(fold_word, source.actions[action]["verbs"]):
            yield action


def _closeness(words: list[str], grammar: Grammar, source: Actions) -> tuple[int, bool]:
    """Return how much a description is like one in a language: by its small words, then by the verb it opens with."""
    small = sum(word in grammar.table("descriptions")["words"] for word in words)
    return small, _dictionary_form(words[0], source) is not None


def _object(words: Sequence[str], table: Mapping[str, Any], source: Actions) -> str | None:
    """Return the last word of what a description's first verb is done to: "reading" of "Submit a meter reading".

    What is sent to do something is not made: "Send the vacuum to clean".
    """
    if not words or _dictionary_form(words[0], source) is None:
        return None
    rest = list(dropwhile(lambda word: word in table["joins"] or _dictionary_form(word, source) is not None, words[1:]))
    ends = (table["stops"], table["apart"], table["joins"])
    size = next((index for index, word in enumerate(rest) if any(word in each for each in ends)), len(rest))
    if rest[size : size + 1] == [table["purpose"]] and any(
        _dictionary_form(word, source) for word in rest[size + 1 : size + 2]
    ):
        return None
    return next((word for word in reversed(rest[:size]) if word not in table["plain"]), None)


def _with_particle(verb: str, following: Sequence[str], source: Actions) -> str | None:
    """Return a verb with the particle that follows it in its clause: "Switch the lights off"."""
    return next((each for word in following if (each := f"{verb} {word}") in source.by_verb), None)


def _of_participle(word: str, source: Actions, grammar: Grammar) -> str | None:
    """Return the verb of an everyday action that ``word`` is a past participle of, if it is one."""
    ending = grammar.table("descriptions").get("participle", "")
    if not ending or not word.endswith(ending):
        return None
    return next((verb for verb in source.by_verb if word in grammar.inflect(verb) and word != verb), None)


def _dictionary_form(word: str, source: Actions) -> str | None:
    """Return the plain form of a description's verb («Agenda», «Envia», "Cancels"), where an everyday action has it."""
    stems = (word, word[:-1], word[:-2], word + "r", word[:-1] + "ir", word[:-1] + "er", word[:-3] + "y")
    return next((stem for stem in stems if stem in source.by_verb), None)
