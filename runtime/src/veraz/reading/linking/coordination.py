"""Acts that one verb or predicate tells of together: "the exchange and the refund are complete"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from veraz.reading.analysis.function_words import CHAR, CLAUSE_EDGES, COMMA, WORD
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.unit_analysis import UnitAnalysis

_ARTICLES = f"[{CHAR['definite']}{CHAR['indefinite']}{CHAR['adv']}]*"
_OF_IT = f"(?:{CHAR['prep']}{CHAR['definite']}?{WORD}{CHAR['adv']}*)"
_AND = re.compile(f"{CHAR['adv']}*{_OF_IT}?{COMMA}?{CHAR['and']}{_ARTICLES}")
_NOR = re.compile(f"{CHAR['adv']}*{_OF_IT}?{COMMA}?{CHAR['and']}?{CHAR['not']}{_ARTICLES}")
_APART = frozenset(CLAUSE_EDGES) - {CHAR["and"]}
_OPENS_NEITHER = re.compile(f"{CHAR['not']}{_ARTICLES}\\Z")
_ENDS = re.compile(f"{CHAR['adv']}*{_OF_IT}{{0,2}}(?:[{''.join(CLAUSE_EDGES)}]|$)")
"""What may follow the last of the things that a verb is done to, up to its clause's end."""


def joined_acts(
    taken: int, writes: int, near: Sequence[FoundNoun], at: int, analysis: UnitAnalysis, apart: frozenset[str]
) -> Iterator[int]:
    """Yield the ``writes`` whose act an "and" joins to the act ``taken``: "the exchange and the refund are complete".

    :param at: the token of the verb or predicate that tells of them both.
    :param apart: the words that join things of which not all need be told: "or", "but".
    """
    for one, other in pairwise(noun for noun in near if noun.noun.act & writes):
        told, also = (other, one) if other.noun.act & taken else (one, other)
        acts = also.noun.act & writes
        if told.noun.act & taken and not acts & taken and _are_told_alike(one, other, at, analysis, apart):
            taken |= acts
            yield acts


def _are_told_alike(one: FoundNoun, other: FoundNoun, at: int, analysis: UnitAnalysis, apart: frozenset[str]) -> bool:
    """Tell whether two joined nouns stand in one subject, or end their clause as what a verb is done to."""
    chars, char_of = analysis.sketch.chars, analysis.sketch.char_of
    first, end = char_of[one.at], char_of[other.at + len(other.noun.rest)] + 1
    between = chars[char_of[one.at + len(one.noun.rest)] + 1 : char_of[other.at]]
    if _NOR.fullmatch(between):
        joined = _OPENS_NEITHER.search(chars, 0, first) is not None
    else:
        joined = _AND.fullmatch(between) is not None and apart.isdisjoint(analysis.tokens.words[one.at : other.at])
    if not joined:
        return False
    if other.at < at:
        return not _APART & set(chars[end : char_of[at]])
    return one.at > at and _ENDS.match(chars, end) is not None
