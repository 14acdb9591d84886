"""How a thing stands, told otherwise than the one result that has its status: "the build passed", where it failed.

Both are read as states of the languages' tables: a thing in one is surely in none that is unlike it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from veraz.languages import GRAMMARS, Form, Grammar
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record, Stance, When
from veraz.reading import Claim
from veraz.reading.analysis.function_words import CHAR, FunctionWords
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.evidence.arguments import text_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.result_records import Thing, stem
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.text.fold import fold, fold_word
from veraz.text.tokens import tokenize
from veraz.text.trie import PhraseTrie
from veraz.tools import name_in_words
from veraz.values import Value
from veraz.vocabulary import Vocabulary

STATE = NamedRule("state", "a state of a thing that a result has otherwise", "mentions")
_FIELDS = frozenset("status state result stage phase outcome situacao estado etapa fase resultado".split())
_ELSEWHERE = frozenset(
    CHAR[name]
    for name in "agent if if_person whether when until after will will3 will_be would can could may must need going "
    "bare_be being".split()
)
"""Beside these it is told of an act, or of another time: "Once approved, it will be paid"."""
_LONGEST = 40  # characters of a state; what is longer tells a story


class States(NamedTuple):
    """A language's table ``states``, compiled.

    :ivar told: what tells each; ``unlike`` the states in which a thing is surely not in it.
    """

    told: PhraseTrie[str]
    unlike: Mapping[str, frozenset[str]]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> States:
        """Return those of ``grammar``."""
        table = grammar.table("states")
        told = ((phrase.split(), name) for name, row in table.items() for phrase in _phrases(row, grammar))
        return cls(PhraseTrie.of(told), {name: frozenset(row["unlike"]) for name, row in table.items()})


class ToldStates:
    """Holds the states that units tell of what the calls of one record returned."""

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar, record: Record, evidence: CallEvidence) -> None:
        self._vocabulary = vocabulary
        self._states = States.of(grammar)
        self._function_words = FunctionWords.of(grammar)
        self._record = record
        self._evidence = evidence

    def may_be_told(self, text: str) -> bool:
        """Tell whether a folded text may tell how the one thing stands that has a state."""
        return len(self._standing) == 1 and self._states.told.stands_in(tokenize(text).words)

    def find(self, clauses: Clauses, text: str, values: Sequence[Value]) -> Judgement | None:
        """Return the judgement of a state that the one thing with one is surely not in."""
        call, states = self._standing[0]
        for at, end, state in self._told(clauses):
            if self._is_otherwise(state, states) and self._is_of(call, clauses, (at, end), text, values):
                spans = clauses.analysis.tokens.spans
                claim = Claim.of_stretch(spans[at][0], spans[end - 1][1], Stance.MENTION, STATE.name)
                return Judgement(claim, self._vocabulary.tool(call.tool), call, Cause.VALUE)
        return None

    def _told(self, clauses: Clauses) -> Iterator[tuple[int, int, str]]:
        """Yield where a unit tells a state outright, and which."""
        words, chars = clauses.analysis.tokens.words, clauses.analysis.sketch.chars
        if not _ELSEWHERE.isdisjoint(chars):
            return
        for at in range(len(words)):
            found = self._states.told.longest(words, at)
            if found and all(each is Polarity.TOLD for each in clauses.polarity[at : found[0]]):
                yield at, found[0], found[1][0]

    def _is_otherwise(self, state: str, states: frozenset[str]) -> bool:
        return bool(states) and states <= self._states.unlike[state] and state not in self._mentioned

    def _is_of(
        self, call: Call, clauses: Clauses, stretch: tuple[int, int], text: str, values: Sequence[Value]
    ) -> bool:
        """Tell whether a unit says anything of a call beside the state."""
        bit, words = self._vocabulary.bitset([call.tool]), clauses.analysis.tokens.words
        if any(noun.tools & bit for noun in clauses.analysis.nouns) or self._evidence.names(call, text, values):
            return True
        told = f"{self._vocabulary.tool(call.tool).words} {text_of(call.arguments)} {text_of(call.result)}"
        beside = (word for word in (*words[: stretch[0]], *words[stretch[1] :]) if word[0].isalnum())
        said = {stem(word) for word in beside if not self._function_words.is_function(word)}
        return not said.isdisjoint(map(stem, tokenize(fold(told)).words))

    @cached_property
    def _standing(self) -> list[tuple[Call, frozenset[str]]]:
        """The things that have a state, each as the call that returned it, with the states that tell it."""
        untouched = {id(call) for call in self._evidence.untouched}
        return [
            (call, _states_in(value))
            for call in self._record
            if call.when is When.TURN and call.outcome is Outcome.DONE and call.result is not None
            if id(call) in untouched or self._evidence.is_write(call)
            for thing in self._evidence.returned(call).things
            for value in _values(thing)
        ]

    @cached_property
    def _mentioned(self) -> frozenset[str]:
        """The states whose words stand anywhere in the record."""
        told = (f"{call.tool} {call.arguments} {call.reason} {text_of(call.result)}" for call in self._record)
        return frozenset(state for text in told for state in _states_in(text))


def _phrases(row: Mapping[str, Sequence[str]], grammar: Grammar) -> Iterator[str]:
    yield from map(fold_word, row["words"])
    for verb in row["verbs"]:
        forms = grammar.inflect(fold_word(verb)).items()
        yield from (form for form, told in forms if any(each.form is Form.PARTICIPLE for each in told))


def _values(thing: Thing) -> list[str]:
    fields = (each for each in thing.fields if not _FIELDS.isdisjoint(each.words) and isinstance(each.value, str))
    return [each.value for each in fields if len(each.value) <= _LONGEST]


def _states_in(text: str) -> frozenset[str]:
    """Return the states that a result's text tells in any language."""
    words = tokenize(fold(name_in_words(text.replace("_", " ")))).words
    return frozenset(
        found[1][0]
        for grammar in GRAMMARS
        for at in range(len(words))
        if (found := States.of(grammar).told.longest(words, at))
    )
