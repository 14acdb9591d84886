"""The commands beside the real console: what a person reads there is what the console has."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.utils import timezone

from console import signing
from console.keys.models import Scope
from console.licences import services as licences
from console.licences.services import AT_THE_MACHINE, Terms
from console.meters import queries
from console.organisations.actor import Actor
from console.tools.models import Tool
from console.tools.queries import as_runtime
from phrasings import services
from tests import factories
from tests.within import Within
from veraz.cli import main
from veraz.meters import Series
from veraz.sync import Console

Run = Callable[..., Any]
TURN = Series.of("turns", {"how": "model"})


@pytest.fixture
def veraz(owner: Actor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command with a key of the scopes given first, within this process."""
    for place in ("veraz.sync.console_client", "veraz.cli.connection"):
        monkeypatch.setattr(f"{place}.Urllib3Transport", lambda address, key: Within(key))
    monkeypatch.setenv("VERAZ_CONSOLE", "https://console.example")
    monkeypatch.setenv("VERAZ_STATE", str(tmp_path / "state"))

    def run(scopes: tuple[Scope, ...], *arguments: Any) -> Any:
        if scopes:
            monkeypatch.setenv("VERAZ_KEY", factories.api_key(owner.organisation, *scopes).secret)
        return CliRunner().invoke(main, list(map(str, arguments)))

    return run


RUNTIME = (Scope.PHRASINGS_READ, Scope.METERS_WRITE)
SAME: tuple[Scope, ...] = ()
"""The key of the command before."""


def test_what_is_published_is_fetched_and_what_was_counted_arrives(owner: Actor, veraz: Run, tmp_path: Path) -> None:
    organisation = owner.organisation
    factories.tools(organisation)
    services.publish_set(owner, 0, "Softer", {"refund_card": {"en": {"done": "Refunded {argument.amount}."}}})
    (tmp_path / "tools.json").write_text(json.dumps([factories.REFUND]))
    first = veraz(RUNTIME, "sync", "--tools", tmp_path / "tools.json")
    assert first.exit_code == 0, first.output
    assert f"v1 of {organisation.slug}, published " in first.stdout
    assert "texts      1 text (1 in en) fit" in first.stdout
    Console(offline=True).spool.count({TURN: 5})
    assert "5 counts sent in 1 post; none wait" in veraz(SAME, "sync").stdout
    now = timezone.now()
    counted = queries.totals(organisation, now - timedelta(days=1), now + timedelta(days=1))
    assert counted["turns"] == 5


def test_the_tools_of_a_dry_run_are_what_the_console_has_afterwards(owner: Actor, veraz: Run, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps([factories.REFUND]))
    dry = veraz((Scope.TOOLS_WRITE,), "tools", "push", tmp_path / "tools.json", "--dry-run")
    assert not Tool.objects.exists()
    done = veraz(SAME, "tools", "push", tmp_path / "tools.json")
    assert "new          refund_card\n" in done.stdout
    assert "no phrasing  refund_card: write one in the console" in done.stdout
    assert as_runtime(Tool.objects.get()).input_schema == json.loads(dry.stdout)["tools"][0]["input_schema"]
    assert "unchanged    refund_card" in veraz(SAME, "tools", "push", tmp_path / "tools.json").stdout


def test_the_doctor_tells_what_a_key_may_do_and_changes_nothing(owner: Actor, veraz: Run) -> None:
    veraz(RUNTIME, "sync")
    well = veraz(SAME, "doctor")
    assert well.exit_code == 0, well.output
    assert f"{signing.signing_key_id()}\n" in well.stdout
    for told in ("may read phrasings", "may send counts", "may not register tools"):
        assert told in well.stdout
    assert not queries.installations(owner.organisation).exists()
    lacking = veraz((Scope.PHRASINGS_READ,), "doctor")
    assert lacking.exit_code == 1
    assert "-> the key lacks the scope meters:write" in lacking.stdout


def test_a_licence_that_the_console_issued_holds_here(
    owner: Actor, veraz: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = timezone.now().date() + timedelta(days=400)
    licences.grant(AT_THE_MACHINE, owner.organisation, Terms("enterprise", until=until))
    issued = licences.issue(AT_THE_MACHINE.at(owner.organisation))
    veraz(RUNTIME, "sync")
    monkeypatch.setenv("VERAZ_LICENCE", issued.text)
    told = json.loads(veraz(SAME, "licence", "show", "--json").stdout)
    assert (told["state"], told["plan"], told["features"]) == ("valid", "enterprise", ["personal_data"])
    assert told["signed_by"] == signing.signing_key_id()
