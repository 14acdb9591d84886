"""What an agent says that it looked at, or will do, with no call behind it: "I went through your invoices".

A clause is weighed against every tool: one that was never called must be tied to its words, and no call that was made
may be tied as well. What the calls returned answers for it too: a look-up may return what another is named for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Claim
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.signals.own_clauses import OwnClause, OwnClauses
from veraz.replies.evidence.arguments import text_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.result_records import stem, words_of
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import Tool, name_in_words
from veraz.vocabulary import Vocabulary

PROMISED = NamedRule("promised", "a promise with nothing behind it", "promises")
LOOKED = NamedRule("looked", "a look-up said to have been made that never was", "says_done")
_OWN_VERB, _KIN_VERB, _ACT, _THING, _NAME = 1.0, 0.5, 1.0, 0.75, 0.5
_TIED, _MARGIN = 0.4, 0.1
_COMMANDS = frozenset("command commands cmd script shell sql comando comandos".split())
"""Fields of what is run, which may look at anything, or do it."""

_MOST_SENT = 2  # words it was sent that count for a call
_MOST_SEEN = 0.5  # of the words of a clause: more of them in results, and it tells what these say


class UnmadeActs:
    """Finds in units the looking and the promises that no call of one record bears out."""

    def __init__(
        self, vocabulary: Vocabulary, record: Record, evidence: CallEvidence, function_words: FunctionWords
    ) -> None:
        self._vocabulary = vocabulary
        self._record = record
        self._evidence = evidence
        self._function_words = function_words

    def find(self, own: OwnClauses, *, looks: bool, promises: bool) -> Judgement | None:
        """Return the first of the clauses of a unit held for there being no call of it, if any is.

        :param looks: whether those that tell of looking are held; ``promises`` those that promise something.
        """
        for look in own.looks if looks else ():
            if tool := self._unmade(look, self._lookups):
                return _judged(look, tool, Stance.DONE, LOOKED)
        for promise in own.promises if promises else ():
            if promise.nouns and (tool := self._unmade(promise, self._writes)):
                return _judged(promise, tool, Stance.PROMISE, PROMISED)
        return None

    def _unmade(self, told: OwnClause, tools: Sequence[Tool]) -> Tool | None:
        """Return the one of some uncalled tools that a clause is tied to, where no call that was made may be meant."""
        if self._has_run or not tools:
            return None
        words = self._telling(told)
        score, tool = max(((self._tie(tool, told, words), tool) for tool in tools), key=lambda each: each[0])
        if score < _TIED or self._is_seen(words):
            return None
        made = max((self._tie_of(call, told, words, tool) for call in self._record), default=0.0)
        return tool if made <= score - _MARGIN else None

    def _tie(self, tool: Tool, told: OwnClause, words: frozenset[str]) -> float:
        """Return how much a clause speaks of a tool; what few tools have counts more."""
        bit = self._vocabulary.bitset([tool.name])
        heads, nouns = [form.head for form in told.verb.forms], [each.noun for each in told.nouns]
        verbs = (_OWN_VERB * _share(head.own, bit) or _KIN_VERB * _share(head.kin, bit) for head in heads)
        things = (_ACT * _share(noun.act, bit) or _THING * _share(noun.thing, bit) for noun in nouns)
        tied = max(things, default=0.0) + _NAME * self._of_name(tool, words)
        return tied + max(verbs, default=0.0) if words else 0.0  # "I checked, and it is taken" says not what

    def _tie_of(self, call: Call, told: OwnClause, words: frozenset[str], unmade: Tool) -> float:
        """Return how much a clause tied to ``unmade`` speaks of a call as well: by its tool, and what it was sent.

        What a write was sent tells nothing of what was looked at.
        """
        tied = self._tie(self._vocabulary.tool(call.tool), told, words)
        if self._evidence.is_write(call) and not unmade.may_write:
            return tied
        return tied + min(_MOST_SENT, len(words & self._sent[id(call)]))

    def _of_name(self, tool: Tool, words: frozenset[str]) -> float:
        """Return the share of a tool's name that stands in ``words``, by how few tools have each word of it."""
        weights = {word: 1 / self._named[word] for word in _name(tool)}
        return sum(weight for word, weight in weights.items() if word in words) / (sum(weights.values()) or 1)

    def _is_seen(self, words: frozenset[str]) -> bool:
        return sum(word in self._seen for word in words) > _MOST_SEEN * len(words)

    def _telling(self, told: OwnClause) -> frozenset[str]:
        """Return the words of a clause that say what it is about; "order" may be one, and "in order to" has none."""
        is_function = self._function_words.is_function
        words = (word for word in told.words if word[0].isalnum() and (word in told.named or not is_function(word)))
        return frozenset(map(stem, words))

    @cached_property
    def _lookups(self) -> list[Tool]:
        """The look-ups that no turn made."""
        return [tool for tool in self._uncalled if not tool.may_write]

    @cached_property
    def _writes(self) -> list[Tool]:
        """The writes that no turn made."""
        return [tool for tool in self._uncalled if tool.may_write]

    @cached_property
    def _uncalled(self) -> list[Tool]:
        called = {call.tool for call in self._record}
        return [tool for tool in self._vocabulary.tools if tool.name not in called]

    @cached_property
    def _has_run(self) -> bool:
        """Whether what runs anything was called, which may have looked at anything."""
        names = {name for call in self._record for name in call.arguments}
        return any(not _COMMANDS.isdisjoint(words_of(name)) for name in names)

    @cached_property
    def _sent(self) -> Mapping[int, frozenset[str]]:
        return {id(call): frozenset(map(stem, _words(call.arguments))) for call in self._record}

    @cached_property
    def _seen(self) -> frozenset[str]:
        """The words that calls returned, and those of the names of all their fields."""
        results = [call.result for call in self._record if call.result is not None]
        names = [name_in_words(name) for call in self._record for name in call.arguments]
        return frozenset(map(stem, _words([results, names])))

    @cached_property
    def _named(self) -> Counter[str]:
        return Counter(word for tool in self._vocabulary.tools for word in _name(tool))


def _judged(told: OwnClause, tool: Tool, stance: Stance, rule: NamedRule) -> Judgement:
    claim = Claim.of_stretch(told.start, told.end, stance, rule.name)
    return Judgement(claim, tool, Call(tool.name, {}, Outcome.NOT_ATTEMPTED), Cause.NO_CALL)


def _share(tools: int, bit: int) -> float:
    """Return what a tool has of what some ``tools`` share."""
    return 1 / tools.bit_count() ** 0.5 if tools & bit else 0.0


def _name(tool: Tool) -> frozenset[str]:
    return frozenset(stem(fold(word)) for word in tool.words.split())


def _words(value: Any) -> Iterator[str]:
    yield from tokenize(fold(text_of(value).replace("_", " "))).words
