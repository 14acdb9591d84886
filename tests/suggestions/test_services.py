from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.http import Http404

from console.audit.models import AuditLine
from console.organisations.actor import Actor
from console.organisations.models import Organisation
from console.pages.problems import Invalid
from phrasings import services as phrasings
from phrasings.models import Draft
from phrasings.queries import live_document
from phrasings.suggestions import drafting, services
from phrasings.suggestions.models import State, Suggestion
from phrasings.suggestions.queries import suggestions
from tests import factories
from tests.suggestions.conftest import LIST, REFUND


def keys(of: Organisation) -> list[str]:
    return [str(each.key) for each in suggestions(of)]


def returning(schema: dict[str, Any]) -> dict[str, Any]:
    return {**REFUND, "output_schema": schema}


RENAMED = returning({"type": "object", "properties": {"refund_id": {"type": "string"}}, "required": ["refund_id"]})


def test_registered_tools_suggest_phrasings_in_both_languages(organisation: Organisation) -> None:
    assert keys(organisation) == [
        "list_orders.en.done",
        "list_orders.pt-BR.done",
        "refund_card.en.done",
        "refund_card.pt-BR.done",
    ]
    assert "{result.number}" in suggestions(organisation)[2].text


def test_drafting_twice_changes_nothing(organisation: Organisation) -> None:
    before = list(Suggestion.objects.values())
    assert not drafting.draft(organisation)
    assert list(Suggestion.objects.values()) == before


def test_what_is_written_is_not_suggested(organisation: Organisation, publisher: Actor) -> None:
    phrasings.publish_set(publisher, 0, "First", {"refund_card": {"en": {"done": "Refunded."}}})
    phrasings.save_draft(publisher, "refund_card", "pt-BR", "done", "Estornado.", phrasings.revision_of(""))
    assert keys(organisation) == ["list_orders.en.done", "list_orders.pt-BR.done"]
    assert drafting.draft(organisation) == drafting.Drafted(0, 0, 2)


def test_an_absent_tool_suggests_nothing(organisation: Organisation) -> None:
    factories.tools(organisation, LIST)
    assert keys(organisation) == ["list_orders.en.done", "list_orders.pt-BR.done"]


def test_an_accepted_suggestion_is_a_draft_and_nothing_a_runtime_is_served(
    editor: Actor, suggestion: Suggestion
) -> None:
    services.accept(editor, suggestion.pk)
    assert Draft.objects.get().text == suggestion.text
    assert live_document(editor.organisation).tools == {}


def test_suggestions_that_wait_are_not_published(publisher: Actor, suggestion: Suggestion) -> None:
    with pytest.raises(phrasings.NothingChanged):
        phrasings.publish(publisher, "All of it", 0)
    services.accept(publisher, suggestion.pk)
    phrasings.publish(publisher, "One of them", 0)
    assert live_document(publisher.organisation).tools == {"refund_card": {"en": {"done": suggestion.text}}}


def test_a_suggestion_can_be_edited_as_it_is_accepted(editor: Actor, suggestion: Suggestion) -> None:
    done = services.accept(editor, suggestion.pk, "Refunded\r\n{result.number}.")
    assert Draft.objects.get().text == "Refunded\n{result.number}."
    assert (done.state, done.who) == (State.ACCEPTED, editor.name)


@pytest.mark.parametrize("text", ["", " \n ", "Refund {result.numbr}.", "a\x00b", "\u202ex", "x" * 3_000, "x" * 20_000])
def test_a_text_that_could_not_be_published_is_not_accepted(editor: Actor, suggestion: Suggestion, text: str) -> None:
    with pytest.raises(Invalid):
        services.accept(editor, suggestion.pk, text)
    assert not Draft.objects.exists()
    suggestion.refresh_from_db()
    assert suggestion.state == State.WAITING


def test_an_error_is_named_with_what_would_be_right(editor: Actor, suggestion: Suggestion) -> None:
    with pytest.raises(services.Faulty) as faulty:
        services.accept(editor, suggestion.pk, "Refund {result.numbr}.")
    assert "numbr" in str(faulty.value.explanation.happened)


def test_a_phrasing_written_in_the_meantime_is_kept(editor: Actor, owner: Actor, suggestion: Suggestion) -> None:
    phrasings.save_draft(owner, *suggestion.key, "Ours.", phrasings.revision_of(""))
    with pytest.raises(phrasings.StaleDraft) as stale:
        services.accept(editor, suggestion.pk)
    assert (stale.value.theirs, Draft.objects.get().text) == ("Ours.", "Ours.")


def test_a_suggestion_is_judged_once(editor: Actor, suggestion: Suggestion) -> None:
    services.reject(editor, suggestion.pk, "Too dry")
    for attempt in (services.accept, lambda by, pk: services.reject(by, pk, "Again")):
        with pytest.raises(services.AlreadyJudged):
            attempt(editor, suggestion.pk)
    assert not Draft.objects.exists()


def test_a_rejected_suggestion_is_not_offered_again(editor: Actor, suggestion: Suggestion) -> None:
    services.reject(editor, suggestion.pk, " Too dry ")
    factories.tools(editor.organisation, {**REFUND, "description": "Another"}, LIST)
    suggestion.refresh_from_db()
    assert (suggestion.state, suggestion.reason, suggestion.who) == (State.REJECTED, "Too dry", editor.name)
    assert "refund_card.en.done" not in keys(editor.organisation)


def test_a_rejection_ends_when_the_tool_returns_something_else(editor: Actor, suggestion: Suggestion) -> None:
    services.reject(editor, suggestion.pk, "Too dry")
    factories.tools(editor.organisation, RENAMED, LIST)
    suggestion.refresh_from_db()
    assert (suggestion.state, suggestion.reason, suggestion.judged_at) == (State.WAITING, "", None)
    assert "{result.refund_id}" in suggestion.text


def test_a_suggestion_that_waits_follows_its_tool(organisation: Organisation, suggestion: Suggestion) -> None:
    factories.tools(organisation, RENAMED, LIST)
    suggestion.refresh_from_db()
    assert "{result.refund_id}" in suggestion.text


def test_a_rejected_suggestion_can_be_offered_again(editor: Actor, suggestion: Suggestion) -> None:
    services.reject(editor, suggestion.pk, "Too dry")
    services.offer_again(editor, suggestion.pk)
    assert "refund_card.en.done" in keys(editor.organisation)
    with pytest.raises(services.AlreadyJudged):
        services.offer_again(editor, suggestion.pk)


def test_a_discarded_draft_is_suggested_again(editor: Actor, suggestion: Suggestion) -> None:
    services.accept(editor, suggestion.pk)
    phrasings.discard_draft(editor, *suggestion.key)
    assert services.refresh(editor) == drafting.Drafted(1, 0, 0)
    assert "refund_card.en.done" in keys(editor.organisation)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, "a\x00b"])
def test_a_rejection_needs_a_reason(editor: Actor, suggestion: Suggestion, reason: str) -> None:
    with pytest.raises(Invalid):
        services.reject(editor, suggestion.pk, reason)


def test_accepting_many_skips_what_cannot_be_and_says_which(
    editor: Actor, owner: Actor, suggestion: Suggestion
) -> None:
    phrasings.save_draft(owner, *suggestion.key, "Ours.", phrasings.revision_of(""))
    pks = [*Suggestion.objects.values_list("pk", flat=True), 10**6]
    done = services.accept_all(editor, pks)
    assert [str(each.key) for each in done.accepted] == [
        "list_orders.en.done",
        "list_orders.pt-BR.done",
        "refund_card.pt-BR.done",
    ]
    assert [(str(each.suggestion.key), owner.name in each.why) for each in done.skipped] == [
        ("refund_card.en.done", True)
    ]


def test_only_so_many_are_accepted_at_once(
    editor: Actor, organisation: Organisation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_AT_ONCE", 1)
    done = services.accept_all(editor, Suggestion.objects.values_list("pk", flat=True))
    assert len(done.accepted) == 1


def test_another_organisations_suggestion_is_not_found(outsider: Actor, suggestion: Suggestion) -> None:
    for attempt in (
        lambda: services.accept(outsider, suggestion.pk),
        lambda: services.reject(outsider, suggestion.pk, "Mine now"),
        lambda: services.offer_again(outsider, suggestion.pk),
    ):
        with pytest.raises(Http404):
            attempt()
    assert services.accept_all(outsider, [suggestion.pk]).accepted == ()


def test_a_viewer_judges_nothing(viewer: Actor, suggestion: Suggestion) -> None:
    for attempt in (
        lambda: services.refresh(viewer),
        lambda: services.accept(viewer, suggestion.pk),
        lambda: services.accept_all(viewer, [suggestion.pk]),
        lambda: services.reject(viewer, suggestion.pk, "No"),
        lambda: services.offer_again(viewer, suggestion.pk),
    ):
        with pytest.raises(PermissionDenied):
            attempt()


def test_what_is_done_to_suggestions_is_in_the_log(editor: Actor, suggestion: Suggestion) -> None:
    services.reject(editor, suggestion.pk, "Too dry")
    services.offer_again(editor, suggestion.pk)
    services.accept(editor, suggestion.pk)
    services.refresh(editor)
    lines = AuditLine.objects.filter(action__startswith="suggestions.").order_by("pk")
    assert [line.action.partition(".")[2] for line in lines] == ["rejected", "offered", "accepted"]
    assert lines[0].after == {"reason": "Too dry"}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "null"},
        {"$ref": "#/$defs/x", "$defs": {"x": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}},
        {"type": "object", "properties": {"<script>": {"type": "string"}, "{x}": {"type": "string"}}},
        {"type": "object", "properties": {"card": {"type": "string", "x-personal": True}}},
    ],
)
def test_whatever_a_tool_returns_its_registration_is_taken(organisation: Organisation, schema: dict[str, Any]) -> None:
    factories.tools(organisation, returning(schema))
    assert not any("result.card}" in each.text for each in suggestions(organisation))


def test_a_command_drafts_for_every_organisation(organisation: Organisation) -> None:
    Suggestion.objects.all().delete()
    call_command("suggest")
    assert len(keys(organisation)) == 4


def test_a_suggestion_that_was_taken_meanwhile_is_not_offered_again(
    editor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.tools(editor.organisation)
    pk = Suggestion.objects.all()[0].pk
    read = services.reject(editor, pk, "Not so")
    services.offer_again(editor, pk)
    services.accept(editor, pk)
    monkeypatch.setattr(services, "_of", lambda by, pk: read)
    with pytest.raises(services.AlreadyJudged):
        services.offer_again(editor, pk)
    assert Suggestion.objects.get(pk=pk).state == State.ACCEPTED
