"""`make pictures`: a picture of every page, light and dark, of the demo as it is seeded, in `docs/pictures`."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from playwright.sync_api import Page

from tests.e2e.browsing import Site, chromium
from tests.e2e.pages import PAGES
from tests.serving import ROOT, served

FOLDER = ROOT / "docs" / "pictures"


def main() -> None:
    """Picture them all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.demo")
    django.setup()
    with TemporaryDirectory() as folder, served(Path(folder)) as told, chromium() as browser:
        site = Site.of(browser, told)
        for theme in ("light", "dark"):
            for role in sorted({shown.role for shown in PAGES if shown.picture}):
                with site.visit(theme, color_scheme=theme) as page:
                    _picture_all(site, page, role, theme)


def _picture_all(site: Site, page: Page, role: str, theme: str) -> None:
    if role:
        site.sign_in(page, role)
    for shown in PAGES:
        if shown.picture and shown.role == role:
            if (status := shown.open(page)) != 200:
                raise SystemExit(f"{shown} answers {status}")
            page.screenshot(path=FOLDER / f"{shown.picture}-{theme}.png", animations="disabled")


if __name__ == "__main__":
    main()
