"""The console's signing key is changed under runtimes, which follow from one key to the next and to no stranger's."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from console import signing
from console.licences import services
from console.licences.services import AT_THE_MACHINE, Terms
from console.organisations.actor import Actor
from phrasings import services as phrasings
from settings.signing import new_key, signing_keys
from tests import factories
from tests.within import Within
from veraz.errors import NotTrusted
from veraz.sync import Console, KeySet, Licence

OLD, NEW, STRANGE = new_key(), new_key(), new_key()


class Runtime:
    """A runtime with its state in a folder; a new one on the same folder is the next process."""

    def __init__(self, folder: Path, secret: str, licence: str = "", keys: KeySet | None = None) -> None:
        file = folder / "shop.licence"
        file.write_text(licence)
        way = {"transport": Within(secret), "state": folder, "keys": keys, "licence": file}
        self.console = Console("https://console.example", secret, **way)

    @property
    def licence(self) -> Licence:
        return self.console.licence

    def keys(self) -> set[str]:
        """The fingerprints of the keys that are held."""
        return set(self.console.keyring.fingerprints())

    def version(self) -> int:
        """Ask the console, and return the version that is held then."""
        with suppress(NotTrusted):
            self.console.refresh()
        return self.console.version.number if self.console.version else 0


@pytest.fixture
def secret(owner: Actor) -> str:
    services.grant(AT_THE_MACHINE, owner.organisation, Terms("enterprise", date(2099, 12, 31)))
    return factories.api_key(owner.organisation).secret


def signed_by(*pems: str) -> Any:
    """The console, restarted with these keys, the one that signs first."""
    return override_settings(SIGNING_KEYS=signing_keys("".join(pems)))


def publish(by: Actor) -> None:
    """Publish one more version."""
    number = by.organisation.versions.count()
    factories.tools(by.organisation)
    phrasings.publish_set(by, number, "Another", {"refund_card": {"en": {"failed": f"Refund {number} failed."}}})


def test_a_rotation_step_by_step_loses_no_runtime(owner: Actor, secret: str, tmp_path: Path) -> None:
    with signed_by(OLD):
        publish(owner)
        first = services.issue(owner).text
        [old] = signing.fingerprints()
        runtime = Runtime(tmp_path, secret, first)
        assert (runtime.version(), runtime.keys(), runtime.licence.plan) == (1, {old}, "enterprise")
    with signed_by(OLD, NEW):  # added second: the next look at the keys finds both, signed by both
        runtime = Runtime(tmp_path, secret, first)
        assert runtime.version() == 1
        assert runtime.keys() == set(signing.fingerprints())
        assert runtime.licence.plan == "enterprise"
    with signed_by(NEW, OLD):  # put first: the same process takes what the new key signs
        publish(owner)
        assert runtime.version() == 2
        second = services.issue(owner).text
        assert Runtime(tmp_path, secret, second).licence.plan == "enterprise"
    with signed_by(NEW):  # the old one is out
        publish(owner)
        after = Runtime(tmp_path, secret, second)
        assert (after.version(), after.keys()) == (3, set(signing.fingerprints()))
        assert after.licence.plan == "enterprise"
        assert Runtime(tmp_path, secret, first).licence.state == "not trusted"


def test_a_runtime_that_was_away_while_the_key_was_added_follows_too(owner: Actor, secret: str, tmp_path: Path) -> None:
    with signed_by(OLD):
        publish(owner)
        runtime = Runtime(tmp_path, secret)
        assert runtime.version() == 1
    with signed_by(NEW, OLD):
        publish(owner)
        assert runtime.version() == 2


def test_a_runtime_that_was_given_the_old_key_follows_too(owner: Actor, secret: str, tmp_path: Path) -> None:
    with signed_by(OLD):
        given = KeySet.of(signing.public_keys())
    with signed_by(NEW, OLD):
        publish(owner)
        assert Runtime(tmp_path, secret, keys=given).version() == 1
    with signed_by(NEW):
        publish(owner)
        assert Runtime(tmp_path, secret, keys=given).version() == 2, "it kept the chain in its state folder"


def test_a_set_that_a_stranger_alone_has_signed_is_refused(
    owner: Actor, secret: str, tmp_path: Path, caplog: Any
) -> None:
    with signed_by(OLD):
        publish(owner)
        runtime = Runtime(tmp_path, secret)
        assert runtime.version() == 1
        held = runtime.keys()
    caplog.set_level("WARNING", "veraz.sync")
    with signed_by(STRANGE):
        publish(owner)
        licence = services.issue(owner).text
        assert [runtime.version(), Runtime(tmp_path, secret).version()] == [1, 1]
        assert runtime.keys() == Runtime(tmp_path, secret).keys() == held
        assert Runtime(tmp_path, secret, licence).licence.state == "not trusted"
    assert "the console's keys are not taken" in caplog.text


def test_a_runtime_that_was_away_all_the_while_is_given_the_new_set_by_hand(
    owner: Actor, secret: str, tmp_path: Path
) -> None:
    with signed_by(OLD):
        publish(owner)
        assert Runtime(tmp_path, secret).version() == 1
    with signed_by(NEW):
        publish(owner)
        assert Runtime(tmp_path, secret).version() == 1
        assert Runtime(tmp_path, secret, keys=KeySet.of(signing.public_keys())).version() == 2
