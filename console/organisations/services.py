"""What is done to organisations and members: each a transaction with its audit line, its role checked here.

Another organisation's member or invitation is not found (Http404).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, count

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from console.accounts.models import User
from console.audit.actions import Action
from console.audit.services import record
from console.organisations import actions
from console.organisations.actor import Actor, member
from console.organisations.models import Invitation, Membership, Organisation, Role
from console.pages.problems import Conflict, Invalid
from console.pages.secrets import digest, new_secret

INVITATION_LASTS = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the settings page changes."""

    name: str
    selector_language: str
    time_zone: str


def take_turns(organisation: Organisation) -> None:
    """Let what two do at once to an organisation be done by one after the other, until the transaction ends."""
    Organisation.objects.select_for_update().get(pk=organisation.pk)


@transaction.atomic
def create_organisation(founder: User, name: str) -> Organisation:
    """Make an organisation whose first owner is `founder`."""
    organisation = _new_organisation(name)
    by = member(Membership.objects.create(organisation=organisation, user=founder, role=Role.OWNER))
    record(by, actions.CREATED, _item(organisation), name, after={"name": name, "slug": organisation.slug})
    return organisation


@transaction.atomic
def change_settings(by: Actor, new: Settings) -> None:
    """Change the organisation's name, selector language and time zone; nothing is written where nothing differs."""
    by = _now(by)
    by.require(Role.OWNER)
    organisation = by.organisation
    before, after = _differences(organisation, new)
    if not after:
        return
    for name, value in after.items():
        setattr(organisation, name, value)
    organisation.full_clean(exclude=["slug"])
    organisation.save()
    record(by, actions.SETTINGS_CHANGED, _item(organisation), organisation.name, before=before, after=after)


@transaction.atomic
def change_role(by: Actor, membership_pk: int, role: Role) -> str:
    """Give a member another role; the last owner keeps theirs. Returns the member's address."""
    by = _now(by)
    by.require(Role.OWNER)
    membership = _membership(by, membership_pk)
    before = membership.role
    if before != role:
        _keep_an_owner(by, membership)
        membership.role = role
        membership.save(update_fields=["role"])
        _record_member(by, actions.ROLE_CHANGED, membership, before={"role": before}, after={"role": role})
    return membership.user.email


@transaction.atomic
def remove_member(by: Actor, membership_pk: int) -> str:
    """Take a member out; anyone may leave, owners take others out, the last owner stays. Returns the address."""
    by = _now(by)
    membership = _membership(by, membership_pk)
    if membership.user != by.user:
        by.require(Role.OWNER)
    _keep_an_owner(by, membership)
    _record_member(by, actions.REMOVED, membership, before={"role": membership.role})
    membership.delete()
    return membership.user.email


@transaction.atomic
def invite(by: Actor, email: str, role: Role) -> tuple[Invitation, str]:
    """Offer membership to an address, for seven days; an open offer to it is replaced. Returns it and its token."""
    by = _now(by)
    by.require(Role.OWNER)
    email = email.lower()
    if by.organisation.memberships.filter(user__email=email).exists():
        raise Invalid(_("%(email)s is already a member.") % {"email": email})
    token = new_secret()
    invitation, _new = Invitation.objects.update_or_create(
        organisation=by.organisation,
        email=email,
        defaults={"role": role, "token_digest": digest(token), "expires_at": timezone.now() + INVITATION_LASTS},
    )
    record(by, actions.INVITED, f"invitation:{invitation.pk}", email, after={"email": email, "role": role})
    return invitation, token


@transaction.atomic
def withdraw_invitation(by: Actor, invitation_pk: int) -> str:
    """Take an offer back. Returns the address it was made to."""
    by = _now(by)
    by.require(Role.OWNER)
    invitation = get_object_or_404(by.organisation.invitations, pk=invitation_pk)
    record(by, actions.INVITATION_WITHDRAWN, f"invitation:{invitation.pk}", invitation.email)
    invitation.delete()
    return invitation.email


@transaction.atomic
def accept_invitation(user: User, invitation: Invitation) -> Actor:
    """Join; only the person at the invited address may, and only once. Http404 where the offer stands no more."""
    invitation = _still_offered(invitation)
    if user.email != invitation.email:
        raise PermissionDenied("invited_address")
    membership, _new = Membership.objects.get_or_create(
        organisation=invitation.organisation, user=user, defaults={"role": invitation.role}
    )
    by = member(membership)
    _record_member(by, actions.JOINED, membership, after={"role": membership.role})
    invitation.delete()
    return by


def _item(organisation: Organisation) -> str:
    return f"organisation:{organisation.pk}"


def _record_member(by: Actor, action: Action, membership: Membership, **change: dict[str, str]) -> None:
    record(by, action, f"member:{membership.user_id}", membership.user.email, **change)


def _now(by: Actor) -> Actor:
    """A member as they are now that it is their turn: two owners cannot demote each other at once."""
    take_turns(by.organisation)
    found = by.organisation.memberships.select_related("user", "organisation").filter(user=by.user).first()
    if found is None:
        raise PermissionDenied("member")
    return member(found)


def _membership(by: Actor, pk: int) -> Membership:
    return get_object_or_404(by.organisation.memberships.select_related("user"), pk=pk)


def _still_offered(read: Invitation) -> Invitation:
    """The offer as it is now that it is its turn: since it was read it may have been taken, withdrawn or made anew."""
    take_turns(read.organisation)
    offers = Invitation.objects.select_related("organisation")
    return get_object_or_404(offers, pk=read.pk, token_digest=read.token_digest, expires_at__gt=timezone.now())


def _keep_an_owner(by: Actor, leaving: Membership) -> None:
    owners = by.organisation.memberships.filter(role=Role.OWNER)
    if leaving.role == Role.OWNER and not owners.exclude(pk=leaving.pk).exists():
        raise Conflict(
            _("%(email)s is the only owner.") % {"email": leaving.user.email}, _("Make someone else an owner first.")
        )


def _differences(organisation: Organisation, new: Settings) -> tuple[dict[str, str], dict[str, str]]:
    names = [name for name in Settings.__slots__ if getattr(organisation, name) != getattr(new, name)]
    return {name: getattr(organisation, name) for name in names}, {name: getattr(new, name) for name in names}


def _new_organisation(name: str) -> Organisation:
    """An organisation at the first address that is free, also where others are made at the same moment."""
    base = slugify(name)[:40] or "organisation"
    for slug in chain([base], (f"{base}-{number}" for number in count(2))):
        organisation, is_new = Organisation.objects.get_or_create(slug=slug, defaults={"name": name})
        if is_new:
            break
    return organisation
