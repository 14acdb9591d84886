"""What people come to the console for, from sign-in to the last toast, with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Site
from tests.e2e.keyboard import Keyboard

expect.set_options(timeout=20_000)  # milliseconds

with_and_without_scripts = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


def _sign_in(site: Site, page: Page, role: str) -> Keyboard:
    keyboard, (email, password) = Keyboard(page), site.passwords[role]
    keyboard.write(page.get_by_role("textbox", name="Email"), email)
    keyboard.write(page.get_by_label("Password").first, password)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    return keyboard


def _says(page: Page, toast: str) -> None:
    expect(page.get_by_role("status")).to_contain_text(toast)


@with_and_without_scripts
def test_a_phrasing_is_edited_its_error_seen_and_fixed_then_published_and_restored(fresh: Site, scripts: bool) -> None:
    with fresh.visit(java_script_enabled=scripts) as page:
        keyboard = _sign_in(fresh, page, "publisher")
        keyboard.link("Phrasings")
        keyboard.link("refund_card Done")
        text, found = page.get_by_role("textbox", name="English"), page.locator("#found-en")
        keyboard.write(text, "Refunded {argument.amout} for order {argument.order_id}.")
        if not scripts:
            keyboard.button("Check and preview")
        expect(found).to_contain_text("amout")
        keyboard.write(text, "We refunded {argument.amount} for order {argument.order_id} by {result.arrives_on}.")
        keyboard.button("Save the draft")
        _says(page, "Saved")
        expect(found).not_to_contain_text("amout")

        keyboard.link("Review and publish")
        expect(page.get_by_role("button", name="Publish v4")).to_be_disabled()
        keyboard.link("cancel_order · Refused")
        keyboard.write(text, "Order {argument.order_id} can't be cancelled{because}.")
        keyboard.button("Save the draft")
        _says(page, "Saved")

        keyboard.link("Review and publish")
        expect(page.locator("ins", has_text="We").first).to_be_visible()
        keyboard.write(page.get_by_role("textbox", name="Note"), "Warmer words")
        for key in ("Enter", "Control+s"):  # neither publishes
            page.keyboard.press(key)
        keyboard.button("Publish v4")
        _says(page, "Published v4")

        keyboard.link("Versions")
        keyboard.press(page.get_by_role("rowheader", name="v3").get_by_role("link"))
        keyboard.write(page.get_by_role("textbox", name="Note"), "The old words were clearer")
        keyboard.button("Restore v3 as v5")
        _says(page, "Restored v3 as v5")


@pytest.mark.parametrize(("scripts", "language"), [(True, "English"), (False, "Portuguese")])
def test_a_suggestion_is_accepted_as_a_draft(site: Site, scripts: bool, language: str) -> None:
    with site.visit(java_script_enabled=scripts) as page:
        keyboard = _sign_in(site, page, "editor")
        keyboard.link("Suggestions")
        keyboard.button(f"Accept open_ticket, {language}")
        _says(page, "Accepted the suggestion as a draft")
        keyboard.link("Phrasings")
        expect(page.get_by_role("row", name="open_ticket")).to_contain_text("Draft")


@with_and_without_scripts
def test_the_language_the_selector_reads_is_changed(site: Site, scripts: bool) -> None:
    with site.visit(java_script_enabled=scripts) as page:
        keyboard = _sign_in(site, page, "owner")
        keyboard.link("Settings")
        chosen = page.get_by_label("Language the selector reads")
        other, first_letters = ("pt-BR", "Port") if chosen.input_value() == "en" else ("en", "Eng")
        keyboard.reach(chosen)
        page.keyboard.type(first_letters)
        keyboard.button("Save the settings")
        _says(page, "Saved the settings")
        expect(chosen).to_have_value(other)
        keyboard.link("Activity")
        expect(page.get_by_role("row", name="settings").first).to_contain_text("owner@shop.example")


@with_and_without_scripts
def test_counts_are_told_apart_narrowed_and_taken_away_as_a_file(site: Site, scripts: bool) -> None:
    with site.visit(java_script_enabled=scripts) as page:
        keyboard = _sign_in(site, page, "viewer")
        keyboard.link("Meters")
        keyboard.link("30 days")
        for label, first_letters in (("Told apart by", "Cau"), ("Version", "v2")):
            keyboard.reach(page.get_by_role("combobox", name=label))
            page.keyboard.type(first_letters)
            if not scripts:
                keyboard.button("Filter")
            expect(page.locator(".legend")).to_contain_text("No such call was made")
        expect(page.get_by_role("img", name="Sentences replaced by day")).to_be_visible()
        expect(page.locator("main")).to_contain_text("Version v2")
        with page.expect_download() as file:
            keyboard.link("Export as CSV")
        lines = file.value.path().read_text(encoding="utf-8-sig").splitlines()
        assert lines[0].startswith("Day,Says something else than what became of the call,No such call was made,")
        assert len(lines) == 31


def test_what_was_typed_when_the_session_ended_is_there_after_signing_in_again(site: Site) -> None:
    with site.visit() as page:
        site.sign_in(page, "editor")
        page.goto("/o/corner-shop/phrasings/refund_card/undone/")
        page.context.clear_cookies(name="sessionid")
        text = page.get_by_role("textbox", name="English")
        text.fill("Taken {back}.")
        expect(page.get_by_label("Password").first).to_be_visible()
        site.sign_in(page, "editor")
        expect(text).to_have_value("Taken {back}.")
        expect(page.locator("#found-en")).to_contain_text("{back}")
