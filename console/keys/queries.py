"""Reads about keys."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.keys.models import ApiKey, Scope
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role

_WRITES = (Scope.PHRASINGS_WRITE, Scope.TOOLS_WRITE)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key as the page lists it; `state` is a class of the style sheet, `word` what is read."""

    pk: int
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    usable: bool
    state: str
    word: str | Promise


def keys_of(organisation: Organisation) -> list[KeyRow]:
    """The organisation's keys, newest first."""
    return [_row(key) for key in ApiKey.objects.filter(organisation=organisation)]


def actor(key: ApiKey) -> Actor:
    """The key as an actor: one that writes phrasings or tools acts as a publisher, any other only reads."""
    role = Role.PUBLISHER if any(map(key.may, _WRITES)) else Role.VIEWER
    return Actor(key.organisation, role, f"{key.name} ({key.prefix})")


def _row(key: ApiKey) -> KeyRow:
    usable, state, word = _state(key)
    names = [str(Scope(scope).label) for scope in key.scopes]
    return KeyRow(
        key.pk, key.name, key.prefix, names, key.created_at, key.expires_at, key.last_used_at, usable, state, word
    )


def _state(key: ApiKey) -> tuple[bool, str, str | Promise]:
    if key.revoked_at:
        return False, "off", _("Revoked")
    if key.expires_at and key.expires_at <= timezone.now():
        return False, "off", _("Expired")
    return True, "ok", _("Works")
