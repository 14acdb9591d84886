from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from phrasings import services as phrasings
from phrasings.models import Draft
from phrasings.suggestions import services
from phrasings.suggestions.models import State, Suggestion
from tests import factories
from tests.questions import FRAGMENT, Questions, View
from tests.suggestions.conftest import LIST, REFUND

REASON = {"reason": "Too dry"}


def one_that_waits(of: Organisation) -> dict[str, Any]:
    fields = {"tool": "refund_card", "language": "en", "outcome": "done"}
    Suggestion.objects.filter(organisation=of, **fields).delete()
    Draft.objects.filter(organisation=of).delete()
    return {"pk": Suggestion.objects.create(organisation=of, text="Refunded {result.number}.", **fields).pk}


def one_that_was_rejected(of: Organisation) -> dict[str, Any]:
    made = one_that_waits(of)
    Suggestion.objects.filter(**made).update(state=State.REJECTED, reason="Too dry")
    return made


VIEWS = [
    View("suggestions:list", part=True),
    View("suggestions:list", "POST", Role.EDITOR, works=422),
    View("suggestions:refresh", "POST", Role.EDITOR, works=302),
    View("suggestions:one", least=Role.EDITOR, make=one_that_waits),
    View("suggestions:one", "POST", Role.EDITOR, make=one_that_waits, data={"text": "Done."}, works=302),
    View("suggestions:check", "POST", Role.EDITOR, make=one_that_waits, data={"text": "Done."}, part=True, wrong="GET"),
    View("suggestions:accept", "POST", Role.EDITOR, make=one_that_waits, works=302, wrong="GET"),
    View("suggestions:reject", "POST", Role.EDITOR, make=one_that_waits, data=REASON, works=302, wrong="GET"),
    View("suggestions:offer", "POST", Role.EDITOR, make=one_that_was_rejected, works=302, wrong="GET"),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions): ...


@pytest.fixture
def address(organisation: Organisation) -> str:
    return f"/o/{organisation.slug}/suggestions/"


def shown(answer: Any) -> list[str]:
    return [str(row.suggestion.key) for row in answer.context["rows"]]


def test_the_list_shows_each_suggestion_as_a_person_would_read_it(viewer_client: Client, address: str) -> None:
    answer = viewer_client.get(address)
    assert len(shown(answer)) == 4
    assert "{result.number}" in answer.content.decode()
    assert all("{" not in row.preview.text for row in answer.context["rows"])


def test_the_list_is_searched_and_narrowed(editor: Actor, viewer_client: Client, address: str) -> None:
    assert shown(viewer_client.get(f"{address}?q=REFUND&language=en")) == ["refund_card.en.done"]
    services.reject(editor, Suggestion.objects.get(tool="refund_card", language="en").pk, "Too dry")
    assert len(shown(viewer_client.get(address))) == 3
    assert "Too dry" in viewer_client.get(f"{address}?state=rejected").content.decode()
    assert "No suggestion passes these filters" in viewer_client.get(f"{address}?state=accepted").content.decode()


def test_filters_of_nonsense_show_what_waits(viewer_client: Client, address: str) -> None:
    for query in ("?state=gone", "?language=fr", "?page=x", "?page=-1"):
        assert len(shown(viewer_client.get(address + query))) == 4


def test_an_empty_list_says_why(editor_client: Client, outsider_client: Client, outsider: Actor, address: str) -> None:
    for pk in Suggestion.objects.values_list("pk", flat=True):
        editor_client.post(f"{address}{pk}/accept/")
    assert "Nothing waits" in editor_client.get(address).content.decode()
    elsewhere = f"/o/{outsider.organisation.slug}/suggestions/"
    assert "No tools yet" in outsider_client.get(elsewhere).content.decode()


def test_a_viewer_sees_no_buttons(viewer_client: Client, address: str) -> None:
    page = viewer_client.get(address).content.decode()
    assert "/accept/" not in page
    assert "checkbox" not in page


def test_an_accepted_suggestion_leaves_the_list(editor_client: Client, suggestion: Suggestion, address: str) -> None:
    answer = editor_client.post(f"{address}{suggestion.pk}/accept/?language=en", follow=True)
    assert answer.redirect_chain == [(f"{address}?language=en", 302)]
    assert shown(answer) == ["list_orders.en.done"]
    assert "Accepted the suggestion as a draft." in answer.content.decode()


def test_a_fragment_gets_the_list_and_the_message(editor_client: Client, suggestion: Suggestion, address: str) -> None:
    answer = editor_client.post(f"{address}{suggestion.pk}/accept/?q=refund", headers=FRAGMENT)
    assert shown(answer) == ["refund_card.pt-BR.done"]
    assert "Accepted the suggestion as a draft." in answer.content.decode()


def test_suggestions_that_were_redrawn_meanwhile_are_not_said_to_be_accepted(
    editor_client: Client, suggestion: Suggestion, address: str
) -> None:
    gone = suggestion.pk
    suggestion.delete()
    answer = editor_client.post(address, {"chosen": [gone]})
    assert (answer.status_code, "no longer there" in answer.content.decode()) == (409, True)


def test_an_edited_suggestion_is_accepted_as_edited(
    editor_client: Client, suggestion: Suggestion, address: str
) -> None:
    editor_client.post(f"{address}{suggestion.pk}/", {"text": "Refunded.\r\nNumber {result.number}."})
    assert Draft.objects.get().text == "Refunded.\nNumber {result.number}."


@pytest.mark.parametrize("text", ["Refund {result.numbr} <b>", "", "\x00", "a\x1b", "x" * 20_000])
def test_a_text_that_cannot_be_accepted_is_kept_in_its_box(
    editor_client: Client, suggestion: Suggestion, address: str, text: str
) -> None:
    answer = editor_client.post(f"{address}{suggestion.pk}/", {"text": text})
    assert answer.status_code == 422
    assert answer.context["edited"].text == text
    assert "<b>" not in answer.content.decode()
    assert not Draft.objects.exists()


def test_an_overtaken_suggestion_keeps_the_typed_text_beside_theirs(
    editor_client: Client, owner: Actor, suggestion: Suggestion, address: str
) -> None:
    phrasings.save_draft(owner, *suggestion.key, "Theirs.", phrasings.revision_of(""))
    answer = editor_client.post(f"{address}{suggestion.pk}/", {"text": "Mine."})
    assert answer.status_code == 409
    assert all(each in answer.content.decode() for each in ("Theirs.", "Mine.", owner.name))


def test_a_check_shows_what_was_typed_and_keeps_nothing(
    editor_client: Client, suggestion: Suggestion, address: str
) -> None:
    for headers in ({}, FRAGMENT):
        answer = editor_client.post(
            f"{address}{suggestion.pk}/check/", {"text": "Back: {result.numbr}"}, headers=headers
        )
        assert "numbr" in answer.content.decode()
        assert answer.context["edited"].errors == 1
    assert not Draft.objects.exists()


def test_a_rejection_without_a_reason_asks_for_one(editor_client: Client, suggestion: Suggestion, address: str) -> None:
    answer = editor_client.post(f"{address}{suggestion.pk}/reject/", {"reason": " "})
    assert answer.status_code == 422
    assert "rejection" in answer.context
    suggestion.refresh_from_db()
    assert suggestion.state == State.WAITING


def test_the_ticked_ones_are_accepted_and_the_skipped_are_named(
    editor_client: Client, owner: Actor, suggestion: Suggestion, address: str
) -> None:
    other = Suggestion.objects.get(tool="list_orders", language="en")
    phrasings.save_draft(owner, *suggestion.key, "Theirs.", phrasings.revision_of(""))
    answer = editor_client.post(address, {"chosen": [suggestion.pk, other.pk, "x", "9" * 30]})
    page = answer.content.decode()
    assert "1 suggestion was skipped" in page
    assert f"{owner.name} changed this text" in page
    assert "Accepted 1 suggestion as a draft." in page


def test_all_that_are_shown_are_accepted(editor_client: Client, address: str) -> None:
    pks = Suggestion.objects.values_list("pk", flat=True)
    answer = editor_client.post(address, {"all": "1", "shown": list(pks)}, follow=True)
    assert "Accepted 4 suggestions as drafts." in answer.content.decode()
    assert Draft.objects.count() == 4


def test_the_button_looks_for_new_ones(editor_client: Client, address: str) -> None:
    assert "nothing new" in editor_client.post(f"{address}refresh/", follow=True).content.decode()
    Suggestion.objects.all().delete()
    assert "Drafted 4 suggestions." in editor_client.post(f"{address}refresh/", follow=True).content.decode()


def test_html_from_a_schema_is_text(
    editor_client: Client, organisation: Organisation, suggestion: Suggestion, address: str
) -> None:
    script = "<script>alert(1)</script>"
    Suggestion.objects.update(text=script)
    returns = {"type": "object", "properties": {script: {"type": "string", "enum": [script]}}, "required": [script]}
    factories.tools(organisation, {**REFUND, "output_schema": returns}, LIST)
    for page in (address, f"{address}{suggestion.pk}/"):
        assert script not in editor_client.get(page).content.decode()


def test_a_full_page_takes_as_many_queries_as_one_row(
    editor_client: Client, organisation: Organisation, address: str, django_assert_num_queries: Any
) -> None:
    factories.tools(organisation, REFUND)
    editor_client.get(address)
    with CaptureQueriesContext(connection) as few:
        editor_client.get(address)
    factories.tools(organisation, *({**REFUND, "name": f"refund_{number}"} for number in range(100)))
    with django_assert_num_queries(len(few)):
        assert len(shown(editor_client.get(address))) == 50
