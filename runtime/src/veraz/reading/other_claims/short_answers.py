"""Whole answers that speak of what was last done, and regrets that name no act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, CLAUSE_EDGES, is_picture
from veraz.reading.analysis.lexicon import Completion, Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Aspect, Claim, Source
from veraz.text.tokens import Tokens

_OPENERS, _DASHES = frozenset(",.!"), frozenset(";:—–")


class ShortAnswers:
    """Finds the claims of whole answers."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims of whole answers, or of the opening of one: "Done!", "All set, enjoy"."""
        words, opens = analysis.tokens.words, True
        for at, word in enumerate(words):
            found = self._lexicon.completions.longest(words, at) if opens else None
            if found and (found[0] == len(words) or not words[found[0]][0].isalnum()):
                end, (completion, *_) = found
                if not analysis.scopes.over(analysis.sketch.char_of[at]):
                    yield _pointing_claim(completion, analysis.tokens, at, end, Source.ANSWER)
            opens = word in _OPENERS or is_picture(word) or (word in _DASHES and self._points(words[at + 1 : at + 2]))

    def _points(self, words: Sequence[str]) -> bool:
        """Tell whether a clause starts by pointing back: "Enjoy it — it's all booked", and not "Reserve it — done"."""
        return any(word.split("'")[0] in self._lexicon.pointers for word in words)


class Regrets:
    """Finds the claim of a regret that names no act, where nothing else is said of a write.

    :param writes: the writes of the tool set, as a bitset.
    """

    def __init__(self, lexicon: Lexicon, writes: int) -> None:
        self._lexicon = lexicon
        self._writes = writes

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claim of a sentence that names no act: "Sorry, that time is full", "There are no rooms left"."""
        if any(claim.stance is not Stance.MENTION and claim.tools & self._writes for claim in before):
            return
        if analysis.scopes.sorry >= 0 or analysis.tokens.words[0] in self._lexicon.existential:
            at = self._lacks(analysis)
            if at is not None:
                if not analysis.scopes.is_anew(analysis.sketch.char_of[at]):
                    yield _pointing_claim(self._lexicon.lack, analysis.tokens, at, at + 1)
                return
        if analysis.scopes.sorry >= 0:
            yield from islice(self._unavailable(analysis), 1)

    def _lacks(self, analysis: UnitAnalysis) -> int | None:
        """Return the token of what there is none of: "There are no rooms *left*"."""
        chars, char_of = analysis.sketch.chars, analysis.sketch.char_of
        for at, word in enumerate(analysis.tokens.words):
            char = char_of[at]
            if word in self._lexicon.lacking and _is_denied(chars, char) and not analysis.scopes.over(char):
                return at
        return None

    def _unavailable(self, analysis: UnitAnalysis) -> Iterator[Claim]:
        """Yield the claims of what cannot be had: "Sorry, that time *is full*"; none of what is the person's."""
        words, char_of = analysis.tokens.words, analysis.sketch.char_of
        for at in range(len(words)) if self._lexicon.owned.isdisjoint(words) else ():
            found = self._lexicon.unavailable.longest(words, at)
            if found and not analysis.scopes.over(char_of[at]):
                end, (regret, *_) = found
                yield _pointing_claim(regret, analysis.tokens, at, end)


def _is_denied(chars: str, at: int) -> bool:
    """Tell whether a "no" or "not" stands in the clause before character ``at``: "there are no rooms available"."""
    clause = chars[max(chars.rfind(mark, 0, at) for mark in CLAUSE_EDGES) + 1 : at]
    return CHAR["no"] in clause or CHAR["not"] in clause


def _pointing_claim(said: Completion, tokens: Tokens, at: int, end: int, source: Source = Source.WORDS) -> Claim:
    return Claim(
        start=tokens.spans[at][0],
        end=tokens.spans[end - 1][1],
        clause_start=tokens.spans[at][0],
        clause_end=tokens.spans[-1][1],
        tools=0,
        stance=said.stance,
        aspect=Aspect.PLAIN if source is Source.ANSWER else Aspect.OTHERS,
        rule=said.rule,
        word=tokens.words[at],
        pointing=True,
        source=source,
        firm=source is Source.ANSWER,
    )
