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
from veraz.reading.claims import Aspect, Claim, Source
from veraz.reading.linking.coordination import joined_acts
from veraz.reading.result_claims.matcher import ResultMatcher
from veraz.reading.result_claims.result_status import status_of_result
from veraz.reading.result_claims.row_match import FoundResult


class ResultClaims:
    """Makes claims of the results that stand in a unit."""

    def __init__(self, matcher: ResultMatcher, lexicon: Lexicon) -> None:
        self._matcher = matcher
        self._lexicon = lexicon

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims that results make where no verb or predicate over the same words does."""
        rows = self._matcher.candidates(analysis.entries, analysis.nouns)
        for found in self._matcher.find(rows, analysis.tokens.words, analysis.sketch, analysis.nouns):
            if self._gives_way(found, analysis, before):
                continue
            claim = self._claim(found, analysis)
            if claim.firm or found.row.carried or not found.row.marked:
                yield claim._replace(firm=claim.firm and not found.expected)
                if found.row.marked and claim.tools:
                    joined = self._joined(found, claim, analysis)
                    yield from (claim._replace(tools=also, alike=0) for also in joined)

    def _gives_way(self, found: FoundResult, analysis: UnitAnalysis, before: Iterable[Claim]) -> bool:
        """Tell whether the words of a result make a claim already that says more."""
        (start, _), (_, end) = analysis.tokens.spans[found.at], analysis.tokens.spans[found.end - 1]
        over = [claim for claim in before if claim.firm and claim.start < end and start < claim.end]
        if found.row.sure:  # it says more than a "you're all set"
            over = [claim for claim in over if not claim.pointing]
        return bool(over) and not (found.row.over and all(map(self._says_little, over)))

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

    def _claim(self, found: FoundResult, analysis: UnitAnalysis) -> Claim:
        clause, row = _clause(found, analysis), found.row
        tools, named = _linked(found, analysis, clause)
        points = row.bare or self._points(analysis.tokens.words[clause[0] : found.end])
        pointing = points and not named and not row.actions
        claim = _unlinked(found, analysis, clause)
        if _is_of_another(claim, found, named=named):
            claim = claim._replace(aspect=Aspect.OTHERS)
        return claim._replace(
            tools=0 if pointing else tools,
            alike=found.like | (found.tools if row.bare else 0),
            broad=row.like is not None,
            pointing=pointing,
            firm=((named and tools != 0) or row.sure) and not row.carried,
            named=(named or points) and not row.carried,
        )

    def _points(self, words: Sequence[str]) -> bool:
        """Tell whether one of some folded words points back, alone or with a verb: "it", "that's"."""
        return not self._lexicon.pointers.isdisjoint(word.split("'")[0] for word in words)


def _linked(found: FoundResult, analysis: UnitAnalysis, clause: tuple[int, int]) -> tuple[int, bool]:
    """Return the tools that a result speaks of, as a bitset, and whether a noun of its clause names one."""
    (start, end), words, tools = clause, analysis.tokens.words, found.tools
    near = [noun for noun in analysis.nouns if start <= noun.at < end and words[noun.at][0].isalpha()]
    inside = [noun for noun in near if found.at <= noun.at < found.end] if found.row.marked else []
    named = [noun for noun in (*inside, *near) if noun.tools & tools]
    if found.row.acting:  # what another write does is no act of these: "the money is on its way"
        tools, named = tools & _acts_of(inside), inside
    for noun in named:
        tools = tools & noun.tools or tools
    return tools, bool(named)


def _is_of_another(claim: Claim, found: FoundResult, *, named: bool) -> bool:
    """Tell whether what was not done may be another thing: "I left the billing address as it was"."""
    return claim.stance is Stance.NOT_DONE and not found.row.actions and (found.active or not named)


def _unlinked(found: FoundResult, analysis: UnitAnalysis, clause: tuple[int, int]) -> Claim:
    """Return what a result claims, of no tools yet, with the tokens of its clause."""
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
        source=Source.RESULT if found.row.unseen else Source.SHOWN,
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
