"""A backup that `dumpdata` made on either engine is loaded into either, and nothing is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import ENGINES, database
from tests.serving import PATIENCE, ROOT

MAY_BE_EMPTY = {"admin.LogEntry", "account.EmailConfirmation", "socialaccount.SocialApp", "socialaccount.SocialToken"}
MAY_BE_EMPTY |= {"auth.Group_permissions"}
LEFT_OUT = ("contenttypes", "auth.permission", "admin.logentry", "sessions", "limits")
ASIDE = [word for app in LEFT_OUT for word in ("-e", app)]


@pytest.fixture(autouse=True)
def _database() -> None:
    """The databases are other processes'."""


@pytest.fixture(params=ENGINES)
def lived_in(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield from database(request.param, "before", tmp_path)


@pytest.fixture(params=ENGINES)
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield from database(request.param, "after", tmp_path)


def test_what_is_dumped_and_loaded_is_the_same_row_by_row(lived_in: str, fresh: str, tmp_path: Path) -> None:
    backup = tmp_path / "console.jsonl"
    for address in (lived_in, fresh):
        run(address, tmp_path, "manage.py", "migrate", "-v0")
    consoles(lived_in, tmp_path, "fill")
    run(
        lived_in, tmp_path, "manage.py", "dumpdata", "--format", "jsonl", "--natural-foreign", *ASIDE, "-o", str(backup)
    )
    run(fresh, tmp_path, "manage.py", "loaddata", str(backup))
    before = consoles(lived_in, tmp_path, "rows")
    assert {table for table, rows in before.items() if not rows} <= MAY_BE_EMPTY
    assert consoles(fresh, tmp_path, "rows") == before
    consoles(fresh, tmp_path, "goes_on")


def consoles(address: str, folder: Path, act: str) -> Any:
    return json.loads(run(address, folder, "-m", "tests.restore.consoles", act))


def run(address: str, folder: Path, *arguments: str) -> str:
    own = {"DJANGO_SETTINGS_MODULE": "settings.demo", "DEMO_FOLDER": str(folder), "TASKS": "command"}
    environment = {**os.environ, **own, "DATABASE_URL": address}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
