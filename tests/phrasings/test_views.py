from __future__ import annotations

from typing import Any

import pytest

from console.organisations.models import Organisation, Role
from phrasings import services
from tests.factories import actor
from tests.phrasings.conftest import LIVE
from tests.questions import Questions, View

TEXTS = {"text.en": "Sent back.", "revision.en": services.revision_of("")}


def a_phrasing(organisation: Organisation) -> dict[str, Any]:
    return {"tool": "refund_card", "outcome": "done"}


def a_new_text(organisation: Organisation) -> dict[str, Any]:
    return {"tool": "list_orders", "outcome": "failed"}


def a_draft(organisation: Organisation) -> dict[str, Any]:
    by = actor(organisation, Role.EDITOR)
    current = services.current_text(organisation, "refund_card", "en", "done")
    services.save_draft(by, "refund_card", "en", "done", f"Sent by {by.name}.", services.revision_of(current))
    return {"tool": "refund_card", "outcome": "done", "language": "en"}


def a_version(organisation: Organisation) -> dict[str, Any]:
    if not organisation.versions.exists():
        services.publish_set(actor(organisation), 0, "First", LIVE)
        services.publish_set(actor(organisation), 1, "Second", {"list_orders": {"en": {"done": "Here."}}})
    return {"number": 1}


GONE = {"tool": "nothing"}
NO_VERSION = {"number": 999_999_999}
VIEWS = [
    View("phrasings:matrix", part=True),
    View("phrasings:publish", part=True),
    View("phrasings:versions", part=True),
    View("phrasings:compare", part=True),
    View("phrasings:version", make=a_version, part=True, bad=NO_VERSION),
    View("phrasings:export", make=a_version, bad=NO_VERSION),
    View("phrasings:import", least=Role.EDITOR, part=True),
    View("phrasings:edit", make=a_phrasing, bad=GONE),
    View("phrasings:edit", "POST", Role.EDITOR, make=a_new_text, data=TEXTS, works=302, bad=GONE),
    View("phrasings:check", "POST", make=a_phrasing, data=TEXTS, part=True, bad=GONE),
    View("phrasings:discard", "POST", Role.EDITOR, make=a_draft, works=302, bad=GONE),
    View("phrasings:import", "POST", Role.EDITOR, data={"text": "refund_card: {done: Text}"}),
    View("phrasings:publish", "POST", Role.PUBLISHER, data={"note": "Note", "base_version": 0}, works=422),
    View("phrasings:restore", "POST", Role.PUBLISHER, make=a_version, data={"note": ""}, works=422, bad=NO_VERSION),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    """Every view of phrasings."""
