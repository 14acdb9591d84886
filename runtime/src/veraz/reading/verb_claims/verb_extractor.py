"""What verbs and predicates claim: which tools they speak of, by the nouns beside them or by pointing back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from veraz.languages import Grammar
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, NO, QUESTION, WORD, Sketch
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Aspect, Claim
from veraz.reading.linking.coordination import joined_acts
from veraz.reading.linking.noun_links import coordinated, windows, within
from veraz.reading.verb_claims.anaphora import Pointing, may_point, opens, points
from veraz.reading.verb_claims.assertion_status import judge
from veraz.reading.verb_claims.tool_linker import Tie, Tying
from veraz.reading.verb_claims.triggers import Centre, Centres
from veraz.vocabulary import Role, Vocabulary

_BOUNDARIES = frozenset(
    (
        BREAK,
        COLON,
        COMMA,
        QUESTION,
        *(CHAR[name] for name in "and whether if if_person until when after during".split()),
    )
)
_SOMETHING = frozenset(CHAR[name] for name in ("definite", "it", "person"))  # what is no rule about any such thing
_IN_SUBJECT = frozenset((WORD, *(CHAR[name] for name in ("and", "adv", "definite", "indefinite", "prep"))))
_TAKING = ("book", "reserve", "schedule", "buy", "rent", "join")  # acts after which a thing is had by one


class VerbClaims:
    """Reads the claims of verbs and predicates, tied to the nouns beside them."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._centres = Centres(vocabulary, grammar)
        self._pointing = Pointing(lexicon)
        self._tying = Tying(vocabulary, lexicon, self._pointing, grammar)
        self._taking = reduce(or_, (vocabulary.actions.get(action, 0) for action in _TAKING))

    def claims(self, parsed: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims of a unit's verbs and predicates, in order."""
        centres = self._centres.find(parsed.tokens.words, parsed.entries, parsed.sketch)
        last = 0
        for read, window in zip(centres, _windows(centres, parsed), strict=True) if centres else ():
            centre = self._expected(read, parsed)
            clause = self._clause(centre, window, parsed.tokens.words)
            if not centre.said.active and self._lexicon.others.stands_in(parsed.tokens.words[centre.end : clause[1]]):
                centre = centre._replace(said=centre.said._replace(stance=Stance.MENTION))
            near = within(parsed.nouns, clause, centre.at) or within(parsed.nouns, (window[0], clause[1]), centre.at)
            tie = self._tie(centre, near, parsed, window, last)
            if (
                tie.pointing
                and CHAR["standing"] in parsed.sketch.chars[centre.said.start : parsed.sketch.char_of[centre.at]]
            ):
                continue  # "it remains confirmed" tells how a thing still stands
            if tie.tools or tie.pointing:
                last = tie.tools or last
                tie = tie._replace(firm=tie.firm and centre is read)
                claim = _claim(centre, tie, parsed, clause)
                if self._is_exhausted(claim, parsed):
                    claim = claim._replace(stance=Stance.MENTION)
                denied = claim.stance is Stance.DONE and self._is_denied_with_others(centre, parsed)
                yield claim._replace(stance=Stance.NOT_DONE, aspect=Aspect.OTHERS) if denied else claim
                for also in self._coordinated(centre, tie, near, parsed):
                    yield claim._replace(tools=also, alike=0)

    def _is_exhausted(self, claim: Claim, parsed: UnitAnalysis) -> bool:
        """Tell whether a claim only says that there is none left to book: "every double is booked"."""
        told = claim.stance is Stance.DONE and not claim.active and not claim.tools & ~self._taking
        words = parsed.tokens.words
        return told and self._lexicon.exhausted.stands_in(words) and self._lexicon.addressing.isdisjoint(words)

    def _expected(self, centre: Centre, parsed: UnitAnalysis) -> Centre:
        """Return a centre that tells what is to be expected as told ahead: "you should receive an e-mail"."""
        said, words = centre.said, parsed.tokens.words
        if centre.form is None or said.stance is not Stance.MENTION or words[centre.at] not in self._lexicon.expected:
            return centre
        chars, helper = parsed.sketch.chars, words[parsed.sketch.token_of[said.start]]
        denied = CHAR["not"] in chars[said.start : parsed.sketch.char_of[centre.at]]
        if helper not in self._lexicon.expecting or denied or _SOMETHING.isdisjoint(chars[: said.start]):
            return centre
        return centre._replace(said=said._replace(stance=Stance.PROMISE))

    def _tie(
        self, centre: Centre, near: Sequence[FoundNoun], parsed: UnitAnalysis, window: tuple[int, int], last: int
    ) -> Tie:
        """Return what a centre speaks of: by its nouns, else by pointing back at ``last``, the tools last spoken of."""
        tie = self._tying.tie(centre, near, parsed, window)
        if tie.tools and (tie.role is Role.LIGHT or centre.form is None) and opens(centre, parsed):
            return tie._replace(alike=self._vocabulary.writes)  # "Done — your appointment is on Friday now"
        if tie.tools and tie.firm:
            return tie
        pointed = self._pointing.points_back(centre, parsed)
        if tie.tools and not (pointed and tie.tools & ~self._vocabulary.writes and points(centre)):
            return tie._replace(firm=pointed and not near)
        if not may_point(centre, near, pointed, parsed):
            return tie
        if last:
            return Tie(last, tie.role)
        return Tie(0, tie.role, pointing=not any(noun.at < centre.at for noun in parsed.nouns))

    def _coordinated(self, centre: Centre, tie: Tie, near: Sequence[FoundNoun], parsed: UnitAnalysis) -> Iterator[int]:
        """Return the tools of a verb for the other things it is done to: "I've booked your flight and hotel"."""
        if tie.role is not Role.VERB:
            apart = self._lexicon.either | self._lexicon.contrasts
            return joined_acts(tie.tools, self._vocabulary.writes, near, centre.at, parsed, apart)
        head = centre.form.head if centre.form else None
        tools = (head.own | head.kin) & self._vocabulary.writes if head else 0
        return coordinated(tools, tie.tools, near, centre.at, parsed.sketch)

    def _clause(self, centre: Centre, window: tuple[int, int], words: Sequence[str]) -> tuple[int, int]:
        """Return the stretch of a window up to what contrasts it with another: "A is approved, whereas B is not"."""
        apart = self._lexicon.contrasts
        start = max((at + 1 for at in range(window[0], centre.at) if words[at] in apart), default=window[0])
        return start, next((at for at in range(centre.end, window[1]) if words[at] in apart), window[1])

    def _is_denied_with_others(self, centre: Centre, parsed: UnitAnalysis) -> bool:
        """Tell whether a "no" before another thing denies it as well: "No bags or seats were added"."""
        sketch, joined = parsed.sketch, False
        if CHAR["no"] not in sketch.chars:
            return False
        for char in range(centre.said.start - 1, -1, -1):
            mark = sketch.chars[char]
            if mark == CHAR["no"]:
                return joined
            if mark == CHAR["and"]:
                joined = parsed.tokens.words[sketch.token_of[char]] in self._lexicon.either
            if (mark == CHAR["and"] and not joined) or mark not in _IN_SUBJECT:
                return False
        return False


def _claim(centre: Centre, tie: Tie, parsed: UnitAnalysis, clause: tuple[int, int]) -> Claim:
    tokens, spans, said = parsed.tokens, parsed.tokens.spans, centre.said
    stance, aspect = judge(centre, tie.role, parsed.scopes, parsed.sketch.char_of[centre.at])
    if centre.form and stance in (Stance.DONE, Stance.PROMISE) and (no := _of_nothing(centre, parsed.sketch)):
        aspect = Aspect.OTHERS if no == CHAR["no"] else aspect
        stance = Stance.NOT_DONE if stance is Stance.DONE else Stance.MENTION
    return Claim(
        start=spans[centre.at][0],
        end=spans[centre.end - 1][1],
        clause_start=spans[clause[0]][0],
        clause_end=spans[clause[1] - 1][1],
        tools=tie.tools,
        stance=stance,
        aspect=aspect,
        rule=said.rule,
        word=tokens.words[centre.at],
        active=said.active,
        headless=said.headless,
        pointing=tie.pointing,
        firm=tie.firm,
        alike=tie.alike,
        hedged=parsed.scopes.unsure,
        past=parsed.scopes.past or parsed.scopes.explains(parsed.sketch.char_of[centre.at]),
        runs=centre.form is not None and centre.form.head.runs,
    )


def _of_nothing(centre: Centre, sketch: Sketch) -> str:
    """Return the class of a "no" right after a verb: "I placed no order", "I have ordered nothing"."""
    after = sketch.chars[sketch.char_of[centre.end - 1] + 1 :].lstrip(CHAR["adv"])[:1]
    if after == CHAR["general"] and centre.said.stance is Stance.PROMISE:
        return after  # "I will make no further changes"
    return after if after in NO else ""


def _windows(centres: Sequence[Centre], parsed: UnitAnalysis) -> Iterator[tuple[int, int]]:
    if len(centres) == 1:
        return iter([(0, len(parsed.tokens))])
    sketch = parsed.sketch
    boundaries = [sketch.token_of[index] for index, char in enumerate(sketch.chars) if char in _BOUNDARIES]
    return windows([centre.at for centre in centres], boundaries, len(parsed.tokens))
