"""Requests made up from the OpenAPI document, good and bad: each is answered as the document says, none with 500."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from console.api.base import Rates
from console.organisations.models import Organisation
from console.web.wsgi import application
from tests import factories
from tests.api.conftest import Api

schema = schemathesis.openapi.from_wsgi("/v1/schema", application)
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
    monkeypatch.setattr(Rates, "THROTTLE_RATES", dict.fromkeys(("reads", "writes", "anyone"), "100000/min"))


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
    case.call_and_validate(headers={"Authorization": f"Bearer {key}"}, excluded_checks=BEYOND_THE_DOCUMENT)


@schema.parametrize()
@settings(settled, max_examples=10)
def test_without_a_key(case: Any) -> None:
    case.call_and_validate(excluded_checks=BEYOND_THE_DOCUMENT)
