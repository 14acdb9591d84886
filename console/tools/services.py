"""What is done to tools: each a transaction with its audit line, its role checked here."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from console.audit.services import record
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.tools import actions, definitions
from console.tools.definitions import Definition
from console.tools.models import Registration, Tool


@dataclass(frozen=True, slots=True)
class Changes:
    """What a registration changed, as names; a tool that came back counts as added."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    absent: tuple[str, ...]
    unchanged: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.absent)


@dataclass(frozen=True, slots=True)
class Registered:
    """A registration and what it changed."""

    digest: str
    changes: Changes


@transaction.atomic
def register(by: Actor, tools: Any, digest: str = "") -> Registered:
    """Take `tools`, a JSON value, for all the tools there are; any other that is registered is marked absent.

    The digest is the sender's name for the set, the console's own where it is left out. What changed is told by
    comparing the tools themselves, so that a set sent twice changes nothing. Raises Invalid, naming each fault's path.
    """
    by.require(Role.PUBLISHER)
    sent = definitions.read(tools)
    Organisation.objects.select_for_update().get(pk=by.organisation.pk)
    known = {tool.name: tool for tool in Tool.objects.filter(organisation=by.organisation)}
    changes = _compare(known, sent)
    now = timezone.now()
    new = {*changes.added, *changes.changed}
    _store(by.organisation, known, [each for each in sent if each.name in new], now)
    mine = Tool.objects.filter(organisation=by.organisation, present=True)
    mine.filter(name__in=changes.absent).update(present=False)
    mine.update(last_seen_at=now)
    digest = digest or _digest(sent)
    registration = {"digest": digest, "at": now, "by": by.name}
    Registration.objects.update_or_create(organisation=by.organisation, defaults=registration)
    if changes:
        told = {name: names for name, names in asdict(changes).items() if names and name != "unchanged"}
        record(by, actions.REGISTERED, "tools", digest, after=told)
    return Registered(digest, changes)


def _compare(known: dict[str, Tool], sent: list[Definition]) -> Changes:
    present = {name: tool.definition for name, tool in known.items() if tool.present}
    names = {each.name for each in sent}
    return Changes(
        added=tuple(each.name for each in sent if each.name not in present),
        changed=tuple(each.name for each in sent if present.get(each.name, each.text) != each.text),
        absent=tuple(name for name in present if name not in names),
        unchanged=tuple(each.name for each in sent if present.get(each.name) == each.text),
    )


def _store(organisation: Organisation, known: dict[str, Tool], sent: list[Definition], now: datetime) -> None:
    rows = [known.get(each.name) or Tool(organisation=organisation, name=each.name, first_seen_at=now) for each in sent]
    for row, each in zip(rows, sent, strict=True):
        row.write, row.description, row.definition = each.write, each.description, each.text
        row.present, row.last_seen_at = True, now
    Tool.objects.bulk_create([row for row in rows if row.pk is None])
    fields = ["write", "description", "definition", "present", "last_seen_at"]
    Tool.objects.bulk_update([row for row in rows if row.pk is not None], fields, batch_size=100)


def _digest(sent: list[Definition]) -> str:
    whole = "\n".join(sorted(each.text for each in sent))
    return f"sha256:{hashlib.sha256(whole.encode()).hexdigest()}"
