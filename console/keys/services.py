"""What is done to keys: each a transaction with its audit line, owners only; and the recognition of a key."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from console.audit.services import record
from console.keys import actions
from console.keys.models import ApiKey, Scope
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.pages.problems import Conflict
from console.pages.secrets import digest, new_secret

USE_IS_NOTED_EVERY = timedelta(minutes=1)  # a write on every request would cost more than the request


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key just made, with the secret that is never seen again."""

    key: ApiKey
    secret: str


@transaction.atomic
def create_key(by: Actor, name: str, scopes: list[Scope], expires_at: datetime | None = None) -> NewKey:
    """Make a key for these scopes; with no expiry it lasts until it is revoked."""
    by.require(Role.OWNER)
    new = _make(by, name, [str(scope) for scope in scopes], expires_at)
    record(by, actions.CREATED, _item(new.key), new.key.name, after=_shown(new.key))
    return new


@transaction.atomic
def rotate_key(by: Actor, pk: int, overlap: timedelta) -> NewKey:
    """Make a key like another, which goes on working for `overlap` and not longer than it would have."""
    by.require(Role.OWNER)
    old = _usable(by, pk)
    lifetime = old.expires_at - old.created_at if old.expires_at else None
    now = timezone.now()
    new = _make(by, old.name, old.scopes, now + lifetime if lifetime else None)
    before = _shown(old)
    old.expires_at = min(now + overlap, old.expires_at or now + overlap)
    old.save(update_fields=["expires_at"])
    record(by, actions.ROTATED, _item(old), old.name, before=before, after=_shown(new.key))
    return new


@transaction.atomic
def revoke_key(by: Actor, pk: int) -> ApiKey:
    """End a key now."""
    by.require(Role.OWNER)
    key = _usable(by, pk)
    key.revoked_at = timezone.now()
    key.save(update_fields=["revoked_at"])
    record(by, actions.REVOKED, _item(key), key.name, before=_shown(key))
    return key


def recognise(secret: str) -> ApiKey | None:
    """The key that a bearer sent, while it works; its use is noted."""
    now = timezone.now()
    found = ApiKey.objects.select_related("organisation").filter(digest=digest(secret)).order_by()  # one, unsorted
    key = next((key for key in found if key.works(now)), None)
    if key and (key.last_used_at is None or now - key.last_used_at > USE_IS_NOTED_EVERY):
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
    return key


def _make(by: Actor, name: str, scopes: list[str], expires_at: datetime | None) -> NewKey:
    prefix = f"vz_{secrets.token_hex(4)}"
    secret = f"{prefix}_{new_secret()}"
    key = ApiKey.objects.create(
        organisation=by.organisation,
        name=name,
        prefix=prefix,
        digest=digest(secret),
        scopes=scopes,
        created_by=by.user,
        expires_at=expires_at,
    )
    return NewKey(key, secret)


def _usable(by: Actor, pk: int) -> ApiKey:
    key = get_object_or_404(ApiKey.objects.select_for_update(), organisation=by.organisation, pk=pk)
    if not key.works(timezone.now()):
        raise Conflict(_("This key has already ended."), _("Make a new one."))
    return key


def _item(key: ApiKey) -> str:
    return f"key:{key.pk}"


def _shown(key: ApiKey) -> dict[str, object]:
    expires = key.expires_at.isoformat() if key.expires_at else None
    return {"name": key.name, "prefix": key.prefix, "scopes": key.scopes, "expires_at": expires}
