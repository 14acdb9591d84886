"""What becomes of a trigger's stance under its role and under the scopes of its unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from veraz.languages import Form
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.scopes import NONE, REPORTED, Scope, Scopes
from veraz.reading.claims import Aspect
from veraz.reading.verb_claims.trigger import Trigger
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


class Status(NamedTuple):
    """What becomes of a trigger: its stance and aspect, and the id of the rule that made them others than it says."""

    stance: Stance
    aspect: Aspect
    because: str = ""


class Told(NamedTuple):
    """A trigger at character ``char`` that says ``stance`` and ``aspect``, in a unit with ``scopes``."""

    trigger: Trigger
    stance: Stance
    aspect: Aspect
    scopes: Scopes
    char: int


class StatusRule(NamedTuple):
    """What hangs over a main clause, and what it makes of a trigger there.

    :ivar id: what stands as ``because`` on the claim; ``reads`` what it reads, in one line.
    :ivar told: the stances that it is tried for.
    :ivar stance: the stance it gives, or ``None`` where that stays; ``aspect`` likewise.
    """

    id: str
    reads: str
    example: str
    told: tuple[Stance, ...]
    when: Callable[[Told], bool]
    stance: Stance | None = None
    aspect: Aspect | None = None

    @property
    def named(self) -> NamedRule:
        """It, as the list of rules has it."""
        says = str(self.stance or "as it says")
        return NamedRule(self.id, self.reads, f"{says}, aspect {self.aspect}" if self.aspect else says)

    def of(self, told: Told) -> Status:
        """Return what it makes of a trigger; it is named where that is anything else than what the trigger says."""
        stance, aspect = self.stance or told.stance, self.aspect or told.aspect
        return Status(stance, aspect, "" if (stance, aspect) == told[1:3] else self.id)


def status_of(trigger: Trigger, role: Role | None, scopes: Scopes, char: int) -> Status:
    """Return the stance and aspect of a trigger at character ``char``."""
    stance, aspect = _in_role(trigger, role)
    if scopes is NONE:
        return Status(stance, aspect)
    told, scope = Told(trigger, stance, aspect, scopes, char), scopes.over(char)
    if scope and not _stands(told, scope):
        return Status(scope.stance, aspect, SCOPES[scope.rule].name if scope.stance is not stance else "")
    for rule in _RULES_FOR[stance]:
        if rule.when(told):
            return rule.of(told)
    return Status(stance, aspect)


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


def _stands(told: Told, scope: Scope) -> bool:
    """Tell whether a trigger says what it says in a scope too: what was done then, or what a question only follows."""
    trigger = told.trigger
    if scope.rule in ("when", "during"):
        return trigger.said.active and told.stance is Stance.DONE
    if scope.rule == "opening":  # «mandei o boleto, chegou aí?»
        return trigger.form is not None and trigger.form.agency is Agency.SPEAKER and told.stance in REPORTED
    return scope.only_tags(told.stance)


SCOPES: Mapping[str, NamedRule] = {
    "quotation": NamedRule("quotation", "words quoted from elsewhere", "mentions"),
    "report": NamedRule("report", "what someone is said to have said", "mentions"),
    "whether": NamedRule("whether", "what is asked or not known, after a “whether”", "says_unknown"),
    "unsure": NamedRule("unsure", "a clause that says that something is not known", "says_unknown"),
    "please": NamedRule("please", "what the person is asked for", "asks"),
    "condition": NamedRule("condition", "what a condition tells: “if it was cancelled”", "mentions"),
    "when": NamedRule("when", "what only tells when: “once it is refunded”", "mentions"),
    "during": NamedRule("during", "what only tells while which something else is so", "mentions"),
    "tag": NamedRule("tag", "what a tag after it asks for: «cancelo, tá?»", "asks"),
    "opening": NamedRule("opening", "what stands before a question in one sentence with it", "asks"),
    "question": NamedRule("question", "a question", "asks"),
}
"""The scopes of a unit by their names, as rules."""


def _is_state(told: Told) -> bool:
    return told.aspect is Aspect.STATE


def _is_timeless(told: Told) -> bool:
    """Tell whether it may hold at any time: a state, or a form that is past or present alike («estornamos»)."""
    return told.aspect is Aspect.STATE or _is_tenseless(told)


def _is_tenseless(told: Told) -> bool:
    form = told.trigger.form
    return form is not None and {Form.PAST, Form.PRESENT} <= form.forms


def _is_regretted(told: Told) -> bool:
    return told.scopes.regrets(told.char) and not told.trigger.said.active


def _still_is_not(told: Told) -> bool:
    form = told.trigger.form
    return _stays(told) and form is not None and not form.denies


def _stays(told: Told) -> bool:
    return told.scopes.standing and _is_state(told)


def _is_label(told: Told) -> bool:
    return told.trigger.said.headline and (told.scopes.standing or told.scopes.condition is not None)


def _is_so_elsewhere(told: Told) -> bool:
    return told.trigger.form is not None and _is_state(told) and told.scopes.is_anew(told.char)


def _is_under_way(told: Told) -> bool:
    return told.scopes.now and told.aspect is Aspect.PLAIN and not told.scopes.condition


def _still_runs(told: Told) -> bool:
    form = told.trigger.form
    return told.scopes.still and told.aspect is Aspect.EFFECT and form is not None and form.forms == {Form.GERUND}


def _hangs_on_a_word(told: Told) -> bool:
    return told.scopes.condition is Stance.ASK and not _is_apart(told)


def _hangs_on_a_thing(told: Told) -> bool:
    return told.scopes.condition is Stance.MENTION and not _is_apart(told)


def _is_apart(told: Told) -> bool:
    """Tell whether it is under way whatever becomes of the condition: "… and you'll hear once it's done"."""
    under_way = told.aspect is Aspect.PROGRESS and not told.trigger.said.active
    return under_way and not told.scopes.hangs(told.char)


def _follows_a_condition(told: Told) -> bool:
    return told.scopes.leads(told.char) and _is_timeless(told)


def _is_denied_anew(told: Told) -> bool:
    return told.scopes.is_anew(told.char)


def _is_denied_on_condition(told: Told) -> bool:
    dated = told.scopes.dated and told.aspect is Aspect.FAILURE  # "was reversed after an error"
    return told.scopes.hangs(told.char) and not dated


def _is_general(told: Told) -> bool:
    return told.scopes.is_general(told.char) and (not told.trigger.said.active or _is_tenseless(told))


_ANY = tuple(Stance)
_DONE, _NOT_DONE, _PROMISE, _MENTION = (Stance.DONE,), (Stance.NOT_DONE,), (Stance.PROMISE,), Stance.MENTION

STATUS_RULES = (
    StatusRule(
        "regret", "what others did, told of in a regret", "Sorry, your table is booked.", _DONE, _is_regretted, _MENTION
    ),
    StatusRule(
        "still-not",
        "a state that is denied beside a “still” or a “since”",
        "The order is still not cancelled.",
        _NOT_DONE,
        _still_is_not,
        _MENTION,
        Aspect.STANDING,
    ),
    StatusRule(
        "still",
        "a state beside a “still” or a “since”",
        "Your order is still cancelled.",
        _ANY,
        _stays,
        None,
        Aspect.STANDING,
    ),
    StatusRule(
        "label",
        "a headline beside a condition, or beside how things stand",
        "Refund still pending.",
        _ANY,
        _is_label,
        _MENTION,
    ),
    StatusRule(
        "elsewhere", "how other things stand", "Your other orders are cancelled.", _DONE, _is_so_elsewhere, _MENTION
    ),
    StatusRule(
        "now",
        "what is promised of this moment is under way",
        "I'll refund the card now.",
        _PROMISE,
        _is_under_way,
        None,
        Aspect.PROGRESS,
    ),
    StatusRule(
        "still-running",
        "what goes on beside a “still”",
        "vm-9 is still running.",
        _ANY,
        _still_runs,
        _MENTION,
        Aspect.STANDING,
    ),
    StatusRule(
        "on-your-word",
        "a promise that hangs on the person's word",
        "Once you confirm, I'll refund the card.",
        _PROMISE,
        _hangs_on_a_word,
        Stance.ASK,
        Aspect.OFFER,
    ),
    StatusRule(
        "on-condition",
        "a promise that hangs on something else",
        "If the parcel is late, I'll refund the card.",
        _PROMISE,
        _hangs_on_a_thing,
        _MENTION,
        Aspect.OFFER,
    ),
    StatusRule(
        "whenever",
        "what is so whenever the condition before it holds",
        "If the code is wrong, your order is cancelled.",
        _DONE,
        _follows_a_condition,
        _MENTION,
    ),
    StatusRule(
        "not-again",
        "what is denied of another time",
        "The order wasn't cancelled again.",
        _NOT_DONE,
        _is_denied_anew,
        _MENTION,
    ),
    StatusRule(
        "not-unless",
        "what is denied on a condition",
        "The order isn't cancelled until you confirm.",
        _NOT_DONE,
        _is_denied_on_condition,
        _MENTION,
    ),
    StatusRule(
        "in-general",
        "what is usually so",
        "Usually your order is cancelled by noon.",
        (Stance.DONE, Stance.PROMISE),
        _is_general,
        _MENTION,
    ),
)
"""What hangs over a main clause: a description, a condition beside it, a general rule. The first that holds wins."""

_RULES_FOR = {stance: tuple(rule for rule in STATUS_RULES if stance in rule.told) for stance in Stance}
