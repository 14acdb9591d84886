from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from console.audit.models import AuditLine
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from console.web import request_log
from phrasings import services
from phrasings.models import Version
from tests import factories
from tests.factories import REFUND
from tests.questions import FRAGMENT, Questions, View

LIST = {"name": "list_orders", "write": False, "input_schema": {}}
LIVE = {
    "refund_card": {
        "en": {"done": "Refunded {argument.amount}.", "failed": "The refund failed{because}."},
        "pt-BR": {"failed": "O estorno falhou{because}."},
    }
}
FAILED = {"call-1-tool": "refund_card", "call-1-outcome": "failed", "call-1-reason": "card closed"}


def with_tools(of: Organisation) -> dict[str, Any]:
    factories.tools(of)
    return {}


VIEWS = [
    View("try_it:try", make=with_tools, part=True),
    View("try_it:try", "POST", make=with_tools, data={"reply": "Hello.", "language": "en"}, part=True),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions): ...


@pytest.fixture
def live(publisher: Actor) -> Version:
    factories.tools(publisher.organisation, REFUND, LIST)
    return services.publish_set(publisher, 0, "First", LIVE)


@pytest.fixture
def address(organisation: Organisation) -> str:
    return f"/o/{organisation.slug}/phrasings/try/"


def ask(client: Client, address: str, reply: str, /, language: str = "en", **calls: str) -> HttpResponse:
    answer: HttpResponse = client.post(address, {"reply": reply, "language": language, **calls})
    return answer


def test_a_sentence_that_disagrees_is_replaced_by_the_live_phrasing(
    viewer_client: Client, live: Version, address: str
) -> None:
    answer = ask(viewer_client, address, "Hello. I refunded your card.", **FAILED)
    shown = answer.context["tried"]
    assert shown.text == "Hello. The refund failed: card closed."
    assert [sentence.state for sentence in shown.sentences] == ["ok", "bad"]
    assert shown.sentences[1].rule
    assert [(claim.tool, str(claim.outcome)) for claim in shown.sentences[1].claims] == [("refund_card", "Failed")]


def test_the_page_says_what_became_of_each_sentence_and_why(viewer_client: Client, live: Version, address: str) -> None:
    reply = "Your card was refunded."
    page = ask(viewer_client, address, reply, **FAILED).content.decode()
    for words in ("Replaced", "It says something else", "says it is done", "The refund failed: card closed."):
        assert words in page
    assert reply in page


def test_a_claim_with_no_call_says_so(viewer_client: Client, live: Version, address: str) -> None:
    answer = ask(viewer_client, address, "I refunded your card.")
    assert "No such call was made." in answer.content.decode()


def test_a_write_that_is_left_out_is_added(viewer_client: Client, live: Version, address: str) -> None:
    sent = {"reply": "Hello.", "language": "pt-BR", **FAILED}
    shown = viewer_client.post(address, sent).context["tried"]
    assert [(each.tool, each.text) for each in shown.added] == [("refund_card", "O estorno falhou: card closed.")]


def test_a_reply_that_agrees_stands(viewer_client: Client, live: Version, address: str) -> None:
    calls = {"call-1-tool": "refund_card", "call-1-outcome": "done", "call-1-arguments": '{"amount": 12.5}'}
    sent = {"reply": "I refunded 12.50 to your card.", "language": "en", **calls}
    assert not viewer_client.post(address, sent).context["tried"].changed


def test_drafts_are_not_tried(editor: Actor, viewer_client: Client, live: Version, address: str) -> None:
    seen = services.revision_of(LIVE["refund_card"]["en"]["failed"])
    services.save_draft(editor, "refund_card", "en", "failed", "A draft.", seen)
    answer = ask(viewer_client, address, "I refunded your card.", **FAILED)
    assert answer.context["tried"].text == "The refund failed: card closed."


def test_a_live_phrasing_that_its_tool_no_longer_bears_is_passed_over_and_named(
    viewer_client: Client, organisation: Organisation, live: Version, address: str
) -> None:
    factories.tools(organisation, {**REFUND, "input_schema": {"type": "object", "properties": {}, "required": []}})
    factories.tools(organisation, {**REFUND, "input_schema": {"type": "object", "additionalProperties": False}})
    calls = {"call-1-tool": "refund_card", "call-1-outcome": "done"}
    page = ask(viewer_client, address, "It failed.", **calls).content.decode()
    assert "Live phrasings with errors" in page


def test_the_organisations_own_language_is_the_first_choice(outsider: Actor, outsider_client: Client) -> None:
    organisation = outsider.organisation
    organisation.selector_language = "pt-BR"
    organisation.save()
    factories.tools(organisation)
    page = outsider_client.get(f"/o/{organisation.slug}/phrasings/try/").content.decode()
    assert '<option value="pt-BR" selected>' in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"reply": ""}, "required"),
        ({"reply": "x" * 65_537}, "65536"),
        ({"reply": "a\x00b"}, "Null characters"),
        ({"language": "fr"}, "not one of the available choices"),
        ({"call-1-tool": "refund_cash"}, "No tool of this name is registered."),
        ({"call-1-outcome": "failed"}, "required"),
        ({**FAILED, "call-1-outcome": "gone"}, "not one of the available choices"),
        ({**FAILED, "call-1-arguments": "{\n 1}"}, "not JSON at line 2, column 2"),
        ({**FAILED, "call-1-arguments": "[1]"}, "Arguments are an object"),
        ({**FAILED, "call-1-result": "[" * 9_000}, "nested too deeply"),
        ({**FAILED, "call-1-result": '"\\ud800"'}, "cannot be kept"),
        ({**FAILED, "call-1-result": "1" * 5_000}, "too large"),
        ({**FAILED, "call-1-result": " " * 16_001}, "16000"),
        ({**FAILED, "call-1-reason": "x" * 301}, "300"),
    ],
)
def test_what_cannot_be_tried_says_where_and_keeps_what_was_typed(
    viewer_client: Client, live: Version, address: str, sent: dict[str, str], said: str
) -> None:
    answer = ask(viewer_client, address, "Typed words.", **sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert answer.context["tried"] is None
    assert "reply" in sent or "Typed words." in answer.content.decode()


def test_a_phrasing_that_would_fill_the_page_is_not_printed(
    publisher: Actor, viewer_client: Client, live: Version, address: str
) -> None:
    factories.tools(publisher.organisation, {**REFUND, "output_schema": {"type": "array"}})
    bomb = "{each result max 100}" + "{argument.order_id}" * 90 + "{end}"
    services.publish_set(publisher, 1, "Bomb", {"refund_card": {"en": {"done": bomb}}})
    values = {"call-1-arguments": json.dumps({"order_id": "x" * 9_000}), "call-1-result": json.dumps([1] * 100)}
    answer = viewer_client.post(address, {"reply": "Hi.", "language": "en", "call-1-tool": "refund_card", **values})
    assert answer.status_code == 422
    assert "would be too long" in answer.content.decode()


def test_html_in_a_reply_and_a_result_is_text(viewer_client: Client, live: Version, address: str) -> None:
    script = "<script>alert(1)</script>"
    sent = {"reply": f"I refunded the card. {script}", "language": "en", **FAILED, "call-1-reason": script}
    page = viewer_client.post(address, sent).content.decode()
    assert script not in page
    assert "&lt;script&gt;" in page


def test_control_characters_and_a_whole_64_kb_are_taken(viewer_client: Client, live: Version, address: str) -> None:
    for reply in ("\x07\x1b[31m \u202e I refunded it\u2028", "I refunded the card. " * 3_000, "{" * 65_536):
        assert ask(viewer_client, address, reply, **FAILED).status_code == 200


def test_lines_are_those_that_were_typed(viewer_client: Client, live: Version, address: str) -> None:
    answer = ask(viewer_client, address, "One.\r\nTwo.\r\n")
    assert answer.context["tried"].text == "One.\nTwo.\n"


def test_nothing_is_stored_and_nothing_is_logged(
    viewer_client: Client, live: Version, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(request_log.log, "info", lambda *args, **fields: told.append((args, fields)), raising=False)
    lines = AuditLine.objects.count()
    with CaptureQueriesContext(connection) as queries:
        answer = ask(viewer_client, address, "A secret.", **FAILED)
    assert not [query for query in queries if query["sql"].startswith(("INSERT", "UPDATE"))]
    assert AuditLine.objects.count() == lines
    assert answer["Cache-Control"] == "no-store"
    assert told
    assert "secret" not in str(told)


def test_an_organisation_with_no_tools_is_told_to_register_them(viewer_client: Client, address: str) -> None:
    for headers in ({}, FRAGMENT):
        assert viewer_client.get(address, headers=headers).status_code == 200
    assert "No tools yet" in viewer_client.get(address).content.decode()


def test_a_hundred_tools_take_as_many_queries_as_one(
    viewer_client: Client, organisation: Organisation, address: str, django_assert_num_queries: Any
) -> None:
    factories.tools(organisation)
    viewer_client.get(address)
    with CaptureQueriesContext(connection) as few:
        viewer_client.get(address)
    factories.tools(organisation, *({**REFUND, "name": f"refund_{number}"} for number in range(100)))
    with django_assert_num_queries(len(few)):
        viewer_client.get(address)
