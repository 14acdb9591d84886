"""The words that a sentence is made of which tells a figure of what a look-up returned."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from veraz.languages import Grammar
from veraz.replies.evidence.result_records import Field
from veraz.text.fold import fold_word
from veraz.values import ValueWords


class FigureWords(NamedTuple):
    """A language's words for it; the comments of its table ``figures`` say what each is for.

    :ivar fields: by a word of a sentence, words of the names of the fields that it tells.
    """

    plain: frozenset[str]
    adding: frozenset[str]
    fields: Mapping[str, frozenset[str]]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> FigureWords:
        """Return those of ``grammar``."""
        table = grammar.table("figures")
        fields: dict[str, frozenset[str]] = {}
        for row in table["fields"]:
            for word in map(fold_word, row["told"]):
                fields[word] = fields.get(word, frozenset()) | frozenset(row["named"])
        plain, adding = (frozenset(map(fold_word, table[key])) for key in ("plain", "adding"))
        return cls(plain | frozenset(ValueWords.of(grammar).dates.months), adding, fields)

    def tells(self, word: str, field: Field) -> bool:
        """Tell whether a word of a sentence is what ``field`` is told with."""
        return word in field.words or not self.fields.get(word, frozenset()).isdisjoint(field.words)
