"""Which calls of a record a unit may speak of, and how they are shown to a judge."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from veraz.outcomes import Call, Outcome
from veraz.reading.analysis.function_words import FunctionWords
from veraz.records.plain import attempted
from veraz.replies.evidence.arguments import told_in
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.inquiry import personal
from veraz.replies.inquiry.question import AskedCall
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import Tool, Toolset
from veraz.values import Support, Value

MOST_CALLS = 8
"""Calls that one question has."""

_MADE = (Outcome.DONE, Outcome.UNDONE)
_LONGEST = 300  # characters of a text that a call was sent, and of what it returned
_MOST_ITEMS = 20
_SHORTEST = 3  # letters of a word that two texts share


class AskedCalls:
    """The calls of one record as a judge is asked about them."""

    def __init__(
        self, recorded: GivenRecord, toolset: Toolset, evidence: CallEvidence, function_words: FunctionWords
    ) -> None:
        self._recorded = recorded
        self._toolset = toolset
        self._evidence = evidence
        self._function_words = function_words
        self._words: dict[int, frozenset[str]] = {}

    def shared(self, words: Collection[str], values: Sequence[Value]) -> list[Call]:
        """Return the calls that share words or values with a unit, those that share most, in order.

        :param words: the words with which it asserts something, folded.
        """
        scores = {id(call): self._share(call, words, values) for call in self._recorded.record}
        best = sorted(scores.values(), reverse=True)[:MOST_CALLS]
        found = [call for call in self._recorded.record if scores[id(call)] and scores[id(call)] >= best[-1]]
        return found[-MOST_CALLS:]

    def is_at_odds(self, told: Collection[str], denied: Collection[str], values: Sequence[Value]) -> bool:
        """Tell whether what a unit asserts may be otherwise by the record.

        It tells something by the words of a write that was not done, denies by those of one that was, or states what
        no call carries: a value, or beside the words of a write that was done, a number.

        :param told: the words that it tells outright, ``denied`` those that it denies.
        """
        made, not_made = self._writes
        if 0 < self._most(told, not_made) >= self._most(told, made) or self._most(denied, made) > self._most(
            denied, not_made
        ):
            return True
        if any(self._evidence.by_any.holds(value) is not Support.CARRIED for value in values):
            return True
        numbers = [word for word in (*told, *denied) if any(map(str.isdigit, word))]
        return self._most(told, made) > 0 and not self._all_words.issuperset(numbers)

    def are_mostly_new(self, words: Collection[str]) -> bool:
        """Tell whether at least half of some words stand in no call, nor in the name of its tool."""
        new = len(set(words) - self._all_words)
        return new > 0 and 2 * new >= len(words)

    @cached_property
    def _all_words(self) -> frozenset[str]:
        record = self._recorded.record
        return frozenset().union(*(self._words_of(call) | self._evidence.words(call) for call in record))

    @cached_property
    def _writes(self) -> tuple[list[Call], list[Call]]:
        """The writes that were done, and those that were not."""
        writes = [call for call in self._recorded.record if self._evidence.is_write(call)]
        made = [call for call in writes if call.outcome in _MADE]
        return made, [call for call in writes if call.outcome not in _MADE]

    def _most(self, words: Collection[str], calls: Sequence[Call]) -> int:
        """Return how many of ``words`` the one of ``calls`` shares that shares most."""
        return max((len(self._words_of(call).intersection(words)) for call in calls), default=0)

    def shown(self, call: Call) -> AskedCall:
        """Return ``call`` without its outcome, and without what is personal in it."""
        tool = self._toolset[call.tool]
        sent = _short(personal.without(tool.personal_paths("input"), dict(call.arguments)))
        number = self._recorded.places[id(call)] + 1
        return AskedCall(number, tool.name, sent, self._returned(call, tool))

    @cached_property
    def personal_values(self) -> Sequence[str]:
        """What the calls returned of people."""
        return personal.values_of(self._recorded.record, self._toolset)

    def _returned(self, call: Call, tool: Tool) -> str | None:
        """Return what a call returned that ran: of any other that would only say how it ended."""
        if call.result is None or call.outcome not in _MADE or tool.personal_paths("output"):
            return None
        text = attempted(_as_json, _short(call.result)) or ""
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

    def _share(self, call: Call, words: Collection[str], values: Sequence[Value]) -> int:
        evidence = self._evidence.by(call)
        carried = sum(evidence.holds(value) is Support.CARRIED for value in values)
        return 2 * carried + len(self._words_of(call).intersection(words))

    def _words_of(self, call: Call) -> frozenset[str]:
        if id(call) not in self._words:
            texts = (self._toolset[call.tool].words, *told_in(call.arguments), *told_in(call.result))
            self._words[id(call)] = frozenset(word for text in texts for word in self._telling(text))
        return self._words[id(call)]

    def _telling(self, text: str) -> Iterator[str]:
        words = tokenize(fold(text.replace("_", " "))).words
        return (word for word in words if self.tells(word))

    def tells(self, word: str) -> bool:
        """Tell whether a word says something: it is no function word, and none of one or two letters."""
        long = len(word) >= _SHORTEST or word.isdigit()
        return long and word[0].isalnum() and not self._function_words.is_function(word)


def _short(value: Any) -> Any:
    """Return plain JSON with its long texts cut short, and its long lists."""
    if isinstance(value, Mapping):
        return {name: _short(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_short(each) for each in value[:_MOST_ITEMS]]
    return f"{value[:_LONGEST]}…" if isinstance(value, str) and len(value) > _LONGEST else value


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
