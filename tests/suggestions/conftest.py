"""A shop's two tools, registered as a runtime does: each suggests a phrasing in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from console.organisations.models import Organisation
from phrasings.suggestions.models import Suggestion
from tests import factories

REFUND: dict[str, Any] = {
    "name": "refund_card",
    "write": True,
    "input_schema": {"type": "object", "properties": {"order_id": {"type": "string"}}},
    "output_schema": {"type": "object", "properties": {"number": {"type": "string"}}, "required": ["number"]},
}
LIST: dict[str, Any] = {
    "name": "list_orders",
    "write": False,
    "input_schema": {},
    "output_schema": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}},
}


@pytest.fixture(autouse=True)
def _tools(organisation: Organisation) -> None:
    factories.tools(organisation, REFUND, LIST)


@pytest.fixture
def suggestion(organisation: Organisation) -> Suggestion:
    """What `refund_card` suggests in English."""
    return Suggestion.objects.get(organisation=organisation, tool="refund_card", language="en")
