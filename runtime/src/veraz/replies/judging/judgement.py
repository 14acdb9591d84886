"""A claim held to a call: what an outcome allows a claim to say of it."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from veraz.outcomes import Call, Outcome, Stance, allows
from veraz.reading import Aspect, Claim
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import Tool

JUDGED = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)
"""The stances that a call has to allow."""

_MADE = (Outcome.DONE, Outcome.PENDING, Outcome.UNKNOWN, Outcome.UNDONE)
_BY_ASPECT = {
    Aspect.PROGRESS: (Outcome.DONE, Outcome.PENDING),
    Aspect.EFFECT: (Outcome.DONE, Outcome.UNDONE),
    Aspect.REQUEST: _MADE,
    Aspect.STATE: (Outcome.DONE,),
    Aspect.OTHERS: (Outcome.DONE,),
    Aspect.STANDING: (Outcome.DONE,),
    Aspect.RESULT: (Outcome.DONE,),
}
"""Where a stance alone does not tell what an outcome allows."""
_ALREADY = frozenset(("already", "previously", "ja"))  # reasons come in English too
_SOON = 4  # words within which it tells what was so: “already been fully cancelled”; the corpus needs no more than 2


class Judgement(NamedTuple):
    """A claim held to a call, or to there being none.

    :ivar call: the call it speaks of; one that was never attempted stands in where there is none.
    :ivar cause: why it may not stand; ``None`` where it may.
    :ivar undecided: the id of the rule that speaks against it by less than its margin, or that left it to another call.
    """

    claim: Claim
    tool: Tool
    call: Call
    cause: Cause | None = None
    undecided: str | None = None

    @property
    def writes(self) -> bool:
        """Whether the call changes the world, or would."""
        return self.tool.writes(self.call.arguments)

    @property
    def tells(self) -> bool:
        """Whether it tells what became of its call: a question tells of one that waits, doubt of one in doubt.

        That it cannot be done tells of one that was not.
        """
        stance, outcome = self.claim.stance, self.call.outcome
        if stance is Stance.ASK:
            return outcome is Outcome.PENDING
        if self.claim.aspect is Aspect.BARRED:
            return outcome in (Outcome.REFUSED, Outcome.FAILED)
        return stance in JUDGED or (stance is Stance.UNKNOWN and outcome is Outcome.UNKNOWN)


def _allowing(stance: Stance, aspect: Aspect) -> tuple[Outcome, ...]:
    """Return the outcomes that allow a claim of a stance and an aspect."""
    by_stance = tuple(outcome for outcome in Outcome if allows(outcome, stance))
    if stance is Stance.NOT_DONE:  # "the refund failed" says more than that it was not made: it does not wait
        return tuple(each for each in by_stance if aspect is not Aspect.FAILURE or each is not Outcome.PENDING)
    if stance is Stance.PROMISE and aspect is Aspect.REQUEST:  # "I'll request it" was not requested yet
        return by_stance
    return _BY_ASPECT.get(aspect, by_stance)


_ALLOWING = {(stance, aspect): _allowing(stance, aspect) for stance in JUDGED for aspect in Aspect}


def allowed(claim: Claim, tool: Tool, call: Call) -> bool:
    """Tell whether the outcome of ``call`` allows what a claim about ``tool`` says."""
    if claim.stance not in JUDGED or (not tool.writes(call.arguments) and claim.stance is not Stance.DONE):
        return True
    if claim.hedged and call.outcome is Outcome.UNKNOWN:
        return True
    return call.outcome in _ALLOWING[claim.stance, claim.aspect]


def agrees(claim: Claim, tool: Tool, call: Call) -> bool:
    """Tell whether a claim may well speak of ``call``: what asks, of one that waits."""
    return call.outcome is Outcome.PENDING if claim.stance is Stance.ASK else allowed(claim, tool, call)


def excused(judgements: list[list[Judgement]], retried: Container[int] = ()) -> list[list[Judgement]]:
    """Return the claims of a reply's units with denials let stand that the reply itself puts right.

    "Roaming was not enabled. I have now enabled it." tells how things stood; "no other items were changed", beside the
    change told rightly, tells of other things; "I couldn't with that amount", of a call made good since, of an attempt.

    :param retried: the calls, by identity, that an attempt which was not done came before or after.
    """
    if not any(each.cause is Cause.DISAGREES for unit in judgements for each in unit):
        return judgements
    told = {id(each.call): index for index, unit in enumerate(judgements) for each in unit if _told_rightly(each)}
    return [
        [_excused(each, told.get(id(each.call)), index, id(each.call) in retried) for each in unit]
        for index, unit in enumerate(judgements)
    ]


def _told_rightly(judgement: Judgement) -> bool:
    return judgement.cause is None and judgement.claim.stance is Stance.DONE


def _excused(judgement: Judgement, told: int | None, index: int, retried: bool) -> Judgement:
    if told is None or judgement.cause is not Cause.DISAGREES or judgement.claim.stance is not Stance.NOT_DONE:
        return judgement
    of_other_things = judgement.claim.pointing or judgement.claim.aspect in (Aspect.OTHERS, Aspect.PROGRESS)
    before = told >= index and not judgement.claim.active
    return judgement._replace(cause=None) if of_other_things or before or retried or told == index else judgement


def already(reason: str | None, word: str) -> bool:
    """Tell whether a reason says that what ``word`` tells was so before: "already refunded in May"."""
    words = tokenize(fold(reason or "")).words
    return any(each in _ALREADY and word in words[at + 1 : at + _SOON] for at, each in enumerate(words))
