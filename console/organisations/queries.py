"""Reads about organisations and members."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from console.accounts.models import User
from console.organisations.actor import Actor, member
from console.organisations.invitation_tokens import bare
from console.organisations.models import Invitation, Membership, Organisation, Role
from console.pages.secrets import digest


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member as the settings page lists them."""

    pk: int
    email: str
    role: Role
    joined_at: datetime
    is_you: bool


def organisations_of(user: User) -> list[Organisation]:
    """The organisations a person belongs to, by name."""
    return list(Organisation.objects.filter(memberships__user=user))


def actor_in(user: User, slug: str) -> Actor | None:
    """The person as an actor in the organisation at `slug`; None where it does not exist or they do not belong."""
    found = Membership.objects.select_related("organisation", "user").filter(user=user, organisation__slug=slug).first()
    return member(found) if found else None


def members(by: Actor) -> list[MemberRow]:
    """The organisation's members, by address."""
    found = by.organisation.memberships.select_related("user").order_by("user__email")
    return [MemberRow(m.pk, m.user.email, Role(m.role), m.joined_at, m.user == by.user) for m in found]


def open_invitations(organisation: Organisation) -> list[Invitation]:
    """Invitations that can still be accepted, the next to expire first."""
    return list(organisation.invitations.filter(expires_at__gt=timezone.now()).order_by("expires_at", "pk"))


def invitation(token: str) -> Invitation | None:
    """The invitation that a link's token opens, while it can be accepted."""
    still_open = Invitation.objects.filter(token_digest=digest(bare(token)), expires_at__gt=timezone.now())
    return still_open.select_related("organisation").first()
