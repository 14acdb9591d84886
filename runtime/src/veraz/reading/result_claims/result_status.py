"""What becomes of a result's stance under the scopes of its unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from veraz.languages.ordered_rules import OrderedRule, first_of
from veraz.outcomes import Stance
from veraz.reading.analysis.scopes import Scope, Scopes
from veraz.reading.claims import Aspect


class ToldResult(NamedTuple):
    """A result told with ``stance``, and the innermost scope over it.

    :ivar past: whether it tells of what was.
    """

    stance: Stance
    past: bool
    scopes: Scopes
    scope: Scope | None
    char: int


def status_of_result(stance: Stance, past: bool, scopes: Scopes, char: int) -> tuple[Stance, Aspect]:
    """Return the stance and aspect of a result met at character ``char`` of its unit's sketch.

    One told of the future is an effect.
    """
    told = ToldResult(stance, past, scopes, scopes.over(char), char)
    aspect = Aspect.EFFECT if stance is Stance.PROMISE else Aspect.PLAIN if past else Aspect.RESULT
    rule = first_of(STATUS_RULES, told)
    return rule.gives(told, aspect) if rule else (stance, aspect)


def _stands_in_scope(told: ToldResult) -> bool:
    scope = told.scope
    if scope is None or scope.only_tags(told.stance):
        return False
    return not (told.past and scope.rule in ("when", "during"))


def _hangs(told: ToldResult) -> bool:
    scopes = told.scopes
    return scopes.condition is not None and not scopes.dated and not (told.past and scopes.only_times)


def _as_scope(told: ToldResult, aspect: Aspect) -> tuple[Stance, Aspect]:
    return (told.scope.stance if told.scope else told.stance), aspect


def _as_condition(told: ToldResult, aspect: Aspect) -> tuple[Stance, Aspect]:
    condition = told.scopes.condition or told.stance
    return condition, Aspect.OFFER if condition is Stance.ASK else aspect


def _mentioned(told: ToldResult, aspect: Aspect) -> tuple[Stance, Aspect]:
    return Stance.MENTION, aspect


def _asks(told: ToldResult) -> bool:
    return told.stance is Stance.ASK


def _as_asked(told: ToldResult, aspect: Aspect) -> tuple[Stance, Aspect]:
    return told.stance, Aspect.PLAIN


def _stays_so(told: ToldResult) -> bool:
    return told.scopes.still and told.stance is Stance.PROMISE


Status = Callable[[ToldResult, Aspect], tuple[Stance, Aspect]]
STATUS_RULES: tuple[OrderedRule[ToldResult, Status], ...] = (
    OrderedRule("asks", "Só falta o seu ok pra cancelar o plano.", _asks, _as_asked),
    OrderedRule("in scope", "Has Ana got it?", _stands_in_scope, _as_scope),
    OrderedRule("still", "The room will still be yours.", _stays_so, _mentioned),
    OrderedRule("hangs", "The room is yours once you confirm.", _hangs, _as_condition),
    OrderedRule("general", "Usually the room is yours.", lambda told: told.scopes.is_general(told.char), _mentioned),
)
"""What its unit makes of a result: what asks for the person's word does so beside a condition too; nothing else says
anything there."""
