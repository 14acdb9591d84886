from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.tools.models import Tool
from phrasings.services import publish_set
from tests.factories import REFUND, tools
from tests.questions import Questions, View


def a_tool(of: Organisation) -> dict[str, Any]:
    tools(of)
    return {"tool": "refund_card"}


VIEWS = [
    View("tools:list", part=True),
    View("tools:one", make=a_tool, part=True, bad={"tool": "refund_cash"}),
    View("tools:register", least=Role.PUBLISHER, part=True),
    View("tools:register", "POST", Role.PUBLISHER, works=422),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions): ...


@pytest.fixture
def address(organisation: Organisation) -> str:
    return f"/o/{organisation.slug}/tools/"


def send(client: Client, address: str, content: bytes) -> HttpResponse:
    answer: HttpResponse = client.post(f"{address}register", {"file": SimpleUploadedFile("tools.json", content)})
    return answer


def test_the_list_shows_kinds_and_personal_fields(
    viewer_client: Client, address: str, organisation: Organisation
) -> None:
    tools(organisation)
    page = viewer_client.get(address).content.decode()
    assert "refund_card" in page
    assert "<code>card</code>" in page


def test_the_list_is_searched_and_narrowed(viewer_client: Client, address: str, organisation: Organisation) -> None:
    tools(organisation, REFUND, {**REFUND, "name": "get_order", "write": False, "description": ""})
    assert [row.name for row in viewer_client.get(f"{address}?q=MONEY").context["rows"]] == ["refund_card"]
    assert [row.name for row in viewer_client.get(f"{address}?kind=read").context["rows"]] == ["get_order"]
    assert viewer_client.get(f"{address}?state=absent").context["rows"] == []
    assert "No tool passes these filters" in viewer_client.get(f"{address}?q=nothing").content.decode()


def test_two_hundred_tools_take_as_many_queries_as_one(
    viewer_client: Client, address: str, organisation: Organisation, django_assert_num_queries: Any
) -> None:
    tools(organisation)
    viewer_client.get(address)
    with CaptureQueriesContext(connection) as few:
        viewer_client.get(address)
    tools(organisation, *({**REFUND, "name": f"refund_{number}"} for number in range(200)))
    with django_assert_num_queries(len(few)):
        viewer_client.get(address)


def test_a_tool_s_page_marks_what_is_personal_and_shows_the_schema(
    viewer_client: Client, address: str, organisation: Organisation
) -> None:
    tools(organisation, {**REFUND, "output_schema": {"properties": {"buyers": {"items": {"x-personal": True}}}}})
    answer = viewer_client.get(f"{address}refund_card/")
    assert [(field.path, field.personal) for field in answer.context["returns"].fields] == [("buyers", False)]
    assert "x-personal" in answer.content.decode()


def test_a_bad_stored_schema_does_not_break_the_pages(
    viewer_client: Client, address: str, organisation: Organisation
) -> None:
    tools(organisation)
    Tool.objects.update(definition='{"name": "refund_card", "input_schema": {"type": 5}}')
    for page in (address, f"{address}refund_card/"):
        assert "Schemas cannot be read" in viewer_client.get(page).content.decode()


@pytest.mark.parametrize("bad", ["no json", "[1]", "{}", '{"input_schema": 3, "output_schema": 3}'])
def test_nor_does_it_break_the_pages_of_its_phrasings(
    viewer_client: Client, address: str, publisher: Actor, bad: str
) -> None:
    tools(publisher.organisation)
    publish_set(publisher, 0, "First.", {"refund_card": {"en": {"done": "It is {result.number}."}}})
    Tool.objects.update(definition=bad)
    for page in ("phrasings/", "phrasings/refund_card/done/", "suggestions/", "tools/refund_card/"):
        assert viewer_client.get(address.replace("tools/", page)).status_code == 200, page


def test_a_tool_s_page_shows_its_phrasings_and_leads_to_each(
    viewer_client: Client, address: str, publisher: Actor
) -> None:
    tools(publisher.organisation)
    publish_set(publisher, 0, "First.", {"refund_card": {"pt-BR": {"done": "Feito, e é isso."}}})
    page = viewer_client.get(f"{address}refund_card/").content.decode()
    assert "Feito, e é isso." in page
    assert "phrasings/refund_card/refused/" in page


def test_html_in_a_tool_is_text(viewer_client: Client, address: str, organisation: Organisation) -> None:
    script = "<script>alert(1)</script>"
    tools(organisation, {**REFUND, "description": script, "input_schema": {"properties": {script: {"title": script}}}})
    for page in (address, f"{address}refund_card/"):
        assert script not in viewer_client.get(page).content.decode()


@pytest.mark.parametrize("wrap", [lambda tools: tools, lambda tools: {"tools": tools}])
def test_a_file_registers_tools(publisher_client: Client, address: str, wrap: Any) -> None:
    answer = send(publisher_client, address, json.dumps(wrap([REFUND])).encode())
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert Tool.objects.get().name == "refund_card"
    assert "Registered the tools: 1 added." in publisher_client.get(address).content.decode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "not JSON at line 1, column 2"),
        (b'{"tools": 3}', "/tools: The tools are a list."),
        (b'[{"name": "x\\u0000", "write": true, "input_schema": {}}]', "a character that cannot be kept"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'[{"name": "a", "name": "b"}]', "a name twice"),
        (b'[{"name": "x", "write": true, "input_schema": {"minimum": 1e999}}]', "too large"),
        (b" " * (4 * 1024 * 1024 + 1), "larger than 4 MiB"),
    ],
)
def test_a_file_that_cannot_be_taken_says_why(
    publisher_client: Client, address: str, content: bytes, said: str
) -> None:
    answer = send(publisher_client, address, content)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Tool.objects.exists()
