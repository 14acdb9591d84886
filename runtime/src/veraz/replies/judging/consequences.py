"""What falls with a false sentence: the ones beside it that only say what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Stance
from veraz.reading import Claim, UnitReading
from veraz.replies.judging.judgement import Judgement
from veraz.replies.verdict import Cause
from veraz.text.units import UnitKind

FOLLOWING = NamedRule("following", "what only follows from the false sentence before it", "says_done")
_UNTRUE = (Cause.DISAGREES, Cause.NO_CALL)
_TOLD_DONE = (Stance.DONE, Stance.PROMISE)


def with_following(
    units: Sequence[UnitReading],
    judgements: Sequence[list[Judgement]],
    done: Callable[[], Sequence[Call]],
    follows: Callable[[UnitReading], bool],
) -> list[list[Judgement]]:
    """Return the claims of a reply's units with what follows from a false one held to the same call.

    A sentence beside it may still speak of another call, where that one was done: of the same tool, or, where the false
    one had none, of any.

    :param done: tells the writes of this turn that were done.
    :param follows: tells whether a unit says only what now is so.
    """
    told = list(judgements)
    for index, unit in enumerate(units):
        wrong = _untrue(told[index - 1]) if index and unit.unit.kind is UnitKind.SENTENCE else None
        if wrong and all(map(_is_empty, told[index])) and not _may_speak_of(done(), wrong) and follows(unit):
            claim = Claim.of_stretch(0, len(unit.folded), Stance.DONE, FOLLOWING.name)
            told[index] = [wrong._replace(claim=claim)]
    return told


def _may_speak_of(done: Sequence[Call], wrong: Judgement) -> bool:
    return any(wrong.cause is Cause.NO_CALL or call.tool == wrong.tool.name for call in done)


def _is_empty(judgement: Judgement) -> bool:
    """Tell whether a claim says nothing of any call: it has none behind it, or only mentions one."""
    return not judgement.cause and (
        judgement.call.outcome is Outcome.NOT_ATTEMPTED or judgement.claim.stance is Stance.MENTION
    )


def _untrue(judgements: Sequence[Judgement]) -> Judgement | None:
    """Return the claim of a unit that tells as done what was not."""
    return next((each for each in judgements if each.cause in _UNTRUE and each.claim.stance in _TOLD_DONE), None)
