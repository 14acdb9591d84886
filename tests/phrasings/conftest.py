"""A shop's two tools, registered, and its phrasings as they are live."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from console.organisations.actor import Actor
from console.organisations.models import Organisation
from console.tools.models import Tool
from phrasings import services
from phrasings.models import Version

# A property is held to what it says, never to how long that takes on a busy machine.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

REFUND = {
    "name": "refund_card",
    "write": True,
    "description": "Give money back.",
    "input_schema": {
        "type": "object",
        "properties": {"order_id": {"type": "string"}, "amount": {"type": "number"}},
        "required": ["order_id", "amount"],
    },
    "output_schema": {"type": "object", "properties": {"reference": {"type": "string"}}},
}
LIST = {
    "name": "list_orders",
    "write": False,
    "description": "",
    "input_schema": {"type": "object", "properties": {}},
    "output_schema": {
        "type": "object",
        "properties": {
            "orders": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}
        },
    },
}
LIVE = {
    "refund_card": {
        "en": {"done": "Refunded {argument.amount} for {argument.order_id}.", "refused": "I couldn't refund{because}."},
        "pt-BR": {"done": "Estornados {argument.amount} do pedido {argument.order_id}."},
    }
}


def register(organisation: Organisation, *definitions: dict[str, Any], present: bool = True) -> None:
    Tool.objects.bulk_create(
        Tool(
            organisation=organisation,
            name=each["name"],
            write=each["write"],
            definition=json.dumps(each),
            present=present,
        )
        for each in definitions
    )


@pytest.fixture(autouse=True)
def _tools(organisation: Organisation) -> None:
    register(organisation, REFUND, LIST)


@pytest.fixture
def live(owner: Actor) -> Version:
    """The shop's first version."""
    return services.publish_set(owner, 0, "First texts", LIVE)


@pytest.fixture
def draft(editor: Actor) -> Callable[..., None]:
    """Save a draft of `refund_card`, over whatever is there."""

    def save(text: str, outcome: str = "done", language: str = "en", tool: str = "refund_card") -> None:
        current = services.current_text(editor.organisation, tool, language, outcome)
        services.save_draft(editor, tool, language, outcome, text, services.revision_of(current))

    return save
