"""Commands as a person gives them where an agent is connected to a console in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from veraz.cli import main
from veraz.sync import Console
from veraz.sync.spool import Spool

KEY = "vz_0123abcd_secretsecret"

Run = Callable[..., Result]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, state: Path) -> Run:
    """Return what runs a command where nothing but the state folder is set."""
    for name in ("CONSOLE", "KEY", "KEYS", "OFFLINE", "LICENCE", "LICENCE_FILE"):
        monkeypatch.delenv(f"VERAZ_{name}", raising=False)
    monkeypatch.setenv("VERAZ_STATE", str(state))
    return lambda *arguments, **settings: CliRunner().invoke(main, list(map(str, arguments)), **settings)


@pytest.fixture
def veraz(alone: Run, loopback: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command with an agent's environment."""
    monkeypatch.setenv("VERAZ_CONSOLE", loopback)
    monkeypatch.setenv("VERAZ_KEY", KEY)
    return alone


@pytest.fixture
def away(veraz: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command with the environment of an agent whose console nobody reaches."""
    monkeypatch.setenv("VERAZ_CONSOLE", "http://127.0.0.1:9")
    return veraz


@pytest.fixture
def spool(veraz: Run) -> Spool:
    """Return the spool that an agent of this environment counts into."""
    return Console(offline=True).spool


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    path = tmp_path / "tools.yaml"
    schema = "{type: object, properties: {people: {type: integer, default: 2}}, additionalProperties: false}"
    path.write_text(
        f"- name: book_table\n  write: true\n  description: Book.\n  input_schema: {schema}\n- name: ship\n"
    )
    return path
