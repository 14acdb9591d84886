"""One browser a worker; each test opens its own empty context in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browsing import AXE, CHROMIUM, Site, chromium
from tests.serving import served


@pytest.fixture(autouse=True)
def _database() -> None:
    """The pages' database is another process's."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    _need(CHROMIUM, "Debian's package chromium")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright keeps a loop running that Django's own tests do not use
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo that was started once: a copy of it starts faster than an empty one."""
    folder = tmp_path_factory.mktemp("demo")
    with served(folder):
        return folder


@pytest.fixture(scope="module")
def site(browser: Browser, prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A demo that the tests of a module share."""
    with served(_copied(prepared, tmp_path_factory.mktemp("site"))) as told:
        yield Site.of(browser, told)


@pytest.fixture
def fresh(browser: Browser, prepared: Path, tmp_path: Path) -> Iterator[Site]:
    """A demo of one test's own."""
    with served(_copied(prepared, tmp_path)) as told:
        yield Site.of(browser, told)


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    _need(AXE, "the npm package axe-core")
    return AXE.read_text(encoding="utf-8")


def _copied(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to, dirs_exist_ok=True))


def _need(path: Path, what: str) -> None:
    """Skip where something is not installed, with the reason; where CI runs it has to be."""
    if not path.exists():
        answer = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        answer(f"{what} is not installed ({path})")
