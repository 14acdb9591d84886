"""Requests made up from the OpenAPI document, good and bad: each is answered as the document says, none with 500."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from console.api.base import Rates
from console.organisations.models import Organisation
from console.web.wsgi import application
from tests import factories
from tests.api.conftest import Api

schema = schemathesis.openapi.from_path(Path(__file__).with_name("openapi.yaml"))  # which another test keeps current
schema.app = application
settled = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

# What is well formed may still be refused: a name that no tool can have, a placeholder that no schema has.
BEYOND_THE_DOCUMENT = [positive_data_acceptance]


@pytest.fixture(autouse=True)
def _no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rates, "THROTTLE_RATES", dict.fromkeys(("reads", "writes", "counts", "anyone"), "100000/min"))


@pytest.fixture
def key(organisation: Organisation) -> str:
    """The key of an organisation with a tool, its suggestions and two versions."""
    factories.tools(organisation)
    secret = factories.api_key(organisation).secret
    for base in range(2):
        text = {"refund_card": {"en": {"done": f"Done {base}."}}}
        Api(secret).post("outcome-phrasings/versions", {"base_version": base, "note": "n", "tools": text})
    return secret


@schema.parametrize()
@settled
def test_with_a_key(case: Any, key: str) -> None:
    _check(case, headers={"Authorization": f"Bearer {key}"})


@schema.parametrize()
@settings(settled, max_examples=10)
def test_without_a_key(case: Any) -> None:
    _check(case)


def _check(case: Any, **options: Any) -> None:
    """Send it; meanwhile the test's database stays open, as Django's own test client sees to."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        case.call_and_validate(excluded_checks=BEYOND_THE_DOCUMENT, **options)
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
