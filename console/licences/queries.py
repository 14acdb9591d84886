"""Reads about licences and the keys that sign them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console import signing
from console.licences.models import Grant, Licence
from console.licences.plans import Feature, Plan
from console.licences.services import is_better
from console.organisations.models import Organisation

ENDS_SOON = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class State:
    """How a licence stands; `look` is a class of the style sheet, `word` what is read, `advice` what there is to do."""

    look: str
    word: str | Promise
    advice: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What an organisation may use, and what there is to do about it.

    :ivar plan: that of the licence while runtimes take it, else the free one.
    :ivar allows: what that licence allows, in words.
    :ivar renewed_until: when a licence ends that is issued now; None where none may be, or it would be no better.
    """

    plan: str | Promise
    allows: list[str]
    state: State
    grant: Grant | None
    licence: Licence | None
    renewed_until: datetime | None


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key that runtimes take documents by, as they name it, and whether it is the one that signs now."""

    fingerprint: str
    signs: bool


def standing(organisation: Organisation) -> Standing:
    """How the organisation stands now."""
    now = timezone.now()
    granted = Grant.objects.filter(organisation=organisation).first()
    latest = Licence.objects.filter(organisation=organisation).first()
    state = state_of(latest, now)
    holds = latest is not None and state.look in ("ok", "warn")
    return Standing(
        Plan(latest.plan).label if latest and holds else Plan.FREE.label,
        [str(Feature(feature).label) for feature in latest.features] if latest and holds else [],
        state,
        granted,
        latest,
        _renewed_until(granted, latest, now),
    )


def state_of(licence: Licence | None, now: datetime) -> State:
    """How a licence stands at a moment, as a runtime sees it that holds the keys of today."""
    if licence is None:
        return State(
            "off", _("Not issued"), _("Runtimes without one are on the free plan. The check runs all the same.")
        )
    if licence.grace_ends_at <= now:
        return State("bad", _("Expired"), _("Runtimes are on the free plan. The check runs all the same."))
    if licence.signed_by not in signing.fingerprints():
        return State("bad", _("Not trusted"), _("The key that signed it is gone. Issue a new one."))
    if licence.ends_at <= now:
        return State("warn", _("In grace"), _("It has ended. Runtimes go on with it for 14 days."))
    if licence.ends_at - now <= ENDS_SOON:
        return State("warn", _("Ends soon"), _("Renew it, and put the new file where the runtimes read it."))
    if licence.signed_by != signing.signing_key_id():
        return State("warn", _("Signed by an old key"), _("Renew it before that key is taken out of use."))
    return State("ok", _("Valid"))


def latest_of(organisation: Organisation) -> Licence:
    """The latest licence; not found (Http404) where none was issued."""
    return get_object_or_404(Licence.objects.filter(organisation=organisation)[:1])


def signing_keys() -> list[SigningKey]:
    """The keys, the one that signs first."""
    return [SigningKey(name, place == 0) for place, name in enumerate(signing.fingerprints())]


def in_force(now: datetime) -> list[Licence]:
    """The latest licence of each organisation, where runtimes still take it."""
    latest: dict[int, Licence] = {}
    for licence in Licence.objects.select_related("organisation").order_by("organisation__slug", "number"):
        latest[licence.organisation_id] = licence
    return [licence for licence in latest.values() if licence.grace_ends_at > now]


def _renewed_until(granted: Grant | None, latest: Licence | None, now: datetime) -> datetime | None:
    if granted is None or granted.end_of_one_issued(now) <= now:
        return None
    return granted.end_of_one_issued(now) if latest is None or is_better(granted, latest, now) else None
