"""Sentences that take their verb from the one before: "The other one too.", «a de quinta também não»."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, WORD
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Aspect, Claim, Source

ELLIPSIS = NamedRule("ellipsis", "a sentence that takes its verb from the one before it", "as that one, or denied")
_FAR = 8  # tokens before which such a sentence has named its thing: 5 do for the corpus, no line differs up to 20
_LEADING = frozenset(CHAR[name] for name in ("and", "adv", "prep", "now"))
_NAMING = _LEADING | {WORD, CHAR["definite"], CHAR["indefinite"], CHAR["to"], CHAR["anew"], CHAR["it"]}


def may_stand(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Tell whether a unit opens as an ellipsis may, with the end of one among its first words."""
    return not lexicon.ellipsis_heads.isdisjoint(words[:1]) and any(word in lexicon.ellipses for word in words[1:_FAR])


class Ellipsis:
    """Reads what is told of one of several calls by naming it alone."""

    def __init__(self, lexicon: Lexicon, rule: str) -> None:
        self._lexicon = lexicon
        self._rule = rule

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claim of a unit that only names a thing, and says "too" or "not" of it."""
        tokens, chars = analysis.tokens, analysis.sketch.chars
        if analysis.scopes.stretches or analysis.scopes.condition or not may_stand(tokens.words, self._lexicon):
            return
        if chars.lstrip("".join(_LEADING))[:1] != CHAR["definite"]:
            return
        for at, word in enumerate(tokens.words[:_FAR]):
            found = self._lexicon.ellipses.longest(tokens.words, at) if at else None
            if found and not "".join(tokens.words[found[0] : found[0] + 1])[:1].isalnum():
                yield self._claim(analysis, at, found[0], found[1][0])
                return
            if word != "." and chars[analysis.sketch.char_of[at]] not in _NAMING:
                return

    def _claim(self, analysis: UnitAnalysis, at: int, end: int, stance: Stance) -> Claim:
        spans = analysis.tokens.spans
        return Claim(
            start=spans[at][0],
            end=spans[end - 1][1],
            clause_start=spans[0][0],
            clause_end=spans[-1][1],
            tools=0,
            stance=stance,
            aspect=Aspect.PLAIN,
            rule=self._rule,
            word=analysis.tokens.words[at],
            pointing=True,
            firm=False,
            source=Source.ELLIPSIS,
        )
