"""The runtime and the console keep to one protocol: each is here as people have it, with no network between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from console.keys.models import Scope
from console.organisations.actor import Actor
from console.tools.models import Tool as Registered
from phrasings import services
from tests import factories
from tests.within import Within
from veraz import Call, Checker, Outcome, tool
from veraz.errors import ConsoleRefused
from veraz.sync import Console, pushed
from veraz.sync.cache import Cache
from veraz.sync.keyring import Keyring
from veraz.sync.poller import Poller

CALL = Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.DONE)


@pytest.fixture
def way(owner: Actor) -> Within:
    return Within(factories.api_key(owner.organisation).secret)


def console(way: Within, folder: Path) -> Console:
    """Return a connection; no agent follows it, so it does what it is asked for and nothing by itself."""
    return Console("https://console.example", "vz_test", transport=way, state=folder)


def publish(by: Actor, text: str) -> Any:
    return services.publish_set(
        by, by.organisation.versions.count(), "Another", {"refund_card": {"en": {"done": text}}}
    )


def test_what_an_editor_publishes_is_what_people_read(owner: Actor, way: Within, tmp_path: Path) -> None:
    factories.tools(owner.organisation)
    here = console(way, tmp_path)
    here.refresh()
    assert here.version is not None
    assert here.version.number == 0
    publish(owner, "Refunded {argument.amount} for order {argument.order_id}.")
    here.refresh()
    assert here.version.number == 1
    told = Checker([factories.REFUND]).with_live(here.version.tools, here.version.number).compose([CALL])
    assert (told.text, told.version) == ("Refunded 12.5 for order 4412.", 1)


def test_an_old_version_put_back_is_followed_since_its_number_is_new(owner: Actor, way: Within, tmp_path: Path) -> None:
    factories.tools(owner.organisation)
    here = console(way, tmp_path)
    publish(owner, "One.")
    publish(owner, "Two.")
    here.refresh()
    services.restore(owner, 1, 2, "Back")
    here.refresh()
    assert here.version is not None
    assert (here.version.number, here.version.tools["refund_card"]["en"]["done"]) == (3, "One.")


def test_a_poll_with_nothing_new_carries_nothing(way: Within, tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    poller = Poller(way, keyring, Cache(tmp_path, keyring), lambda: None)
    poller.poll()
    poller.poll()
    assert way.statuses == [200, 200, 304]  # the keys, the phrasings, and then nothing


@pytest.mark.parametrize(("scopes", "status"), [((Scope.METERS_WRITE,), 403), ((), 401)])
def test_a_key_that_may_not_is_refused_by_name(owner: Actor, tmp_path: Path, scopes: Any, status: int) -> None:
    secret = factories.api_key(owner.organisation, *scopes).secret if scopes else "vz_unknown"
    with pytest.raises(ConsoleRefused, match=str(status)) as error:
        console(Within(secret), tmp_path).refresh()
    assert error.value.status == status


def test_tools_are_registered_as_the_console_takes_them(owner: Actor, way: Within, tmp_path: Path) -> None:
    @tool(write=True)
    def refund_card(order_id: str, amount: float = 1.0, note: str | None = None) -> dict[str, str]:
        """Send money back."""
        return {"number": order_id}

    here = console(way, tmp_path)
    done = pushed(here, [refund_card])
    assert (done.added, done.unphrased) == (("refund_card",), ("refund_card",))
    assert pushed(here, [refund_card]).unchanged == ("refund_card",)
    assert pushed(here, [refund_card], descriptions=True).changed == ("refund_card",)
    assert Registered.objects.filter(organisation=owner.organisation).count() == 1
