"""What becomes of a trigger's stance under its role and under the scopes of its unit."""

from __future__ import annotations

from veraz.languages import Form
from veraz.outcomes import Stance
from veraz.reading.analysis.scopes import NONE, REPORTED, Scope, Scopes
from veraz.reading.claims import Aspect
from veraz.reading.verb_claims.triggers import Trigger
from veraz.vocabulary import Agency, Role

_REVERSED = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.MENTION}
_PREFERENCE = (Role.REQUEST, Role.FAILURE, Role.EFFECT, Role.LIGHT, Role.INTRANSITIVE, Role.WEAK)
_PREFERRED = frozenset(_PREFERENCE)
_ASPECTS = {Role.EFFECT: Aspect.EFFECT, Role.REQUEST: Aspect.REQUEST}


def role_beside_noun(trigger: Trigger) -> Role | None:
    """Return the role in which a verb speaks of a noun beside it; an effect is only ever told ahead."""
    if trigger.form is None or _PREFERRED.isdisjoint(trigger.form.head.roles):
        return None
    roles, ahead = trigger.form.head.roles, trigger.said.stance in (Stance.PROMISE, Stance.ASK)
    return next((role for role in _PREFERENCE if role in roles and (role is not Role.EFFECT or ahead)), None)


def status_of(trigger: Trigger, role: Role | None, scopes: Scopes, char: int) -> tuple[Stance, Aspect]:
    """Return the stance and aspect of a trigger at character ``char``."""
    stance, aspect = _in_role(trigger, role)
    if scopes is NONE:
        return stance, aspect
    scope = scopes.over(char)
    if scope and not _stands(trigger, stance, scope):
        return scope.stance, aspect
    return _under(scopes, trigger, stance, aspect, char)


def _stands(trigger: Trigger, stance: Stance, scope: Scope) -> bool:
    """Tell whether a trigger says what it says in a scope too: what was done then, or what a question only follows."""
    if scope.rule in ("when", "during"):
        return trigger.said.active and stance is Stance.DONE
    if scope.rule == "opening":  # «mandei o boleto, chegou aí?»
        return trigger.form is not None and trigger.form.agency is Agency.SPEAKER and stance in REPORTED
    return scope.only_tags(stance)


def _in_role(trigger: Trigger, role: Role | None) -> tuple[Stance, Aspect]:
    stance = trigger.said.stance
    if trigger.predicate:
        stance = trigger.predicate.apply(stance)
    elif role is Role.FAILURE:
        stance = _REVERSED.get(stance, stance)
        if stance is Stance.NOT_DONE:
            return stance, Aspect.FAILURE
    elif role is Role.INTRANSITIVE and stance is Stance.PROMISE:
        return stance, Aspect.PROGRESS  # «o atendimento ocorrerá no dia 25»
    aspect = trigger.said.aspect
    return stance, _ASPECTS.get(role, aspect) if role and aspect is not Aspect.OTHERS else aspect


def _under(scopes: Scopes, trigger: Trigger, stance: Stance, aspect: Aspect, char: int) -> tuple[Stance, Aspect]:
    """Return what hangs over a main clause: a description, a condition beside it, a general rule."""
    said = trigger.said
    if scopes.regrets(char) and stance is Stance.DONE and not said.active:
        return Stance.MENTION, aspect  # "sorry, that time is booked" regrets what others did
    if scopes.standing and aspect is Aspect.STATE:
        denied = trigger.form is not None and not trigger.form.denies and stance is Stance.NOT_DONE
        return Stance.MENTION if denied else stance, Aspect.STANDING
    if (scopes.standing or scopes.condition) and said.headline:
        return Stance.MENTION, aspect
    if trigger.form and aspect is Aspect.STATE and stance is Stance.DONE and scopes.is_anew(char):
        return Stance.MENTION, aspect  # "your other orders are cancelled" tells how other things stand
    if scopes.now and stance is Stance.PROMISE and aspect is Aspect.PLAIN and not scopes.condition:
        return stance, Aspect.PROGRESS
    if scopes.still and aspect is Aspect.EFFECT and trigger.form and trigger.form.forms == {Form.GERUND}:
        return Stance.MENTION, Aspect.STANDING  # "vm-9 is still running"
    apart = (
        aspect is Aspect.PROGRESS and not said.active and not scopes.hangs(char)
    )  # "… and you'll hear once it's done"
    if scopes.condition and stance is Stance.PROMISE and not apart:
        return scopes.condition, Aspect.OFFER
    if stance is Stance.DONE and scopes.leads(char) and (aspect is Aspect.STATE or _tenseless(trigger)):
        return Stance.MENTION, aspect  # «se errar a senha, o cartão é bloqueado»
    dated = scopes.dated and aspect is Aspect.FAILURE  # "was reversed after an error"
    if stance is Stance.NOT_DONE and (scopes.is_anew(char) or (scopes.hangs(char) and not dated)):
        return Stance.MENTION, aspect
    if scopes.general and stance in (Stance.DONE, Stance.PROMISE) and (not said.active or _tenseless(trigger)):
        return Stance.MENTION, aspect
    return stance, aspect


def _tenseless(trigger: Trigger) -> bool:
    """Tell whether a form is past or present alike: «estornamos»."""
    return trigger.form is not None and {Form.PAST, Form.PRESENT} <= trigger.form.forms
