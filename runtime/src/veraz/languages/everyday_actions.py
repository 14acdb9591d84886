"""A language's everyday actions and things, indexed by the words that speak of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from veraz.languages import Grammar
from veraz.text.fold import fold_word


@dataclass(frozen=True)
class Actions:
    """The tables ``actions`` and ``things`` of one language."""

    actions: Mapping[str, Any]
    things: Mapping[str, list[str]]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> Actions:
        """Return those of ``grammar``."""
        return cls(grammar.table("actions"), grammar.table("things"))

    @cached_property
    def by_verb(self) -> Mapping[str, tuple[str, ...]]:
        """Verb to the ids of its actions; where it is the usual verb of some, only those.

        What is done about a thing is named by the thing: to book a table is no riding.
        """
        usual: dict[str, list[str]] = {}
        other: dict[str, list[str]] = {}
        for action, words in self.actions.items():
            for index, verb in enumerate(words["verbs"]):
                (other if index or words.get("thing") else usual).setdefault(fold_word(verb), []).append(action)
        return {verb: tuple(usual.get(verb) or other[verb][:2]) for verb in {**other, **usual}}

    @cached_property
    def partners(self) -> Mapping[str, frozenset[str]]:
        """Action to the words one of which must stand beside its verb in a tool's name; without most actions."""
        return {action: frozenset(words["with"]) for action, words in self.actions.items() if "with" in words}

    @cached_property
    def by_noun(self) -> Mapping[str, tuple[str, ...]]:
        """Noun of an act to the ids of its actions: «estorno» to ``refund``."""
        found: dict[str, list[str]] = {}
        for action, words in self.actions.items():
            for noun in words["nouns"][:1]:
                found.setdefault(fold_word(noun), []).append(action)
        return {noun: tuple(actions[:1]) for noun, actions in found.items()}

    @cached_property
    def by_only_noun(self) -> Mapping[str, tuple[str, ...]]:
        """Noun of an act to its action, where it is of one alone and no verb: «reembolso», not «consulta» or "hold"."""
        found: dict[str, list[str]] = {}
        for action, words in self.actions.items():
            for noun in words["nouns"]:
                found.setdefault(fold_word(noun), []).append(action)
        return {
            noun: tuple(actions) for noun, actions in found.items() if len(actions) == 1 and noun not in self.by_verb
        }

    @cached_property
    def by_thing(self) -> Mapping[str, tuple[str, ...]]:
        """Word to the ids of the things it is the usual name of, else any it may name."""
        usual: dict[str, list[str]] = {}
        other: dict[str, list[str]] = {}
        for thing, words in self.things.items():
            for index, word in enumerate(words):
                (other if index else usual).setdefault(fold_word(word), []).append(thing)
        return {word: tuple(usual.get(word) or other[word]) for word in {**other, **usual}}


def singular(word: str) -> str:
    """Return a word without its plural ending, as far as names of tools need it."""
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
