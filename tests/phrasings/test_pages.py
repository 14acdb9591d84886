from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from console.organisations.models import Organisation
from phrasings import queries, services
from phrasings.models import Draft, Version
from phrasings.services import revision_of
from phrasings.transfer import to_yaml
from tests.phrasings.conftest import LIVE
from tests.questions import FRAGMENT

Save = Callable[..., None]
DONE = LIVE["refund_card"]["en"]["done"]


@pytest.fixture
def address(organisation: Organisation) -> str:
    return f"/o/{organisation.slug}/phrasings/"


def page(answer: Any) -> str:
    return unescape(answer.content.decode())


def typed(text: str, over: str = DONE, **more: str) -> dict[str, str]:
    return {"text.en": text, "revision.en": revision_of(over), **more}


def box(html: str, language: str = "en") -> str:
    """What is in a text's box."""
    found = re.search(rf'<textarea[^>]*id="text-{language}"[^>]*>\n(.*?)</textarea>', html, re.DOTALL)
    assert found
    return found[1]


class TestEditor:
    def test_saving_keeps_a_draft_and_says_so(self, address: str, editor_client: Client, live: Version) -> None:
        answer = editor_client.post(f"{address}refund_card/done/", typed("Sent."), follow=True)
        assert "Saved the draft." in page(answer)
        assert (box(page(answer)), Draft.objects.get().text) == ("Sent.", "Sent.")

    def test_an_error_is_kept_and_shown_beside_its_text(
        self, address: str, editor_client: Client, live: Version
    ) -> None:
        answer = page(editor_client.post(f"{address}refund_card/done/", typed("Sent {ammount}."), follow=True))
        assert "did you mean {argument.amount}?" in answer
        assert 'aria-invalid="true"' in answer

    def test_a_stale_save_keeps_what_was_typed_and_shows_both(
        self, address: str, owner_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Theirs.")
        answer = owner_client.post(f"{address}refund_card/done/", typed("Mine."))
        assert answer.status_code == 409
        assert (box(page(answer)), "Theirs." in page(answer)) == ("Mine.", True)
        assert Draft.objects.get().text == "Theirs."

    def test_a_stale_save_sent_again_takes_the_place_of_theirs(
        self, address: str, owner_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Theirs.")
        html = page(owner_client.post(f"{address}refund_card/done/", typed("Mine.")))
        revision = re.search(r'name="revision.en" value="(\w+)"', html)
        assert revision
        owner_client.post(f"{address}refund_card/done/", {"text.en": "Mine.", "revision.en": revision[1]})
        assert Draft.objects.get().text == "Mine."

    @pytest.mark.parametrize("text", ["a\x07b", "\u202eevil", "x" * 10_001])
    def test_what_cannot_be_kept_is_refused_and_still_in_its_box(
        self, address: str, editor_client: Client, live: Version, text: str
    ) -> None:
        answer = editor_client.post(f"{address}refund_card/done/", typed(text))
        assert (answer.status_code, box(page(answer))) == (422, text)

    def test_a_check_saves_nothing_and_keeps_what_was_typed(
        self, address: str, viewer_client: Client, live: Version
    ) -> None:
        answer = page(viewer_client.post(f"{address}refund_card/done/check/", typed("Sent {argument.amount} <b>.")))
        assert box(answer) == "Sent {argument.amount} <b>."
        assert "Sent 12.5 <b>." in answer
        assert not Draft.objects.exists()

    def test_a_check_in_a_fragment_answers_what_was_found_and_never_the_box(
        self, address: str, viewer_client: Client, live: Version
    ) -> None:
        answer = viewer_client.post(f"{address}refund_card/done/check/", typed("{x}"), headers=FRAGMENT)
        assert "unknown placeholder {x}" in page(answer)
        assert "<textarea" not in page(answer)

    def test_markup_is_shown_and_never_run(self, address: str, editor_client: Client, live: Version) -> None:
        answer = editor_client.post(f"{address}refund_card/done/", typed("<script>alert(1)</script>"), follow=True)
        assert "<script>alert" not in answer.content.decode()

    def test_a_discarded_draft_leaves_what_is_live(
        self, address: str, editor_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Never mind.")
        answer = editor_client.post(f"{address}refund_card/done/en/discard/", follow=True)
        assert box(page(answer)) == DONE

    def test_an_old_text_can_be_taken_into_the_box(
        self, address: str, publisher: Any, editor_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Newer.")
        services.publish(publisher, "Newer", 1)
        html = page(editor_client.get(f"{address}refund_card/done/?version=1"))
        assert box(html) == DONE
        editor_client.post(f"{address}refund_card/done/", typed(box(html), "Newer."))
        assert Draft.objects.get().text == DONE

    @pytest.mark.parametrize("number", ["0", "x", "99999999999999999999", "-1", "٣"])
    def test_a_version_that_is_none_changes_nothing_on_the_page(
        self, address: str, editor_client: Client, live: Version, number: str
    ) -> None:
        assert editor_client.get(f"{address}refund_card/done/?version={number}").status_code == 200

    def test_a_tool_that_is_not_registered_has_its_page_while_it_has_phrasings(
        self, address: str, owner: Any, owner_client: Client
    ) -> None:
        services.publish_set(owner, 0, "Ahead", {"new_tool": {"en": {"done": "Done."}}})
        assert "Tool not registered" in page(owner_client.get(f"{address}new_tool/done/"))
        assert owner_client.get(f"{address}no_tool/done/").status_code == 404

    def test_a_viewer_reads_and_is_offered_nothing_to_send(
        self, address: str, viewer_client: Client, live: Version
    ) -> None:
        html = page(viewer_client.get(f"{address}refund_card/done/"))
        assert "readonly" in html
        assert "Save the draft" not in html


class TestPublishing:
    def send(self, client: Client, address: str, **given: Any) -> Any:
        """Send the form that is on the page, filled in."""
        html = client.get(f"{address}publish/").content.decode()
        kept = dict(re.findall(r'name="(base_version|reviewed)" value="(\w*)"', html))
        return client.post(f"{address}publish/", {**kept, "note": "A note", "looked": "on", **given})

    def test_the_page_shows_what_changes_and_the_button_says_the_result(
        self, address: str, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent {argument.amount} for {argument.order_id}.")
        html = page(publisher_client.get(f"{address}publish/"))
        assert re.search(r"<del><span[^>]*>Taken out: </span>Refunded</del>", html)
        assert "Publish v2" in html

    def test_publishing_makes_the_drafts_live(
        self, address: str, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent {argument.amount} for {argument.order_id}.")
        answer = self.send(publisher_client, address)
        assert answer["Location"] == f"{address}versions/2/"
        assert "Published v2." in page(publisher_client.get(answer["Location"]))

    def test_without_a_note_nothing_is_published(
        self, address: str, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent.")
        assert self.send(publisher_client, address, note=" ").status_code == 422
        assert Version.objects.count() == 1

    def test_warnings_ask_first(self, address: str, publisher_client: Client, live: Version, draft: Save) -> None:
        draft("Sent.")
        assert self.send(publisher_client, address, looked="").status_code == 422
        assert self.send(publisher_client, address).status_code == 302

    def test_errors_block_and_are_listed_with_the_note_kept(
        self, address: str, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent {ammount}.")
        answer = self.send(publisher_client, address, note="My note")
        assert answer.status_code == 422
        assert "1 error keeps this from being published" in page(answer)
        assert 'value="My note"' in page(answer)

    def test_when_someone_else_published_first_nothing_is_lost(
        self, address: str, owner: Any, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent {argument.amount} for {argument.order_id}.")
        services.publish_set(owner, 1, "Theirs", {"list_orders": {"en": {"done": "Here."}}})
        answer = self.send(publisher_client, address, base_version="1", note="My note")
        assert (answer.status_code, 'value="My note"' in page(answer)) == (409, True)
        assert "v2 went live in the meantime." in page(answer)
        assert Draft.objects.count() == 1

    def test_a_note_is_kept_even_when_someone_else_published_every_draft(
        self, address: str, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent {argument.amount} for {argument.order_id}.")
        self.send(publisher_client, address, note="Theirs")
        answer = self.send(publisher_client, address, base_version="1", note="Mine")
        assert (answer.status_code, "Mine" in page(answer)) == (409, True)

    def test_a_draft_that_came_after_the_review_is_not_published_unseen(
        self, address: str, publisher_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent {argument.amount} for {argument.order_id}.")
        reviewed = queries.review(live.organisation).reviewed
        draft("Unseen.", "failed")
        assert self.send(publisher_client, address, reviewed=reviewed).status_code == 409

    def test_with_nothing_changed_there_is_nothing_to_send(
        self, address: str, publisher_client: Client, live: Version
    ) -> None:
        assert "Nothing to publish" in page(publisher_client.get(f"{address}publish/"))
        answer = publisher_client.post(f"{address}publish/", {"base_version": 1, "note": "Again"})
        assert answer.status_code == 422

    def test_an_editor_sees_what_would_change_and_cannot_publish(
        self, address: str, editor_client: Client, live: Version, draft: Save
    ) -> None:
        draft("Sent.")
        html = page(editor_client.get(f"{address}publish/"))
        assert "Sent" in html
        assert "Publish v2" not in html


class TestVersions:
    @pytest.fixture(autouse=True)
    def _second(self, owner: Any, live: Version) -> None:
        services.publish_set(owner, 1, "Second", {"list_orders": {"en": {"done": "Here."}}})

    def test_the_list_says_which_is_live(self, address: str, viewer_client: Client) -> None:
        html = page(viewer_client.get(f"{address}versions/"))
        assert re.search(r"v2</a>\s*<span[^>]*>Live", html)

    def test_a_restore_says_what_it_made(self, address: str, publisher_client: Client) -> None:
        assert "Restore v1 as v3" in page(publisher_client.get(f"{address}versions/1/"))
        sent = {"base_version": 2, "note": "Back"}
        answer = publisher_client.post(f"{address}versions/1/restore/", sent, follow=True)
        assert "Restored v1 as v3." in page(answer)
        assert queries.live_document(answer.wsgi_request.actor.organisation).tools == LIVE

    def test_a_stale_restore_keeps_the_note(self, address: str, publisher_client: Client) -> None:
        answer = publisher_client.post(f"{address}versions/1/restore/", {"base_version": 1, "note": "My note"})
        assert (answer.status_code, 'value="My note"' in page(answer)) == (409, True)

    def test_two_versions_side_by_side(self, address: str, viewer_client: Client) -> None:
        html = page(viewer_client.get(f"{address}versions/compare/?old=1&new=2"))
        assert "From v1 to v2" in html
        assert "4 texts differ" in html

    @pytest.mark.parametrize(
        ("asked", "status"),
        [
            ("old=1&new=1", 200),
            ("old=0&new=2", 200),
            ("old=1&new=9", 404),
            ("old=x", 422),
            (f"old=1&new={10**30}", 422),
        ],
    )
    def test_whatever_two_are_asked_for(self, address: str, viewer_client: Client, asked: str, status: int) -> None:
        assert viewer_client.get(f"{address}versions/compare/?{asked}").status_code == status

    def test_an_export_is_the_versions_own_content(self, address: str, viewer_client: Client) -> None:
        answer = viewer_client.get(f"{address}versions/1/export/")
        assert answer["Content-Disposition"].endswith('-phrasings-v1.yaml"')
        assert "Estornados {argument.amount} do pedido {argument.order_id}." in answer.content.decode()


class TestImport:
    def test_trying_shows_what_would_change(self, address: str, editor_client: Client, live: Version) -> None:
        html = page(editor_client.post(f"{address}import/", {"text": "refund_card: {done: Sent.}", "do": "try"}))
        assert "It would make 1 draft" in html
        assert not Draft.objects.exists()

    def test_importing_makes_drafts_and_goes_to_review_them(
        self, address: str, editor_client: Client, live: Version
    ) -> None:
        file = SimpleUploadedFile("p.yaml", b"refund_card: {done: Sent.}")
        answer = editor_client.post(f"{address}import/", {"file": file, "do": "import"}, follow=True)
        assert answer.redirect_chain[-1][0] == f"{address}publish/"
        assert "Imported 1 draft." in page(answer)

    def test_what_is_exported_can_be_imported(
        self, address: str, owner: Any, editor_client: Client, live: Version
    ) -> None:
        services.publish_set(owner, 1, "Another", {"list_orders": {"en": {"done": "Here."}}})
        exported = editor_client.get(f"{address}versions/1/export/").content
        file = SimpleUploadedFile("p.yaml", exported)
        editor_client.post(f"{address}import/", {"file": file, "do": "import"})
        assert to_yaml({draft.key: draft.text for draft in Draft.objects.all()}) == exported.decode()

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("refund_card:\n  done: [x", "line 3"),
            ("refund_card:\n  dne: x", "Line 2, column 3"),
            ("refund_card:\n  done: 3", "refund_card.done"),
            ("refund_card: {done: <script>, <b>: x}", "unknown outcome"),
            ("", "Choose a file"),
            ("a\x00: b", "Null characters"),
        ],
    )
    @pytest.mark.parametrize("do", ["try", "import"])
    def test_a_bad_text_is_refused_with_its_place(
        self, address: str, editor_client: Client, do: str, text: str, said: str
    ) -> None:
        answer = editor_client.post(f"{address}import/", {"text": text, "do": do})
        assert said in page(answer)
        assert not Draft.objects.exists()

    @pytest.mark.parametrize("content", [b"x" * 5_000_000, b"\xff\xfe\x00"])
    def test_a_file_that_is_too_large_or_no_text_is_refused(
        self, address: str, editor_client: Client, content: bytes
    ) -> None:
        answer = editor_client.post(
            f"{address}import/", {"file": SimpleUploadedFile("p.yaml", content), "do": "import"}
        )
        assert answer.status_code == 422


def test_another_organisations_phrasings_are_not_there(
    address: str, outsider: Any, outsider_client: Client, live: Version
) -> None:
    theirs = f"/o/{outsider.organisation.slug}/phrasings/"
    assert outsider_client.get(f"{theirs}refund_card/done/").status_code == 404
    assert outsider_client.get(f"{theirs}versions/1/").status_code == 404


@pytest.mark.parametrize("asked", ["?q=%01%1b<script>", "?show=nothing", "?page=999", "?page=x", "?q=" + "a" * 5_000])
def test_the_matrix_takes_whatever_is_asked(address: str, viewer_client: Client, live: Version, asked: str) -> None:
    answer = viewer_client.get(f"{address}{asked}")
    assert answer.status_code == 200
    assert b"<script>" not in answer.content.replace(b"<script src", b"")
