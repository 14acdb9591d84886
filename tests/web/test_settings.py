from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection

from settings import env
from settings.database import database
from settings.signing import new_key

GOOD = {"SECRET_KEY": "a key of fifty characters or more, 0123456789 ABCDEFGH", "ALLOWED_HOSTS": "console.example.com"}


def start(**environment: str) -> subprocess.CompletedProcess[str]:
    """Start the console as in production and let Django check its settings."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    settings = {"DJANGO_SETTINGS_MODULE": "settings.production", **environment}
    return subprocess.run(
        command, cwd=configured.ROOT, env=kept | settings, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"ALLOWED_HOSTS": "console.example.com"}, "Set SECRET_KEY"),
        ({"SECRET_KEY": GOOD["SECRET_KEY"]}, "Set ALLOWED_HOSTS"),
        (GOOD | {"SECRET_KEY": "short"}, "shorter than 50"),
        (GOOD | {"ALLOWED_HOSTS": "*"}, "names each host"),
        (GOOD, "Set SIGNING_KEY"),
    ],
)
def test_production_refuses_to_start_half_set(environment: dict[str, str], complaint: str) -> None:
    started = start(**environment)
    assert started.returncode != 0
    assert complaint in started.stderr


def test_production_starts_with_its_keys_and_hosts_and_djangos_own_check_is_content() -> None:
    started = start(**GOOD, SIGNING_KEY=new_key())
    assert started.returncode == 0, started.stderr


def test_behind_a_proxy_pages_and_interface_take_the_word_of_the_same_one() -> None:
    told = "from settings import base as b; print(b.ALLAUTH_TRUSTED_PROXY_COUNT, b.REST_FRAMEWORK['NUM_PROXIES'])"
    for behind, said in (("true", "1 1"), ("false", "0 0")):
        command = [sys.executable, "-c", told]
        environment = {"PATH": os.environ["PATH"], "BEHIND_PROXY": behind}
        assert subprocess.check_output(command, cwd=configured.ROOT, env=environment, text=True).strip() == said


def test_a_secret_may_be_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text("from a file\n")
    monkeypatch.setenv("A_SECRET_FILE", str(tmp_path / "key"))
    assert env.text("A_SECRET") == "from a file"


def test_a_secret_in_two_places_or_in_a_file_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SECRET_FILE", "/nowhere/key")
    with pytest.raises(ImproperlyConfigured, match="/nowhere/key, which cannot be read"):
        env.text("A_SECRET")
    monkeypatch.setenv("A_SECRET", "here")
    with pytest.raises(ImproperlyConfigured, match="not both"):
        env.text("A_SECRET")


def test_a_value_that_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="A_FLAG is 'maybe'"):
        env.flag("A_FLAG", False)
    monkeypatch.setenv("A_NUMBER", "many")
    with pytest.raises(ImproperlyConfigured, match="whole number"):
        env.number("A_NUMBER", 1)


def test_a_network_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NETWORKS", "10.1.0.0/16, fd00::/8")
    assert env.networks("NETWORKS") == ["10.1.0.0/16", "fd00::/8"]
    monkeypatch.setenv("NETWORKS", "10.1.0.1/16")
    with pytest.raises(ImproperlyConfigured, match="has host bits set"):
        env.networks("NETWORKS")


def test_sqlite_takes_the_write_lock_when_a_transaction_begins(tmp_path: Path) -> None:
    options = database(f"sqlite:///{tmp_path / 'a.sqlite3'}")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_postgresql_is_used_where_its_address_is_given() -> None:
    assert database("postgres://me@db.example.com/veraz")["ENGINE"] == "django.db.backends.postgresql"


def test_no_model_has_changed_without_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    assert connection.introspection.table_names()
