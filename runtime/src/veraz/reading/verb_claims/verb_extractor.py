"""What verbs and predicates claim: which tools they speak of, by the nouns beside them or by pointing back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from veraz.languages import Grammar
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, NO, QUESTION, WORD, Sketch
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.noun_phrases import FoundNoun
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Aspect, Claim
from veraz.reading.linking.coordination import joined_acts
from veraz.reading.linking.noun_links import coordinated, windows, within
from veraz.reading.verb_claims.anaphora import Anaphora, may_point, opens, points
from veraz.reading.verb_claims.assertion_status import Status, status_of
from veraz.reading.verb_claims.tool_linker import Link, ToolLinker
from veraz.reading.verb_claims.trigger import Trigger
from veraz.reading.verb_claims.triggers import Triggers
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
_ASSERTED = (Stance.DONE, Stance.PROMISE)

BY_OTHERS = NamedRule("by-others", "what someone else is said to have done", "mentions")
EXPECTED = NamedRule("expected", "what the person should expect", "promises")
NONE_LEFT = NamedRule("none-left", "that there is none left to book", "mentions")
NO_OTHER = NamedRule("no-other", "what a “no” before another thing denies as well", "says_not_done")
NOTHING = NamedRule("nothing", "a verb whose object is a “no” or “nothing”", "says_not_done, of a promise mentions")


class VerbClaims:
    """Finds the claims of verbs and predicates, linked to the nouns beside them."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._triggers = Triggers(vocabulary, grammar)
        self._anaphora = Anaphora(lexicon)
        self._linker = ToolLinker(vocabulary, lexicon, self._anaphora, grammar)
        self._taking = reduce(or_, (vocabulary.actions.get(action, 0) for action in _TAKING))

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims of a unit's verbs and predicates, in order."""
        words, nouns, last = analysis.tokens.words, analysis.nouns, 0
        triggers = self._triggers.find(words, analysis.entries, analysis.sketch)
        for read, window in zip(triggers, _windows(triggers, analysis), strict=True) if triggers else ():
            clause = self._clause(read, window, words)
            trigger = self._by_whom(self._expected(read, analysis), words[read.end : clause[1]])
            near = within(nouns, clause, read.at) or within(nouns, (window[0], clause[1]), read.at)
            link = self._link(trigger, near, analysis, window, last)
            if not (link.tools or link.pointing) or _tells_what_stays(trigger, link, analysis.sketch):
                continue
            last = link.tools or last
            link = link._replace(firm=link.firm and trigger is read)
            claim = self._available(_claim(trigger, link, analysis, clause), words)
            yield self._denied(claim, trigger, analysis)
            for also in self._coordinated(trigger, link, near, analysis):
                yield claim._replace(tools=also, alike=0)

    def _available(self, claim: Claim, words: Sequence[str]) -> Claim:
        """Return a claim as a mention where it only says that there is none left to book: "every double is booked"."""
        told = claim.stance is Stance.DONE and not claim.active and not claim.tools & ~self._taking
        if told and self._lexicon.exhausted.stands_in(words) and self._lexicon.addressing.isdisjoint(words):
            return claim._replace(stance=Stance.MENTION, because=NONE_LEFT.name)
        return claim

    def _denied(self, claim: Claim, trigger: Trigger, analysis: UnitAnalysis) -> Claim:
        """Return a claim as denied where a "no" before another thing denies it as well."""
        if claim.stance is Stance.DONE and self._is_denied_with_others(trigger, analysis):
            return claim._replace(stance=Stance.NOT_DONE, aspect=Aspect.OTHERS, because=NO_OTHER.name)
        return claim

    def _by_whom(self, trigger: Trigger, after: Sequence[str]) -> Trigger:
        """Return a trigger as a mention where what follows says that someone else did it."""
        said = trigger.said
        if said.active or not self._lexicon.others.stands_in(after):
            return trigger
        return trigger._replace(said=said.taken(Stance.MENTION, BY_OTHERS.name))

    def _expected(self, trigger: Trigger, analysis: UnitAnalysis) -> Trigger:
        """Return a trigger that tells what is to be expected as told ahead: "you should receive an e-mail"."""
        said, words = trigger.said, analysis.tokens.words
        if trigger.form is None or said.stance is not Stance.MENTION or words[trigger.at] not in self._lexicon.expected:
            return trigger
        chars, helper = analysis.sketch.chars, words[analysis.sketch.token_of[said.start]]
        denied = CHAR["not"] in chars[said.start : analysis.sketch.char_of[trigger.at]]
        if helper not in self._lexicon.expecting or denied or _SOMETHING.isdisjoint(chars[: said.start]):
            return trigger
        return trigger._replace(said=said.taken(Stance.PROMISE, EXPECTED.name))

    def _link(
        self, trigger: Trigger, near: Sequence[FoundNoun], analysis: UnitAnalysis, window: tuple[int, int], last: int
    ) -> Link:
        """Return what a trigger speaks of: by its nouns, else by pointing back at ``last``, the tools told of last."""
        link = self._linker.link(trigger, near, analysis, window)
        if link.tools and (link.role is Role.LIGHT or trigger.form is None) and opens(trigger, analysis):
            return link._replace(alike=self._vocabulary.writes)  # "Done — your appointment is on Friday now"
        return link if link.tools and link.firm else self._pointing(link, trigger, near, analysis, last)

    def _pointing(
        self, link: Link, trigger: Trigger, near: Sequence[FoundNoun], analysis: UnitAnalysis, last: int
    ) -> Link:
        """Return a link that is not firm, or that has no tools, as one that points back where its trigger does."""
        pointed = self._anaphora.points_back(trigger, analysis)
        if link.tools and not (pointed and link.tools & ~self._vocabulary.writes and points(trigger)):
            return link._replace(firm=pointed and not near)
        if not may_point(trigger, near, pointed, analysis):
            return link
        if last:
            return Link(last, link.role)
        return Link(0, link.role, pointing=not any(noun.at < trigger.at for noun in analysis.nouns))

    def _coordinated(
        self, trigger: Trigger, link: Link, near: Sequence[FoundNoun], analysis: UnitAnalysis
    ) -> Iterator[int]:
        """Return the tools of a verb for the other things it is done to: "I've booked your flight and hotel"."""
        if link.role is not Role.VERB:
            apart = self._lexicon.either | self._lexicon.contrasts
            return joined_acts(link.tools, self._vocabulary.writes, near, trigger.at, analysis, apart)
        head = trigger.form.head if trigger.form else None
        tools = (head.own | head.kin) & self._vocabulary.writes if head else 0
        return coordinated(tools, link.tools, near, trigger.at, analysis.sketch)

    def _clause(self, trigger: Trigger, window: tuple[int, int], words: Sequence[str]) -> tuple[int, int]:
        """Return the stretch of a window up to what contrasts it with another: "A is approved, whereas B is not"."""
        apart = self._lexicon.contrasts
        start = max((at + 1 for at in range(window[0], trigger.at) if words[at] in apart), default=window[0])
        return start, next((at for at in range(trigger.end, window[1]) if words[at] in apart), window[1])

    def _is_denied_with_others(self, trigger: Trigger, analysis: UnitAnalysis) -> bool:
        """Tell whether a "no" before another thing denies it as well: "No bags or seats were added"."""
        sketch, joined = analysis.sketch, False
        if CHAR["no"] not in sketch.chars:
            return False
        for char in range(trigger.said.start - 1, -1, -1):
            mark = sketch.chars[char]
            if mark == CHAR["no"]:
                return joined
            if mark == CHAR["and"]:
                joined = analysis.tokens.words[sketch.token_of[char]] in self._lexicon.either
            if (mark == CHAR["and"] and not joined) or mark not in _IN_SUBJECT:
                return False
        return False


def _tells_what_stays(trigger: Trigger, link: Link, sketch: Sketch) -> bool:
    """Tell whether a trigger that points back only tells how a thing still stands: "it remains confirmed"."""
    return link.pointing and CHAR["standing"] in sketch.chars[trigger.said.start : sketch.char_of[trigger.at]]


def _claim(trigger: Trigger, link: Link, analysis: UnitAnalysis, clause: tuple[int, int]) -> Claim:
    tokens, spans, said = analysis.tokens, analysis.tokens.spans, trigger.said
    char = analysis.sketch.char_of[trigger.at]
    status = _done_to(trigger, status_of(trigger, link.role, analysis.scopes, char), analysis.sketch)
    return Claim(
        start=spans[trigger.at][0],
        end=spans[trigger.end - 1][1],
        clause_start=spans[clause[0]][0],
        clause_end=spans[clause[1] - 1][1],
        tools=link.tools,
        stance=status.stance,
        aspect=status.aspect,
        rule=said.rule,
        word=tokens.words[trigger.at],
        active=said.active,
        headless=said.headless,
        pointing=link.pointing,
        firm=link.firm,
        alike=link.alike,
        hedged=analysis.scopes.unsure,
        past=analysis.scopes.past or analysis.scopes.explains(char),
        runs=trigger.form is not None and trigger.form.head.runs,
        because=status.because or said.because,
    )


def _done_to(trigger: Trigger, status: Status, sketch: Sketch) -> Status:
    """Return the status of a trigger that may be done to nothing: "I placed no order"."""
    no = _of_nothing(trigger, sketch) if trigger.form and status.stance in _ASSERTED else ""
    if not no:
        return status
    aspect = Aspect.OTHERS if no == CHAR["no"] else status.aspect
    return Status(Stance.NOT_DONE if status.stance is Stance.DONE else Stance.MENTION, aspect, NOTHING.name)


def _of_nothing(trigger: Trigger, sketch: Sketch) -> str:
    """Return the class of a "no" right after a verb: "I placed no order", "I have ordered nothing"."""
    after = sketch.chars[sketch.char_of[trigger.end - 1] + 1 :].lstrip(CHAR["adv"])[:1]
    if after == CHAR["general"] and trigger.said.stance is Stance.PROMISE:
        return after  # "I will make no further changes"
    return after if after in NO else ""


def _windows(triggers: Sequence[Trigger], analysis: UnitAnalysis) -> Iterator[tuple[int, int]]:
    if len(triggers) == 1:
        return iter([(0, len(analysis.tokens))])
    sketch = analysis.sketch
    boundaries = [sketch.token_of[index] for index, char in enumerate(sketch.chars) if char in _BOUNDARIES]
    return windows([trigger.at for trigger in triggers], boundaries, len(analysis.tokens))
