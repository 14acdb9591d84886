"""``veraz licence show``: what someone reads who wants to know what a machine may do."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from veraz.sync.spool import Spool

DAY = 24 * 60 * 60
Run = Callable[..., Any]


@pytest.fixture
def signed(far: Any) -> Callable[..., str]:
    """Return what signs a licence with the console's key, for so many days from now."""

    def licence(days: float = 300.5, **claims: Any) -> str:
        now = int(time.time())
        ends = now + int(days * DAY)
        said = {"jti": "desk-1", "organisation": "desk", "plan": "enterprise", "features": ["personal_data"]}
        said |= {
            "aud": "veraz-runtime",
            "iat": min(now, ends) - DAY,
            "nbf": min(now, ends) - DAY,
            "exp": ends,
            **claims,
        }
        header = {"alg": "Ed25519", "kid": far.keys[0].thumbprint(), "typ": "licence+jwt"}
        made = far.signed_as(header, json.dumps(said).encode(), far.keys[0])
        return ".".join(made[part] for part in ("protected", "payload", "signature"))

    return licence


@pytest.fixture
def keys(far: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of the console's key set, which the environment names."""
    file = tmp_path / "keys.json"
    file.write_text(json.dumps(far.jwks(*far.keys)))
    monkeypatch.setenv("VERAZ_KEYS", str(file))
    return file


def shown(run: Run, *options: Any) -> dict[str, Any]:
    return dict(json.loads(run("licence", "show", "--json", *options).stdout))


def test_without_a_licence_it_says_what_the_free_plan_allows(alone: Run, state: Path) -> None:
    done = alone("licence", "show")
    assert done.exit_code == 0
    for line in ("state   absent", "plan    free", "allows  the check"):
        assert f"{line}\n" in done.stdout
    assert not state.exists()


def test_a_licence_that_holds_is_told_with_its_term_its_key_and_its_place(
    far: Any, alone: Run, signed: Callable[..., str], keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "desk.licence"
    file.write_text(signed())
    monkeypatch.setenv("VERAZ_LICENCE_FILE", str(file))
    done = alone("licence", "show")
    assert done.exit_code == 0
    for told in (
        "state         valid",
        "plan          enterprise",
        "allows        the check, personal_data",
        "organisation  desk",
        ": 300 days left",
        f"signed by     {far.keys[0].thumbprint()}",
        f"held to       {keys} (VERAZ_KEYS)",
        f"found         {file} (VERAZ_LICENCE_FILE)",
    ):
        assert told in done.stdout


def test_programs_are_told_the_same(
    alone: Run, signed: Callable[..., str], keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERAZ_LICENCE", signed())
    told = shown(alone)
    assert (told["state"], told["holds"], told["days_left"], told["grace_days_left"]) == ("valid", True, 300, 0)
    assert told["says"]["features"] == ["personal_data"]
    assert told["found"] == "VERAZ_LICENCE"


@pytest.mark.parametrize(
    ("days", "state", "status", "grace"), [(-4.5, "in grace", 0, 9), (-15, "expired", 1, 0), (0.5, "valid", 0, 0)]
)
def test_days_of_grace_are_told_and_one_that_does_not_hold_leaves_a_status(
    alone: Run, signed: Callable[..., str], keys: Path, tmp_path: Path, days: float, state: str, status: int, grace: int
) -> None:
    file = tmp_path / "desk.licence"
    file.write_text(signed(days))
    told = shown(alone, "--licence", file)
    assert (told["state"], told["grace_days_left"]) == (state, grace)
    done = alone("licence", "show", "--licence", file)
    assert done.exit_code == status
    assert done.stderr == ""
    assert (f"{grace} days of grace left" in done.stdout) == bool(grace)


def test_a_key_that_is_pinned_verifies_it_and_another_organisation_s_is_told(
    far: Any, veraz: Run, signed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    veraz("sync")
    monkeypatch.setenv("VERAZ_LICENCE", signed())
    assert "held to       those pinned in " in veraz("licence", "show").stdout
    monkeypatch.setenv("VERAZ_LICENCE", signed(organisation="another"))
    assert shown(veraz)["state"] == "of another organisation"
    monkeypatch.delenv("VERAZ_KEY")  # one state folder is there, so it is that one's
    assert shown(veraz)["state"] == "of another organisation"


def test_a_clock_that_was_set_back_brings_none_back(
    veraz: Run, signed: Callable[..., str], keys: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    licence = signed(10)
    monkeypatch.setenv("VERAZ_LICENCE", licence)
    spool.clock = lambda: time.time() + 60 * DAY
    spool.latest(sha256(licence.encode()).hexdigest()[:16])
    assert shown(veraz)["state"] == "expired"


@pytest.mark.parametrize(
    ("text", "state", "why"),
    [
        ("a.b.c", "not trusted", "no key that is held has signed this as licence+jwt"),
        ("nonsense", "not trusted", "this is no signed document"),
    ],
)
def test_what_no_key_signed_is_told_and_leaves_a_status(
    alone: Run, keys: Path, monkeypatch: pytest.MonkeyPatch, text: str, state: str, why: str
) -> None:
    monkeypatch.setenv("VERAZ_LICENCE", text)
    done = alone("licence", "show")
    assert done.exit_code == 1
    assert f"state    {state}" in done.stdout
    assert why in done.stdout


def test_a_licence_with_nothing_to_hold_it_to_says_what_is_missing(
    alone: Run, signed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERAZ_LICENCE", signed())
    told = shown(alone)
    assert told["state"] == "not trusted"
    assert "name the console's key set in VERAZ_KEYS" in told["why"]


def test_a_file_that_is_not_there_is_named(alone: Run, tmp_path: Path) -> None:
    done = alone("licence", "show", "--licence", tmp_path / "nowhere")
    assert done.exit_code == 1
    assert "nowhere: there is no such file" in done.stdout


def test_settings_that_cannot_be_used_are_wrong_usage(alone: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERAZ_LICENCE", "a.b.c")
    monkeypatch.setenv("VERAZ_LICENCE_FILE", "x")
    assert alone("licence", "show").exit_code == 2
    monkeypatch.delenv("VERAZ_LICENCE_FILE")
    assert alone("licence", "show", "--keys", "nowhere").exit_code == 2
    monkeypatch.setitem(sys.modules, "joserfc", None)
    monkeypatch.setitem(sys.modules, "joserfc.jwk", None)
    assert alone("licence", "show", "--keys", __file__).exit_code == 2
