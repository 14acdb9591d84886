"""Every page passes axe, in both themes and both languages, on a desk's screen and on a phone's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.e2e.browsing import DESK, PHONE, Site
from tests.e2e.pages import PAGES, Shown

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = """async (rules) => {
  const found = await axe.run({ runOnly: rules, resultTypes: ["violations"] });
  return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`));
}"""
_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.mark.parametrize("language", ["en", "pt-br"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("role", sorted({page.role for page in PAGES}), ids=lambda role: role or "stranger")
def test_axe_finds_nothing(site: Site, axe: str, role: str, theme: str, language: str) -> None:
    with site.visit(theme, language) as page:
        page.context.add_init_script(axe)
        if role:
            site.sign_in(page, role)
        found = [problem for shown in PAGES if shown.role == role for problem in _problems(page, shown, language)]
    assert not found, "\n".join(found)


def _problems(page: Page, shown: Shown, language: str) -> Iterator[str]:
    page.set_viewport_size(DESK)
    answer = page.goto(shown.path)
    if answer is None or answer.status != 200:
        yield f"{shown}: {answer and answer.status}"
    if (spoken := page.locator("html").get_attribute("lang")) != language:
        yield f"{shown}: in {spoken}"
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        where = f"{shown}, {size['width']} px"
        yield from (f"{where}: {problem}" for problem in page.evaluate(_RUN, _RULES))
        if page.evaluate(_WIDER):
            yield f"{where}: wider than the screen"
