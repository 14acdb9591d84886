"""What is done to licences: the operator grants a plan, an owner issues a licence on it. Each with its audit line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from console import signing
from console.accounts.models import User
from console.audit.services import record
from console.licences import actions
from console.licences.models import A_YEAR, Grant, Licence
from console.licences.plans import FEATURES
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.organisations.services import take_turns
from console.pages.problems import Conflict

AUDIENCE = "veraz-runtime"


@dataclass(frozen=True, slots=True)
class Operator:
    """Whoever operates the site: someone of its staff, or who may run its commands."""

    name: str
    user: User | None = None

    def at(self, organisation: Organisation) -> Actor:
        """The operator as an actor in an organisation."""
        return Actor(organisation, Role.OWNER, self.name, self.user)


AT_THE_MACHINE = Operator("manage.py")


def operator(user: User) -> Operator:
    """Someone as the operator; PermissionDenied where they are not of the staff."""
    if not (user.is_active and user.is_staff):
        raise PermissionDenied("staff")
    return Operator(user.email, user)


@dataclass(frozen=True, slots=True)
class Terms:
    """A plan, the last day of it, and how many days a licence lasts that is issued on it."""

    plan: str
    until: date
    days: int = A_YEAR


@transaction.atomic
def grant(by: Operator, organisation: Organisation, terms: Terms) -> Grant:
    """Grant a plan, in the place of the one before. Licences issued on that one are valid until they end.

    ValidationError where the terms are not ones to grant; nothing is written where they are as before.
    """
    take_turns(organisation)
    found = Grant.objects.filter(organisation=organisation).first()
    before = _terms(found)
    granted = found or Grant(organisation=organisation)
    granted.plan, granted.until, granted.days = terms.plan, terms.until, terms.days
    granted.full_clean()
    if (after := _terms(granted)) != before:
        granted.changed_at = timezone.now()
        granted.save()
        record(by.at(organisation), actions.GRANTED, _item(organisation), organisation.name, before=before, after=after)
    return granted


@transaction.atomic
def withdraw(by: Operator, organisation: Organisation) -> None:
    """Take the plan back: nothing more is issued on it. Conflict where there is none."""
    take_turns(organisation)
    found = Grant.objects.filter(organisation=organisation).first()
    if found is None:
        raise Conflict(_("%(name)s was granted no plan.") % {"name": organisation.name})
    record(by.at(organisation), actions.WITHDRAWN, _item(organisation), organisation.name, before=_terms(found))
    found.delete()


@transaction.atomic
def issue(by: Actor, *, again: bool = False) -> Licence:
    """Issue a licence on the plan granted, signed by the key that signs now; the one before stays as it is.

    Conflict where no plan is granted, where it has ended, or where the latest licence is already as good; `again`
    issues another even then.
    """
    by.require(Role.OWNER)
    take_turns(by.organisation)
    now = timezone.now()
    granted = Grant.objects.filter(organisation=by.organisation).first()
    if granted is None:
        raise Conflict(_("No plan is granted to issue a licence on."), _("Ask whoever operates this console."))
    latest = Licence.objects.filter(organisation=by.organisation).first()
    if granted.end_of_one_issued(now) <= now:
        raise Conflict(_("The granted plan has ended."), _("Ask whoever operates this console to extend it."))
    if latest and not (again or is_better(granted, latest, now)):
        until = date_format(timezone.localtime(latest.ends_at), "DATETIME_FORMAT")
        raise Conflict(
            _("The licence is already valid until %(until)s.") % {"until": until},
            _("Download that one."),
        )
    return _issued(by, granted, now)


def is_better(granted: Grant, latest: Licence, now: datetime) -> bool:
    """Whether a licence issued now would allow anything else than the latest, last longer, or have another signer."""
    allows_the_same = (latest.plan, latest.features) == (granted.plan, [*FEATURES[granted.plan]])
    lasts_as_long = latest.ends_at >= granted.end_of_one_issued(now)
    return not (allows_the_same and lasts_as_long and latest.signed_by == signing.signing_key_id())


def _issued(by: Actor, granted: Grant, now: datetime) -> Licence:
    licence = Licence(
        organisation=by.organisation,
        number=(by.organisation.licences.aggregate(Max("number"))["number__max"] or 0) + 1,
        plan=granted.plan,
        features=[*FEATURES[granted.plan]],
        issued_at=now.replace(microsecond=0),
        ends_at=granted.end_of_one_issued(now),
        signed_by=signing.signing_key_id(),
        issuer=by.user,
        who=by.name,
    )
    licence.text = signing.compact(json.dumps(_claims(licence)).encode(), signing.LICENCE)
    licence.save()
    record(by, actions.ISSUED, _item(by.organisation), str(licence), after=_shown(licence))
    return licence


def _claims(licence: Licence) -> dict[str, object]:
    """What the signature holds. A licence is valid from when it was issued, or from the second a runtime reads it."""
    issued = int(licence.issued_at.timestamp())
    return {
        "jti": str(licence),
        "aud": AUDIENCE,
        "organisation": licence.organisation.slug,
        "plan": licence.plan,
        "features": licence.features,
        "iat": issued,
        "nbf": issued,
        "exp": int(licence.ends_at.timestamp()),
    }


def _item(organisation: Organisation) -> str:
    return f"licence:{organisation.pk}"


def _terms(granted: Grant | None) -> dict[str, object] | None:
    if granted is None:
        return None
    return {"plan": granted.plan, "until": granted.until.isoformat(), "days": granted.days}


def _shown(licence: Licence) -> dict[str, object]:
    ends = licence.ends_at.astimezone(UTC).isoformat()
    return {"plan": licence.plan, "features": licence.features, "ends_at": ends, "signed_by": licence.signed_by}
