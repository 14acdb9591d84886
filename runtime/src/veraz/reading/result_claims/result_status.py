"""What becomes of a result's stance under the scopes of its unit."""

from __future__ import annotations

from veraz.outcomes import Stance
from veraz.reading.analysis.scopes import Scopes
from veraz.reading.claims import Aspect


def status_of_result(stance: Stance, past: bool, scopes: Scopes, char: int) -> tuple[Stance, Aspect]:
    """Return the stance and aspect of a result met at character ``char``.

    One told of the future is an effect; beside a condition neither that nor a present says anything: "it's yours once
    you confirm". What asks for the person's word asks under a condition too.
    """
    if stance is Stance.ASK:
        return stance, Aspect.PLAIN
    aspect = Aspect.EFFECT if stance is Stance.PROMISE else Aspect.PLAIN if past else Aspect.RESULT
    scope = scopes.over(char)
    if scope and not (past and scope.rule in ("when", "during")) and not scope.only_tags(stance):
        return scope.stance, aspect
    if scopes.still and stance is Stance.PROMISE:
        return Stance.MENTION, aspect  # "it will still go to your old address"
    if scopes.condition and not scopes.dated and not (past and scopes.only_times):
        return scopes.condition, Aspect.OFFER if scopes.condition is Stance.ASK else aspect
    return (Stance.MENTION, aspect) if scopes.general else (stance, aspect)
