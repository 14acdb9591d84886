"""What is claimed by telling what one notices: "it is history", "you have your money back"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CLAUSE_EDGES
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Aspect, Claim
from veraz.reading.linking.coordination import joined_acts
from veraz.reading.result_claims.matcher import ResultMatcher
from veraz.reading.result_claims.normalised_text import FoundResult
from veraz.reading.result_claims.result_status import status_of_result


class ResultClaims:
    """Makes claims of the results that stand in a unit."""

    def __init__(self, matcher: ResultMatcher, lexicon: Lexicon) -> None:
        self._matcher = matcher
        self._lexicon = lexicon

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims that results make where no verb or predicate over the same words does."""
        tokens = analysis.tokens
        rows = self._matcher.candidates(analysis.entries, analysis.nouns)
        for result in self._matcher.find(rows, tokens.words, analysis.sketch, analysis.nouns):
            (start, _), (_, end) = tokens.spans[result.at], tokens.spans[result.end - 1]
            over = [claim for claim in before if claim.firm and claim.start < end and start < claim.end]
            if result.row.sure:  # it says more than a "you're all set"
                over = [claim for claim in over if not claim.pointing]
            if not over or (result.row.over and all(self._says_little(claim) for claim in over)):
                claim = self._result_claim(result, analysis)
                if claim.firm or result.row.carried or not result.row.marked:
                    yield claim._replace(firm=claim.firm and not result.expected)
                    if result.row.marked and claim.tools:
                        joined = self._joined(result, claim, analysis)
                        yield from (claim._replace(tools=also, alike=0) for also in joined)

    def _joined(self, found: FoundResult, claim: Claim, analysis: UnitAnalysis) -> Iterator[int]:
        """Return the acts that an "and" joins to the one that a result tells of: "both A and B came off"."""
        ends = any(noun.at + len(noun.noun.rest) == found.end - 1 for noun in analysis.nouns)
        apart = self._lexicon.either | self._lexicon.contrasts
        at = found.at if ends else found.end - 1
        return joined_acts(claim.tools, self._matcher.writes, analysis.nouns, at, analysis, apart)

    def _says_little(self, claim: Claim) -> bool:
        """Tell whether a claim mentions something, or tells of look-ups, or of what is under way."""
        mentions = claim.stance is Stance.MENTION or claim.aspect is Aspect.PROGRESS
        return mentions or not claim.tools & self._matcher.writes

    def _result_claim(self, found: FoundResult, analysis: UnitAnalysis) -> Claim:
        (start, end), tools = _clause(found, analysis), found.tools
        words = analysis.tokens.words
        near = [noun for noun in analysis.nouns if start <= noun.at < end and words[noun.at][0].isalpha()]
        inside = [noun for noun in near if found.at <= noun.at < found.end] if found.row.marked else []
        named = [noun for noun in (*inside, *near) if noun.tools & tools]
        if found.row.acting:  # what another write does is no act of these: "the money is on its way"
            tools, named = tools & _acts_of(inside), inside
        for noun in named:
            tools = tools & noun.tools or tools
        is_pointed = found.row.bare or not self._lexicon.pointers.isdisjoint(_owners(words[start : found.end]))
        pointing = is_pointed and not named and not found.row.actions
        claim = _claim(found, analysis, (start, end))
        if claim.stance is Stance.NOT_DONE and not found.row.actions and (found.active or not named):
            claim = claim._replace(aspect=Aspect.OTHERS)  # "I left the billing address as it was": another thing
        return claim._replace(
            tools=0 if pointing else tools,
            alike=found.like | (found.tools if found.row.bare else 0),
            broad=found.row.like is not None,
            pointing=pointing,
            firm=(bool(named and tools) or found.row.sure) and not found.row.carried,
            named=(bool(named) or is_pointed) and not found.row.carried,
        )


def _claim(found: FoundResult, analysis: UnitAnalysis, clause: tuple[int, int]) -> Claim:
    spans = analysis.tokens.spans
    stance, aspect = status_of_result(found.stance, found.past, analysis.scopes, analysis.sketch.char_of[found.at])
    if found.row.aspect is not Aspect.RESULT and aspect in (Aspect.RESULT, Aspect.PLAIN, Aspect.EFFECT):
        aspect = found.row.aspect
    return Claim(
        start=spans[found.at][0],
        end=spans[found.end - 1][1],
        clause_start=spans[clause[0]][0],
        clause_end=spans[clause[1] - 1][1],
        tools=0,
        stance=stance,
        aspect=aspect,
        rule=found.row.id,
        word=analysis.tokens.words[found.at],
        active=found.active,
        noticed=True,
        seen=not found.row.unseen,
        hedged=analysis.scopes.unsure,
        past=analysis.scopes.past,
    )


def _clause(found: FoundResult, analysis: UnitAnalysis) -> tuple[int, int]:
    """Return the tokens of the clause around a result: between the breaks, commas and joints beside it."""
    sketch, first, last = analysis.sketch, analysis.sketch.char_of[found.at], analysis.sketch.char_of[found.end - 1]
    start = max((index + 1 for index in range(first) if sketch.chars[index] in CLAUSE_EDGES), default=0)
    end = next((index for index in range(last + 1, len(sketch.chars)) if sketch.chars[index] in CLAUSE_EDGES), None)
    return sketch.token_of[start], len(analysis.tokens) if end is None else sketch.token_of[end]


def _acts_of(nouns: Iterable[FoundNoun]) -> int:
    return reduce(or_, (noun.noun.act for noun in nouns), 0)


def _owners(words: Sequence[str]) -> Iterator[str]:
    return (word.split("'")[0] for word in words)
