"""Sentences that take their verb from the one before: "The other one too.", «a de quinta também não»."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.claims import Aspect, Claim
from veraz.reading.classes import CHAR, WORD
from veraz.reading.lexicon import Lexicon
from veraz.reading.parsed import Parsed

ELLIPSIS = NamedRule("ellipsis", "a sentence that takes its verb from the one before it", "as that one, or denied")
_FAR = 8  # tokens before which such a sentence has named what it is about
_LEADING = frozenset(CHAR[name] for name in ("and", "adv", "prep", "now"))
_NAMING = _LEADING | {WORD, CHAR["definite"], CHAR["indefinite"], CHAR["to"], CHAR["anew"], CHAR["it"]}


class Ellipses:
    """Reads what is told of one of several calls by naming it alone."""

    def __init__(self, lexicon: Lexicon, rule: str) -> None:
        self._tails = lexicon.ellipses
        self._heads = lexicon.ellipsis_heads
        self._rule = rule

    def may_stand(self, words: Sequence[str]) -> bool:
        """Tell whether a unit opens as one may, with the end of one among its first words."""
        return not self._heads.isdisjoint(words[:1]) and any(word in self._tails for word in words[1:_FAR])

    def claims(self, parsed: Parsed) -> Iterator[Claim]:
        """Yield the claim of a unit that only names a thing, and says "too" or "not" of it."""
        tokens, chars = parsed.tokens, parsed.sketch.chars
        if parsed.scopes.stretches or parsed.scopes.condition or not self.may_stand(tokens.words):
            return
        if chars.lstrip("".join(_LEADING))[:1] != CHAR["definite"]:
            return
        for at, word in enumerate(tokens.words[:_FAR]):
            found = self._tails.longest(tokens.words, at) if at else None
            if found and not "".join(tokens.words[found[0] : found[0] + 1])[:1].isalnum():
                yield self._claim(parsed, at, found[0], found[1][0])
                return
            if word != "." and chars[parsed.sketch.char_of[at]] not in _NAMING:
                return

    def _claim(self, parsed: Parsed, at: int, end: int, stance: Stance) -> Claim:
        spans = parsed.tokens.spans
        return Claim(
            start=spans[at][0],
            end=spans[end - 1][1],
            clause_start=spans[0][0],
            clause_end=spans[-1][1],
            tools=0,
            stance=stance,
            aspect=Aspect.PLAIN,
            rule=self._rule,
            word=parsed.tokens.words[at],
            pointing=True,
            firm=False,
            elided=True,
        )
