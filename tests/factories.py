"""Things the tests of the console begin with. Each takes what a test cares about and makes up the rest."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from console.accounts.models import User
from console.keys.models import Scope
from console.keys.services import NewKey, create_key
from console.organisations.actor import Actor, member
from console.organisations.models import Invitation, Membership, Organisation, Role
from console.pages.secrets import digest
from console.tools.services import Changes, register
from console.webhooks.events import known
from console.webhooks.services import Described, NewSecret, add_endpoint

_numbers = count(1)
PASSWORD = "a long pass phrase"


def person(email: str = "") -> User:
    """Someone who can sign in with PASSWORD."""
    return User.objects.create_user(email or f"person{next(_numbers)}@example.com", PASSWORD)


def organisation(name: str = "", **fields: str) -> Organisation:
    """An organisation with nobody in it."""
    number = next(_numbers)
    return Organisation.objects.create(name=name or f"Shop {number}", slug=f"shop-{number}", **fields)


def actor(of: Organisation, role: Role = Role.OWNER, email: str = "") -> Actor:
    """A new member of an organisation, ready to be given to a service."""
    return member(Membership.objects.create(organisation=of, user=person(email), role=role))


def verified(who: Actor) -> None:
    """Let someone's address be known to be theirs."""
    EmailAddress.objects.create(user=who.user, email=who.name, verified=True, primary=True)


def signed_in(who: User | Actor) -> Client:
    """A browser in which someone is signed in."""
    user = who.user if isinstance(who, Actor) else who
    assert user is not None
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def invitation(of: Organisation) -> Invitation:
    """An invitation that can still be accepted."""
    until = timezone.now() + timedelta(days=1)
    email, token = f"invited{next(_numbers)}@example.com", digest(str(next(_numbers)))
    return Invitation.objects.create(organisation=of, email=email, token_digest=token, expires_at=until)


def api_key(of: Organisation, *scopes: Scope) -> NewKey:
    """An API key with its secret; with no scopes named, one that may do everything."""
    return create_key(Actor(of, Role.OWNER, "tests"), "Runtime", list(scopes or Scope))


def endpoint(of: Organisation, url: str = "https://hooks.example.com/veraz", *events: str) -> NewSecret:
    """A webhook with its secret; with no events named, one that is told of all."""
    told = list(events) or [event.type for event in known()]
    return add_endpoint(Actor(of, Role.OWNER, "tests"), Described("Receiver", url, told))


REFUND = {
    "name": "refund_card",
    "write": True,
    "description": "Send money back to the card.",
    "input_schema": {
        "type": "object",
        "properties": {"order_id": {"type": "string"}, "amount": {"type": "number"}},
        "required": ["order_id", "amount"],
    },
    "output_schema": {
        "type": "object",
        "properties": {"number": {"type": "string"}, "card": {"type": "string", "x-personal": True}},
    },
}


def tools(of: Organisation, *definitions: dict[str, Any]) -> Changes:
    """Register an organisation's tools, whole: `refund_card` where none is given."""
    return register(Actor(of, Role.PUBLISHER, "tests"), list(definitions or [REFUND])).changes
