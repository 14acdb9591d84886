"""Where results stand: "Legal has it now", "the old flight is history"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_, or_

from veraz.languages import Grammar
from veraz.reading.analysis.function_words import Sketch
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.word_entries import Entry
from veraz.reading.result_claims.normalised_text import NormalisedText
from veraz.reading.result_claims.pattern_table import ACT, THING, PatternTable, Result
from veraz.reading.result_claims.row_match import FoundResult, RowMatch, found_result
from veraz.vocabulary import Vocabulary


class ResultMatcher:
    """Finds the results that tell of a tool of a set.

    :ivar verbs: the forms of their verbs; ``writes`` the writes of the set.
    """

    def __init__(self, vocabulary: Vocabulary, grammar: Grammar) -> None:
        self._results = PatternTable.of(grammar)
        self.verbs = self._results.verbs
        self.writes = vocabulary.writes
        self._rows = [(row, _tools_of(row, vocabulary)) for row in self._results.rows]
        self._like = {row.id: _tools_like(row, vocabulary) for row in self._results.rows if row.like is not None}
        self._telling = sum(1 << index for index, (_, tools) in enumerate(self._rows) if tools)

    def warm(self) -> None:
        """Compile the patterns of all results that tell of a tool."""
        for row, tools in self._rows:
            if tools:
                self._results.pattern(row.phrase)

    def looks_at(self, rows: Sequence[int]) -> bool:
        """Tell whether results are looked for in a unit with a word that may stand in ``rows``."""
        return bool(rows) and bool(rows[0] & self._telling)

    def rows_with(self, word: str) -> Sequence[int]:
        """Return the rows that ``word`` may stand in, as a bitset for each place of an element; none for most words."""
        return self._results.with_word(word)

    def candidates(self, entries: Iterable[Entry], nouns: Sequence[FoundNoun]) -> list[tuple[Result, int]]:
        """Return the results whose words stand in a unit, each with the tools it may tell of.

        :param entries: what each of its words may be.
        """
        met = list(self._results.shorter)
        for entry in entries:
            if entry.rows:
                met = list(map(or_, met, entry.rows))
        found = reduce(and_, met, self._telling if nouns else self._telling & ~self._results.marked)
        return [self._rows[index] for index in _members(found)]

    def find(
        self, rows: Sequence[tuple[Result, int]], words: Sequence[str], sketch: Sketch, nouns: Sequence[FoundNoun]
    ) -> Iterator[FoundResult]:
        """Yield what ``rows`` say in a unit, in their order, each over its tokens."""
        for met, tools in self.matches(rows, words, sketch, nouns):
            found = found_result(met, self._results)
            if found:
                yield found._replace(tools=tools, like=self._like.get(met.row.id, 0))

    def matches(
        self, rows: Sequence[tuple[Result, int]], words: Sequence[str], sketch: Sketch, nouns: Sequence[FoundNoun]
    ) -> Iterator[tuple[RowMatch, int]]:
        """Yield where the words of ``rows`` stand in a unit, whatever they say there, with the tools of each."""
        rows = [(row, tools) for row, tools in rows if not row.needs or not row.needs.isdisjoint(sketch.chars)]
        if not rows:
            return
        normalised = NormalisedText(self._results, words, sketch, dict(_marks(nouns, self.writes)))
        for row, tools in rows:
            for match in self._results.pattern(row.phrase).finditer(normalised.text):
                yield RowMatch(normalised, row, match), tools


def _tools_of(row: Result, vocabulary: Vocabulary) -> int:
    """Return the tools that do what a row tells of; where it names no action, every write."""
    tools = _tools_doing(row.actions, vocabulary) if row.actions else vocabulary.writes
    return tools & ~_tools_doing(row.barred, vocabulary)


def _tools_like(row: Result, vocabulary: Vocabulary) -> int:
    """Return the tools that a row tells of where none of its own was called."""
    return _tools_doing(row.like, vocabulary) if row.like else vocabulary.writes


def _tools_doing(actions: frozenset[str], vocabulary: Vocabulary) -> int:
    tools = 0
    for action in actions:
        tools |= vocabulary.actions.get(action, 0)
    return tools


def _members(bitset: int) -> Iterator[int]:
    while bitset:
        lowest = bitset & -bitset
        yield lowest.bit_length() - 1
        bitset ^= lowest


def _marks(nouns: Sequence[FoundNoun], writes: int) -> Iterator[tuple[int, str]]:
    """Yield the last token of each noun that speaks of a write, with its mark; of «pedido de troca» the first."""
    for found in nouns:
        if found.tools & writes:
            last = found.at + (0 if found.noun.asked else len(found.noun.rest))
            yield last, ACT if found.noun.act & writes else THING
