"""Who is acting, in which organisation, with which role. Every service takes one as its first argument, `by`."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied

from console.accounts.models import User
from console.organisations.models import Membership, Organisation, Role


@dataclass(frozen=True, slots=True)
class Actor:
    """A member signed in (`user` is set), or an API key (`name` says which)."""

    organisation: Organisation
    role: Role
    name: str
    user: User | None = None

    @property
    def is_owner(self) -> bool:
        """Whether the actor keeps members, keys and settings."""
        return self.may(Role.OWNER)

    @property
    def is_publisher(self) -> bool:
        """Whether the actor publishes and restores."""
        return self.may(Role.PUBLISHER)

    @property
    def is_editor(self) -> bool:
        """Whether the actor writes drafts and judges suggestions."""
        return self.may(Role.EDITOR)

    def may(self, role: Role) -> bool:
        """Whether the actor may do what `role` may."""
        return self.role.may_act_as(role)

    def require(self, role: Role) -> None:
        """Raise PermissionDenied (answered 403) where the actor may not do what `role` may."""
        if not self.may(role):
            raise PermissionDenied(role.value)


def itself(organisation: Organisation) -> Actor:
    """The console, where it does something that nobody asked for."""
    return Actor(organisation, Role.OWNER, "Veraz")


def member(membership: Membership) -> Actor:
    """The actor that a membership makes of its person."""
    user = membership.user
    return Actor(membership.organisation, Role(membership.role), user.email, user)
