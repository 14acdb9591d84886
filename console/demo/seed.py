"""Puts the shop into the database, once. What people change in it stays; its sign-ins and keys always work."""

from __future__ import annotations

import json
from datetime import UTC, timedelta
from pathlib import Path

import yaml
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from console.accounts.models import User
from console.demo import counts
from console.demo.shop import Person, Shop, Table, shop
from console.demo.watch import watch
from console.keys.models import Scope
from console.keys.services import create_key, recognise
from console.licences import services as licences
from console.licences.models import A_YEAR
from console.licences.plans import Plan
from console.organisations import services as organisations
from console.organisations.actor import Actor, member
from console.organisations.models import Membership, Organisation, Role
from console.tools.services import register
from phrasings import services

Secrets = dict[str, str]
"""API keys by name."""


@transaction.atomic
def seed(secrets: Path) -> Secrets:
    """Make the shop where it is missing, and see that its people and keys can be used.

    :param secrets: the file that keeps the keys between runs, since the database holds only their digests.
    """
    of = shop()
    users = {person.role: _person(person) for person in of.people}
    found = Organisation.objects.filter(name=of.organisation).first()
    organisation = found or organisations.create_organisation(users[Role.OWNER], of.organisation)
    actors = {role: _member(organisation, user, Role(role)) for role, user in users.items()}
    if found is None:
        _fill(of, actors)
    return _keys(of, actors[Role.OWNER], secrets)


def _person(person: Person) -> User:
    user = User.objects.filter(email=person.email).first() or User.objects.create_user(person.email)
    if not user.check_password(person.password):
        user.set_password(person.password)
        user.save(update_fields=["password"])
    EmailAddress.objects.get_or_create(user=user, email=person.email, defaults={"verified": True, "primary": True})
    return user


def _member(organisation: Organisation, user: User, role: Role) -> Actor:
    membership, _new = Membership.objects.get_or_create(organisation=organisation, user=user, defaults={"role": role})
    if membership.role != role:
        membership.role = role
        membership.save(update_fields=["role"])
    return member(membership)


def _fill(of: Shop, actors: dict[str, Actor]) -> None:
    """License it, register the tools, publish the versions one after the other, leave drafts, count and watch."""
    editor, publisher = actors[Role.EDITOR], actors[Role.PUBLISHER]
    _license(actors[Role.OWNER])
    register(publisher, [*of.tools, *of.retired_tools])
    for number, version in enumerate(of.versions):
        services.import_yaml(editor, yaml.safe_dump(version["tools"], allow_unicode=True), dry_run=False)
        services.publish(publisher, version["note"], number)
    register(publisher, of.tools)
    for draft in of.drafts:
        services.save_draft(editor, **draft, revision=_revision(editor, draft))
    counts.count(publisher, of.tools, live=len(of.versions))
    watch(actors[Role.OWNER])


def _license(owner: Actor) -> None:
    """Its orders hold personal data, which its model reads: the plan is the one that allows that."""
    until = timezone.now().astimezone(UTC).date() + timedelta(days=2 * A_YEAR)
    licences.grant(licences.AT_THE_MACHINE, owner.organisation, licences.Terms(Plan.ENTERPRISE, until))
    licences.issue(owner)


def _revision(by: Actor, draft: Table) -> str:
    place = {name: draft[name] for name in ("tool", "language", "outcome")}
    return services.revision_of(services.current_text(by.organisation, **place))


def _keys(of: Shop, owner: Actor, path: Path) -> Secrets:
    kept: Secrets = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    secrets = {key.name: kept.get(key.name, "") for key in of.keys}
    for key in of.keys:
        found = recognise(secrets[key.name])
        if found is None or found.organisation_id != owner.organisation.pk:
            secrets[key.name] = create_key(owner, key.name, [Scope(scope) for scope in key.scopes]).secret
    if secrets != kept:
        path.touch(mode=0o600)
        path.write_text(json.dumps(secrets), encoding="utf-8")
    return secrets
