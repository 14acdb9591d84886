"""A connection is told what it needs by arguments, else by the environment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from veraz.errors import ConfigurationError
from veraz.sync.connection_settings import Settings

ENVIRON = {"VERAZ_CONSOLE": "https://a.example", "VERAZ_KEY": "vz_1"}


def test_what_is_left_out_comes_from_the_environment(far: Any, tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text(json.dumps(far.jwks(*far.keys)))
    found = Settings.of(None, None, None, None, {**ENVIRON, "VERAZ_KEYS": str(tmp_path / "keys.json")})
    assert (found.address, found.key, found.offline) == ("https://a.example", "vz_1", False)
    assert found.keys is not None
    assert found.keys.fingerprints() == (far.keys[0].thumbprint(),)


def test_arguments_come_first(far: Any) -> None:
    found = Settings.of("https://b.example", "vz_2", far.jwks(*far.keys), False, {**ENVIRON, "VERAZ_OFFLINE": "1"})
    assert (found.address, found.key, found.offline) == ("https://b.example", "vz_2", False)


@pytest.mark.parametrize("missing", ENVIRON)
def test_what_is_missing_is_named_with_its_variable(missing: str) -> None:
    with pytest.raises(ConfigurationError, match=missing):
        Settings.of(None, None, None, None, {name: value for name, value in ENVIRON.items() if name != missing})


@pytest.mark.parametrize(("said", "offline"), [("1", True), ("TRUE", True), ("0", False), ("", False), ("no", False)])
def test_offline_is_said_plainly(said: str, offline: bool) -> None:
    assert Settings.of(None, None, None, None, {**ENVIRON, "VERAZ_OFFLINE": said}).offline is offline


def test_what_is_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="VERAZ_OFFLINE is 'maybe'"):
        Settings.of(None, None, None, None, {**ENVIRON, "VERAZ_OFFLINE": "maybe"})


def test_offline_takes_no_address_and_no_key() -> None:
    assert Settings.of(None, None, None, True, {}).address == ""
