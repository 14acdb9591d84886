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

    :ivar spans: after a number, what tells how long or how often: "30 days".
    :ivar dating: before a value, what makes it the bound of something, or tells how long from now: "within 5".
    :ivar fields: by a word of a sentence, words of the names of the fields that it tells.
    """

    plain: frozenset[str]
    adding: frozenset[str]
    spans: frozenset[str]
    dating: frozenset[str]
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
        keys = ("plain", "adding", "spans", "dating")
        plain, adding, spans, dating = (frozenset(map(fold_word, table[key])) for key in keys)
        return cls(plain | frozenset(ValueWords.of(grammar).dates.months), adding, spans, dating, fields)

    def tells(self, word: str, field: Field) -> bool:
        """Tell whether a word of a sentence is what ``field`` is told with."""
        return word in field.words or not self.fields.get(word, frozenset()).isdisjoint(field.words)
