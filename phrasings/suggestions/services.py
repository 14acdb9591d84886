"""What is done to suggestions: each a transaction with its audit line, its role checked here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from console.audit.actions import Action
from console.audit.services import record
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.pages.problems import Conflict, Fault, Invalid, Problem
from phrasings import checks
from phrasings.registered import registered
from phrasings.services import revision_of, save_draft
from phrasings.suggestions import actions, drafting
from phrasings.suggestions.models import LONGEST_REASON, State, Suggestion
from phrasings.words import told
from veraz.phrasings import Finding

MOST_AT_ONCE = 100


class AlreadyJudged(Conflict):
    """Someone accepted or rejected the suggestion first, or it was withdrawn."""

    def __init__(self, suggestion: Suggestion) -> None:
        happened = _("%(who)s has judged this suggestion.") % {"who": suggestion.who or _("Someone")}
        super().__init__(happened, _("Look at the suggestions that are left."))


class Faulty(Invalid):
    """The text has errors, so it would keep the drafts from being published; `findings` are they."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        faults = [Fault("/text", each.code, each.message, each.suggestion) for each in findings]
        super().__init__(" ".join(map(told, findings)), _("Correct the text, then accept it."), faults=faults)
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Skipped:
    """A suggestion that was not accepted, and why."""

    suggestion: Suggestion
    why: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of many suggestions."""

    accepted: tuple[Suggestion, ...]
    skipped: tuple[Skipped, ...]


@transaction.atomic
def refresh(by: Actor) -> drafting.Drafted:
    """Draft what the tools suggest now; see `drafting.draft`."""
    by.require(Role.EDITOR)
    drafted = drafting.draft(by.organisation)
    if drafted:
        counts = {"added": drafted.added, "changed": drafted.changed, "withdrawn": drafted.withdrawn}
        record(by, actions.DRAFTED, "suggestions", _("suggestions"), after=counts)
    return drafted


@transaction.atomic
def accept(by: Actor, pk: int, text: str | None = None) -> Suggestion:
    """Make a draft of a suggestion, with `text` in its place where it was edited. Someone publishes it, or nobody does.

    Raises Http404, AlreadyJudged, Faulty, Invalid for a text that cannot be kept, or StaleDraft where the phrasing has
    been written since.
    """
    by.require(Role.EDITOR)
    suggestion = _waiting(by, pk)
    text = (suggestion.text if text is None else text).replace("\r\n", "\n")
    _check(suggestion, text)
    save_draft(by, *suggestion.key, text, revision_of(""))
    return _judge(by, suggestion, State.ACCEPTED, actions.ACCEPTED)


def accept_all(by: Actor, pks: Iterable[int]) -> Accepted:
    """Accept many as they are, at most MOST_AT_ONCE. One that cannot be accepted keeps no other from it."""
    by.require(Role.EDITOR)
    found = _mine(by).filter(pk__in=list(pks)[:MOST_AT_ONCE])
    tried = [_tried(by, suggestion) for suggestion in found]
    skipped = tuple(each for each in tried if isinstance(each, Skipped))
    return Accepted(tuple(each for each in tried if isinstance(each, Suggestion)), skipped)


@transaction.atomic
def reject(by: Actor, pk: int, reason: str) -> Suggestion:
    """Remember that a suggestion is not wanted, and why; it is not offered again while its tool's schema stands."""
    by.require(Role.EDITOR)
    suggestion = _waiting(by, pk)
    suggestion.reason = _reason(reason)
    return _judge(by, suggestion, State.REJECTED, actions.REJECTED)


@transaction.atomic
def offer_again(by: Actor, pk: int) -> Suggestion:
    """Let a suggestion that was rejected wait once more."""
    by.require(Role.EDITOR)
    suggestion = _of(by, pk)
    if suggestion.state != State.REJECTED:
        raise AlreadyJudged(suggestion)
    record(by, actions.OFFERED, f"suggestion:{pk}", _name(suggestion), before={"reason": suggestion.reason})
    rejected = _mine(by).filter(pk=pk, state=State.REJECTED)  # unless someone offers it again at this moment
    if not rejected.update(state=State.WAITING, reason="", who="", judge=None, judged_at=None):
        raise AlreadyJudged(_of(by, pk))
    return _of(by, pk)


def _tried(by: Actor, suggestion: Suggestion) -> Suggestion | Skipped:
    try:
        return accept(by, suggestion.pk)
    except Problem as problem:
        return Skipped(suggestion, str(problem.explanation.happened))


def _judge(by: Actor, suggestion: Suggestion, state: State, action: Action) -> Suggestion:
    """Settle a suggestion that waits, unless someone does so at this moment."""
    after = {"reason": suggestion.reason} if suggestion.reason else None
    # The line comes before the row is locked, as in a registration: the organisation first, then its suggestions.
    record(by, action, f"suggestion:{suggestion.pk}", _name(suggestion), before={"text": suggestion.text}, after=after)
    settled = {"state": state, "reason": suggestion.reason, "who": by.name, "judge": by.user}
    waiting = _mine(by).filter(pk=suggestion.pk, state=State.WAITING)
    if not waiting.update(**settled, judged_at=timezone.now()):
        raise AlreadyJudged(_of(by, suggestion.pk))
    return _of(by, suggestion.pk)


def _waiting(by: Actor, pk: int) -> Suggestion:
    suggestion = _of(by, pk)
    if suggestion.state != State.WAITING:
        raise AlreadyJudged(suggestion)
    return suggestion


def _of(by: Actor, pk: int) -> Suggestion:
    return get_object_or_404(_mine(by), pk=pk)


def _mine(by: Actor) -> QuerySet[Suggestion]:
    return Suggestion.objects.filter(organisation=by.organisation)


def _check(suggestion: Suggestion, text: str) -> None:
    if not text.strip():
        raise Invalid(_("An empty text is no phrasing."), _("Write one, or reject the suggestion."))
    found = checks.findings({suggestion.key: text}, registered(suggestion.organisation, suggestion.tool))
    if errors := checks.errors(found):
        raise Faulty(errors)


def _reason(reason: str) -> str:
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON or checks.unprintable(reason):
        raise Invalid(_("A reason of 1 to %(longest)s characters says why.") % {"longest": LONGEST_REASON})
    return reason


def _name(suggestion: Suggestion) -> str:
    return f"{suggestion.tool} · {suggestion.language}"
