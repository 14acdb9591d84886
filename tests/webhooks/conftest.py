"""A receiver, and an organisation's endpoint that is told of everything there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from console.organisations.actor import Actor
from console.webhooks.models import Endpoint
from tests import factories
from tests.webhooks.receiving import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def endpoint(owner: Actor, receiver: Receiver) -> Endpoint:
    return factories.endpoint(owner.organisation, receiver.url).endpoint
