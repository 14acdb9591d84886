"""An organisation, its people by role, someone of another one, and a browser for each."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.web import catalogue
from tests import factories


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogue once, before any worker starts: what Django reads is not kept in the repository."""
    if not hasattr(config, "workerinput"):
        catalogue.compile_catalogue(catalogue.root())


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Nearly every test of the console uses it, and the others lose nothing."""


@pytest.fixture(autouse=True)
def _english() -> None:
    """A request in Portuguese leaves its thread speaking it, until the next request."""
    translation.activate("en")


@pytest.fixture
def organisation() -> Organisation:
    return factories.organisation("Shop")


@pytest.fixture
def owner(organisation: Organisation) -> Actor:
    return factories.actor(organisation, Role.OWNER, "owner@example.com")


@pytest.fixture
def publisher(organisation: Organisation) -> Actor:
    return factories.actor(organisation, Role.PUBLISHER, "publisher@example.com")


@pytest.fixture
def editor(organisation: Organisation) -> Actor:
    return factories.actor(organisation, Role.EDITOR, "editor@example.com")


@pytest.fixture
def viewer(organisation: Organisation) -> Actor:
    return factories.actor(organisation, Role.VIEWER, "viewer@example.com")


@pytest.fixture
def outsider() -> Actor:
    """The owner of another organisation."""
    return factories.actor(factories.organisation("Elsewhere"), Role.OWNER, "outsider@example.com")


@pytest.fixture
def owner_client(owner: Actor) -> Client:
    return factories.signed_in(owner)


@pytest.fixture
def publisher_client(publisher: Actor) -> Client:
    return factories.signed_in(publisher)


@pytest.fixture
def editor_client(editor: Actor) -> Client:
    return factories.signed_in(editor)


@pytest.fixture
def viewer_client(viewer: Actor) -> Client:
    return factories.signed_in(viewer)


@pytest.fixture
def outsider_client(outsider: Actor) -> Client:
    return factories.signed_in(outsider)
