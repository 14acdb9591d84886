"""Debian's Chromium driven by Playwright, and the shop as one person sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.serving import ROOT

CHROMIUM = Path("/usr/bin/chromium")
AXE = ROOT / "build" / "node" / "node_modules" / "axe-core" / "axe.min.js"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
_MEANT = ("Failed to load resource", "Response Status Error Code 4")
_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(_FLAGS))
        yield browser
        browser.close()


def _is_fault(line: ConsoleMessage) -> bool:
    """Whether the browser complains of anything but the status of an answer, which may be meant."""
    return line.type == "error" and not line.text.startswith(_MEANT)


@dataclass(frozen=True, slots=True)
class Site:
    """The demo as it is served to a browser."""

    browser: Browser
    address: str
    passwords: dict[str, tuple[str, str]]  # by role: e-mail address and password

    @classmethod
    def of(cls, browser: Browser, told: dict[str, Any]) -> Site:
        """The site of which the demo told."""
        passwords = {each["role"]: (each["email"], each["password"]) for each in told["people"]}
        return cls(browser, told["address"], passwords)

    @contextmanager
    def visit(self, theme: str = "light", language: str = "en", **options: Any) -> Iterator[Page]:
        """A page of a new, empty browser that starts on the sign-in page; no script of it may fail or be refused."""
        context = self.browser.new_context(**{"viewport": DESK, "base_url": self.address, "locale": "en", **options})
        self._choose(context, theme=theme, django_language=language)
        page = context.new_page()
        page.set_default_timeout(20_000)  # milliseconds
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if _is_fault(line) else None)
        page.goto("/accounts/login/")
        yield page
        context.close()
        assert not faults, faults

    def sign_in(self, page: Page, role: str) -> None:
        """Sign in as whoever has that role; from the sign-in page to the one that follows it."""
        email, password = self.passwords[role]
        page.locator("[name=login]").fill(email)
        page.locator("[name=password]").fill(password)
        page.locator("[name=password]").press("Enter")
        page.locator("nav[aria-label]").first.wait_for()

    def _choose(self, context: BrowserContext, **cookies: str) -> None:
        context.add_cookies([{"name": name, "value": value, "url": self.address} for name, value in cookies.items()])
