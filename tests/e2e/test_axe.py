"""Every page passes axe, in both themes and both languages, on a desk's screen and on a phone's; so do its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.urls import URLPattern, URLResolver
from playwright.sync_api import Page

from console.web import urls
from tests.e2e.browsing import DESK, PHONE, Site
from tests.e2e.pages import NO_PAGES, PAGES, SLUG, Shown

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = """async (rules) => {
  const found = await axe.run({ runOnly: rules, resultTypes: ["violations"] });
  return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`));
}"""
_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"

in_every_look = pytest.mark.parametrize(
    ("theme", "language"), [(theme, language) for theme in ("light", "dark") for language in ("en", "pt-br")]
)


@in_every_look
@pytest.mark.parametrize("role", sorted({page.role for page in PAGES}), ids=lambda role: role or "stranger")
def test_axe_finds_nothing_on_any_page(site: Site, axe: str, role: str, theme: str, language: str) -> None:
    with site.visit(theme, language) as page:
        page.context.add_init_script(axe)
        if role:
            site.sign_in(page, role)
        found = [problem for shown in PAGES if shown.role == role for problem in _opened(page, shown, language)]
    assert not found, "\n".join(found)


def _import_with_errors(page: Page) -> None:
    page.goto(f"/o/{SLUG}/phrasings/import/")
    page.locator("[name=text]").fill("refund_card:\n  en:\n    done: '{argument.amout}'\n")
    page.locator("button[value=try]").click()


def _import_of_drafts(page: Page) -> None:
    page.goto(f"/o/{SLUG}/phrasings/import/")
    page.locator("[name=text]").fill("refund_card:\n  en:\n    failed: 'The refund failed{because}.'\n")
    page.locator("button[value=try]").click()


def _a_note_left_out(page: Page) -> None:
    page.goto(f"/o/{SLUG}/phrasings/versions/2/")
    page.locator("[name=note]").fill("  ")
    page.locator("form:has([name=note]) button.primary").click()


def _a_draft_that_someone_else_changed(page: Page) -> None:
    page.goto(f"/o/{SLUG}/phrasings/refund_card/done/")
    page.locator("[name='revision.en']").evaluate("revision => { revision.value = 'another' }")
    page.locator("[name='text.en']").fill("Refunded.")
    page.locator("[data-save-button]").click()


def _a_key_made(page: Page) -> None:
    page.goto(f"/o/{SLUG}/settings/keys/")
    page.locator("[name=name]").fill("Another")
    page.locator("[name=scopes]").first.check()
    page.locator("#keys form.stack button.primary").click()
    page.locator(".secret").wait_for()


def _someone_invited(page: Page) -> None:
    page.goto(f"/o/{SLUG}/settings/members/")
    page.locator("[name=email]").fill("another@shop.example")
    page.locator("[name=email]").press("Enter")
    page.locator("main", has_text="another@shop.example").wait_for()


def _a_reply_tried(page: Page) -> None:
    page.goto(f"/o/{SLUG}/phrasings/try/")
    page.locator("[name=reply]").fill("I've refunded order 4412. Anything else?")
    page.locator("main form button.primary").click()
    page.locator("#tried-title").wait_for()


def _meters_asked_for_wrongly(page: Page) -> None:
    page.goto(f"/o/{SLUG}/meters/?since=2026-02-31&by=tool&cause=weather")
    page.locator("[aria-invalid=true]").first.wait_for()


def _a_webhook_added(page: Page) -> None:
    page.goto(f"/o/{SLUG}/settings/webhooks/")
    page.locator("[name=name]").fill("Another")
    page.locator("[name=url]").fill("http://127.0.0.1:9/hook")
    page.locator("#webhooks form.stack button.primary").click()
    page.locator(".secret").wait_for()


def _an_alert_tried(page: Page) -> None:
    page.goto(f"/o/{SLUG}/settings/alerts/new/replaced/")
    page.locator("[name=try]").click()
    page.locator("#preview-title").wait_for()


def _a_bad_sign_in(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("owner@shop.example")
    page.locator("[name=password]").fill("wrong")
    page.locator("[name=password]").press("Enter")


def _nothing_there(page: Page) -> None:
    page.goto("/o/elsewhere/")


def _keys_shown(page: Page) -> None:
    page.goto(f"/o/{SLUG}/phrasings/")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


ANSWERS = (
    *(_import_with_errors, _import_of_drafts, _a_note_left_out, _a_draft_that_someone_else_changed),
    *(_a_key_made, _a_webhook_added, _an_alert_tried, _someone_invited, _a_reply_tried, _nothing_there, _keys_shown),
    *(_meters_asked_for_wrongly, _a_bad_sign_in),
)


@in_every_look
def test_axe_finds_nothing_in_what_pages_answer(site: Site, axe: str, theme: str, language: str) -> None:
    with site.visit(theme, language) as page:
        page.context.add_init_script(axe)
        site.sign_in(page, "owner")
        found = [problem for ask in ANSWERS for problem in _answered(page, ask)]
    assert not found, "\n".join(found)


def test_every_page_of_an_organisation_is_among_them() -> None:
    assert set(_names(urls.organisation)) == {page.name for page in PAGES if page.place} | NO_PAGES


def _names(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _names(each.url_patterns, f"{each.namespace}:" if each.namespace else prefix)
        else:
            yield f"{prefix}{each.name}"


def _opened(page: Page, shown: Shown, language: str) -> Iterator[str]:
    if (status := shown.open(page)) != 200:
        yield f"{shown}: {status}"
    if (spoken := page.locator("html").get_attribute("lang")) != language:
        yield f"{shown}: in {spoken}"
    yield from _problems(page, str(shown))


def _answered(page: Page, ask: Callable[[Page], None]) -> Iterator[str]:
    ask(page)
    page.wait_for_load_state()
    yield from _problems(page, ask.__name__)


def _problems(page: Page, where: str) -> Iterator[str]:
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        yield from (f"{where}, {size['width']} px: {problem}" for problem in page.evaluate(_RUN, _RULES))
        if page.evaluate(_WIDER):
            yield f"{where}, {size['width']} px: wider than the screen"
