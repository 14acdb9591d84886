from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from console.audit.models import AuditLine
from console.organisations.actor import Actor
from console.pages.problems import Conflict, Invalid
from phrasings import queries, services
from phrasings.checks import Blocked
from phrasings.models import Draft, Version, VersionsAreKept
from phrasings.transfer import Unreadable
from tests.phrasings.conftest import LIVE

Save = Callable[..., None]


def test_a_draft_changes_nothing_that_is_live(editor: Actor, live: Version, draft: Save) -> None:
    draft("Sent back {argument.amount}.")
    assert queries.live_document(editor.organisation).tools == LIVE
    assert Draft.objects.get().text == "Sent back {argument.amount}."


def test_a_publish_makes_the_drafts_live_as_the_next_version(publisher: Actor, live: Version, draft: Save) -> None:
    draft("Sent back {argument.amount}.")
    version = services.publish(publisher, "Shorter", 1)
    document = queries.live_document(publisher.organisation)
    assert (version.number, document.version, document.note) == (2, 2, "Shorter")
    assert document.tools["refund_card"]["en"]["done"] == "Sent back {argument.amount}."
    assert not Draft.objects.exists()


def test_an_empty_draft_takes_the_phrasing_out(publisher: Actor, live: Version, draft: Save) -> None:
    draft("   ", "refused")
    services.publish(publisher, "No words of our own", 1)
    assert "refused" not in queries.live_document(publisher.organisation).tools["refund_card"]["en"]


def test_a_text_that_is_live_is_no_draft(editor: Actor, live: Version, draft: Save) -> None:
    draft("Another")
    draft(LIVE["refund_card"]["en"]["done"])
    assert not Draft.objects.exists()


def test_a_stale_save_keeps_both_texts(editor: Actor, owner: Actor, live: Version, draft: Save) -> None:
    seen = services.revision_of(LIVE["refund_card"]["en"]["done"])
    draft("Theirs")
    with pytest.raises(services.StaleDraft) as stale:
        services.save_draft(owner, "refund_card", "en", "done", "Mine", seen)
    assert (stale.value.typed, stale.value.theirs, stale.value.who) == ("Mine", "Theirs", editor.name)
    assert Draft.objects.get().text == "Theirs"


def test_a_text_left_as_it_was_is_never_stale(owner: Actor, live: Version, draft: Save) -> None:
    shown = LIVE["refund_card"]["en"]["done"]
    draft("Theirs")
    services.save_draft(owner, "refund_card", "en", "done", shown, services.revision_of(shown))
    assert Draft.objects.get().text == "Theirs"


def test_two_languages_are_saved_together_or_not_at_all(owner: Actor, live: Version, draft: Save) -> None:
    draft("Deles", language="pt-BR")
    typed = {"en": services.Typed("Mine", services.revision_of(LIVE["refund_card"]["en"]["done"]))}
    typed["pt-BR"] = services.Typed("Meu", services.revision_of("something older"))
    with pytest.raises(services.StaleDraft):
        services.save_drafts(owner, "refund_card", "done", typed)
    assert [each.text for each in Draft.objects.all()] == ["Deles"]


def test_lines_end_alike_however_they_were_sent(live: Version, draft: Save) -> None:
    draft("One\r\nTwo")
    assert Draft.objects.get().text == "One\nTwo"


@pytest.mark.parametrize("text", ["\x00", "a\x1bb", "\u202eevil", "x" * 10_001])
def test_a_draft_of_what_cannot_be_kept_is_refused(draft: Save, text: str) -> None:
    with pytest.raises(Invalid):
        draft(text)


@pytest.mark.parametrize("key", [("a b", "en", "done"), ("refund_card", "fr", "done"), ("refund_card", "en", "gone")])
def test_a_place_that_no_phrasing_has_is_not_found(editor: Actor, key: tuple[str, str, str]) -> None:
    with pytest.raises(Http404):
        services.save_draft(editor, *key, "Text", services.revision_of(""))


def test_a_discarded_draft_leaves_what_is_live_and_its_text_in_the_log(editor: Actor, draft: Save) -> None:
    draft("Never mind")
    services.discard_draft(editor, "refund_card", "en", "done")
    assert not Draft.objects.exists()
    assert AuditLine.objects.filter(action="phrasings.discarded").get().before == {"en": "Never mind"}


def test_a_draft_that_changed_in_the_meantime_is_not_discarded(editor: Actor, draft: Save) -> None:
    draft("Seen")
    draft("Not seen")
    with pytest.raises(Conflict):
        services.discard_draft(editor, "refund_card", "en", "done", services.revision_of("Seen"))
    assert Draft.objects.get().text == "Not seen"


def test_an_error_anywhere_keeps_everything_from_being_published(publisher: Actor, live: Version, draft: Save) -> None:
    draft("Refunded {ammount}.")
    draft("Estornado.", language="pt-BR")
    with pytest.raises(Blocked) as blocked:
        services.publish(publisher, "Oops", 1)
    assert [(fault.path, fault.code) for fault in blocked.value.faults] == [
        ("/tools/refund_card/en/done", "placeholder")
    ]
    assert queries.live_number(publisher.organisation) == 1
    assert Draft.objects.count() == 2


def test_nothing_changed_is_nothing_to_publish(publisher: Actor, live: Version) -> None:
    for attempt in (
        lambda: services.publish(publisher, "Again", 1),
        lambda: services.publish_set(publisher, 1, "Again", LIVE),
        lambda: services.restore(publisher, 1, 1, "Again"),
    ):
        with pytest.raises(services.NothingChanged):
            attempt()


@pytest.mark.parametrize("note", ["", "  ", "x" * 301, "a\x00b"])
def test_a_version_needs_a_note(publisher: Actor, draft: Save, note: str) -> None:
    draft("Text")
    with pytest.raises(Invalid):
        services.publish(publisher, note, 0)


def test_a_publish_over_an_older_version_is_a_conflict_and_loses_nothing(
    publisher: Actor, live: Version, draft: Save
) -> None:
    draft("Mine")
    services.publish_set(publisher, 1, "Theirs", {"list_orders": {"en": {"done": "Here they are."}}})
    with pytest.raises(services.StaleVersion) as stale:
        services.publish(publisher, "Mine", 1)
    assert stale.value.current == 2
    assert Draft.objects.get().text == "Mine"


def test_drafts_that_nobody_reviewed_are_not_published(publisher: Actor, live: Version, draft: Save) -> None:
    draft("Reviewed")
    reviewed = queries.review(publisher.organisation).reviewed
    draft("Not reviewed", "failed")
    with pytest.raises(services.StaleReview):
        services.publish(publisher, "Only one of them", 1, reviewed=reviewed)


def test_a_restore_makes_a_new_version_with_the_old_content(publisher: Actor, live: Version, draft: Save) -> None:
    draft("Worse")
    services.publish(publisher, "A mistake", 1)
    version = services.restore(publisher, 1, 2, "Back")
    assert (version.number, version.restores, version.content) == (3, 1, LIVE)


def test_another_organisations_version_cannot_be_restored(outsider: Actor, live: Version) -> None:
    with pytest.raises(Http404):
        services.restore(outsider, 1, 0, "Mine now")


def test_a_version_never_changes(live: Version) -> None:
    live.note = "Another"
    for attempt in (live.save, live.delete, Version.objects.all().delete, lambda: Version.objects.update(note="")):
        with pytest.raises(VersionsAreKept):
            attempt()


@pytest.mark.parametrize(
    ("tools", "code"),
    [
        ({"refund_card": {"en": {"gone": "Text"}}}, "outcome"),
        ({"refund_card": {"done": "Text"}}, "language"),
        ({"a b": {"en": {"done": "Text"}}}, "tool"),
        ({"refund_card": {"en": {"done": "a\x00b"}}}, "unprintable"),
        ({"refund_card": {"en": {"done": ""}}}, "empty"),
        ({"list_orders": {"en": {"done": "{each result.orders max 1000}{id}{end}"}}}, "max"),
    ],
)
def test_a_set_with_an_error_is_not_published(publisher: Actor, tools: dict[str, Any], code: str) -> None:
    with pytest.raises(Blocked) as blocked:
        services.publish_set(publisher, 0, "Note", tools)
    assert code in {fault.code for fault in blocked.value.faults}


@pytest.mark.parametrize(
    "tools", [{"refund_card": 3}, {"refund_card": {"xx": {"done": "Text"}}}, {"t": {"en": {"done": 1}}}]
)
def test_a_set_that_is_none_is_unreadable(publisher: Actor, tools: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        services.publish_set(publisher, 0, "Note", tools)


def test_a_tool_that_is_not_registered_yet_may_have_phrasings(publisher: Actor) -> None:
    services.publish_set(publisher, 0, "Ahead of the tool", {"new_tool": {"en": {"done": "Done {argument.any}."}}})
    assert "new_tool" in queries.live_document(publisher.organisation).tools


def test_each_change_leaves_one_line_in_the_log(publisher: Actor, live: Version, draft: Save) -> None:
    draft("Sent.")
    services.publish(publisher, "Shorter", 1)
    services.restore(publisher, 1, 2, "Back")
    lines = AuditLine.objects.filter(action__startswith="phrasings.").order_by("pk")
    assert [line.action for line in lines] == [
        "phrasings.published",
        "phrasings.drafted",
        "phrasings.published",
        "phrasings.restored",
    ]


def test_an_attempt_that_fails_leaves_no_line(publisher: Actor, live: Version) -> None:
    before = AuditLine.objects.count()
    with pytest.raises(services.NothingChanged):
        services.publish(publisher, "Again", 1)
    assert AuditLine.objects.count() == before


def test_each_role_does_what_it_may(viewer: Actor, editor: Actor) -> None:
    for by, attempt in (
        (viewer, lambda by: services.save_draft(by, "refund_card", "en", "done", "x", services.revision_of(""))),
        (viewer, lambda by: services.discard_draft(by, "refund_card", "en", "done")),
        (viewer, lambda by: services.import_yaml(by, "", dry_run=True)),
        (editor, lambda by: services.publish(by, "Note", 0)),
        (editor, lambda by: services.publish_set(by, 0, "Note", {})),
        (editor, lambda by: services.restore(by, 1, 0, "Note")),
    ):
        with pytest.raises(PermissionDenied):
            attempt(by)
