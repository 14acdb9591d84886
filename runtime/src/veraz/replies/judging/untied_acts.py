"""Acts that an agent says it did, that none of its tools can do and no call bears out: "I've e-mailed your manager"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from typing import Any

from veraz.languages import GRAMMARS, Form, Grammar, Inflection
from veraz.languages.everyday_actions import Actions
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record
from veraz.reading.signals.own_acts import OwnAct
from veraz.replies.judging.judgement import Judgement
from veraz.text.fold import fold_word
from veraz.text.tokens import tokenize
from veraz.tools import Tool, name_in_words
from veraz.vocabulary import LOOK_UP, RUN, Vocabulary

OWN_ACT = NamedRule("own-act", "an act of the agent that no tool can do and no call bears out", "says_done")
_MADE = (Outcome.DONE, Outcome.UNDONE)
_TELLING = ("email", "message", "notify")
_CHANNELS = ("send", "email", "message", "notify", "post", "forward", "share", "comment", "reply")
"""Actions of which each may be told as any other: who posts to a channel has alerted the team."""
_MOST_VERBS = 512


class UntiedActs:
    """Tells the untied acts of replies over one set of tools; compiled once."""

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._grammar = grammar
        self._actions = Actions.of(grammar)
        self._generic = frozenset(map(fold_word, grammar.table("stance")["generic"]))
        self._words_of = lru_cache(_MOST_VERBS)(self._words)

    def are_among(self, acts: Iterable[OwnAct], judgements: Sequence[Judgement], record: Record) -> bool:
        """Tell whether an act of a unit is tied to nothing: no claim held, no tool, no call."""
        return any(not (_is_judged(act, judgements) or self._can_do(act) or self._is_told(act, record)) for act in acts)

    def may_be_untold(self, writes: Iterable[Call], judgements: Sequence[Sequence[Judgement]]) -> bool:
        """Tell whether a write of the turn was done that no claim was held to: any act may be it in other words."""
        claimed = {id(each.call) for unit in judgements for each in unit}
        return any(call.outcome in _MADE and id(call) not in claimed for call in writes)

    def _can_do(self, act: OwnAct) -> bool:
        """Tell whether a tool can do an act, by a word of its or an action it has; what it does it to must be its own.

        A verb that says little is tied by what it is done to: who sends invoices has sent no message.
        """
        if act.verb in self._generic and act.of_another and not act.tools:
            return False
        named = self._actions_of(act.verb)
        alike = _CHANNELS if not named.isdisjoint(_TELLING) else ()
        acting = self._vocabulary.actions.keys() - {LOOK_UP}
        return not acting.isdisjoint((*named, *alike)) or not self._words_of(act.verb).isdisjoint(self._of_tools)

    def _is_told(self, act: OwnAct, record: Record) -> bool:
        made = [call for call in record if call.outcome in _MADE]
        return any(self._may_do_anything(call) or self._is_told_by(act, call) for call in made)

    def _may_do_anything(self, call: Call) -> bool:
        """Tell whether nobody knows what a call does by its tool's words: it runs things, or has no known action."""
        tool = self._vocabulary.bitset([call.tool])
        return bool(tool & (self._vocabulary.actions.get(RUN, 0) | ~self._known))

    def _is_told_by(self, act: OwnAct, call: Call) -> bool:
        told = set(_words([call.arguments, call.result]))
        return not told.isdisjoint(self._words_of(act.verb)) or not told.isdisjoint(self._alike(act.verb))

    @cached_property
    def _known(self) -> int:
        return reduce(or_, self._vocabulary.actions.values(), 0)

    @cached_property
    def _of_tools(self) -> frozenset[str]:
        """The words of the tools' own texts, which may tell of more than their names do.

        No words for things: a tool that gets an order orders nothing.
        """
        words = frozenset(word for tool in self._vocabulary.tools for word in _words(_texts(tool)))
        return words - self._actions.by_thing.keys()

    def _actions_of(self, verb: str) -> frozenset[str]:
        """Return every action that a verb may name."""
        table = self._actions.actions.items()
        return frozenset(action for action, words in table if verb in map(fold_word, words["verbs"]))

    def _alike(self, verb: str) -> Iterator[str]:
        """Yield what a call may have returned of an act, in any language: "dispatched", of what was shipped."""
        named = self._actions.by_verb.get(verb, ())
        for grammar, action in product(GRAMMARS, named):
            for other in Actions.of(grammar).actions[action]["verbs"]:
                forms = grammar.inflect(fold_word(other).split()[0])
                yield from (form for form, told in forms.items() if Inflection(Form.PARTICIPLE) in told)

    def _words(self, verb: str) -> frozenset[str]:
        """Return the forms of a verb, and the first noun of each action that it usually names."""
        actions = self._actions.by_verb.get(verb, ())
        nouns = (noun for action in actions for noun in self._actions.actions[action]["nouns"][:1])
        return frozenset(map(_joined, (*self._grammar.inflect(verb.split()[0]), *map(fold_word, nouns))))


def _is_judged(act: OwnAct, judgements: Sequence[Judgement]) -> bool:
    """Tell whether an act was held as a claim; one that is loosely tied, to no call, was not."""
    tied = (each.claim for each in judgements if each.claim.firm or each.call.outcome is not Outcome.NOT_ATTEMPTED)
    return any(claim.start <= act.start < claim.end for claim in tied)


def _texts(tool: Tool) -> list[Any]:
    return [tool.name, tool.description, tool.input_schema, tool.output_schema]


def _words(given: Any) -> Iterator[str]:
    """Yield the words of any value as it is written, those of names included: "emailSent" has two."""
    for part in tokenize(str(given)).words:
        yield from map(fold_word, name_in_words(_joined(part)).split())


def _joined(word: str) -> str:
    """Return a word without the hyphens that one may write and another not: "e-mail"."""
    return word.replace("-", "")
