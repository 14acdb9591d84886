from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from console.letters.models import Letter
from console.tasks.models import Due
from settings.production import STORAGES


def test_a_console_that_answers_lives(client: Client) -> None:
    assert client.get("/health").json() == {"status": "ok"}


def test_it_is_ready_once_every_migration_is_in(client: Client) -> None:
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "waiting": []})


def test_it_is_not_ready_while_migrations_wait(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.web.health.MigrationExecutor.migration_plan", lambda *_args: ["one"])
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "migrations_waiting"})


def test_it_is_not_ready_without_its_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("console.web.health.MigrationExecutor", refuse)
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "database_unreachable"})


def test_each_answer_is_named_for_its_log_line(client: Client) -> None:
    assert client.get("/health")["X-Request-ID"] != client.get("/health")["X-Request-ID"]


def test_it_is_not_ready_without_the_files_of_its_pages(client: Client, settings: LazySettings, tmp_path: Path) -> None:
    settings.STORAGES, settings.STATIC_ROOT = STORAGES, tmp_path
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "static_files_missing"})


def test_it_is_ready_once_they_are_collected(client: Client, settings: LazySettings, tmp_path: Path) -> None:
    settings.STORAGES, settings.STATIC_ROOT = STORAGES, tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    assert client.get("/ready").status_code == 200


def test_it_tells_that_nobody_does_periodic_work_and_stays_ready(client: Client) -> None:
    Due.objects.create(name="webhooks.deliver_due", due_at=timezone.now() - timedelta(minutes=16))
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["waiting"]) == (200, ["tasks"])


def test_it_tells_that_letters_cannot_be_sent_and_stays_ready(client: Client) -> None:
    Letter.objects.create(to="owner@example.com", subject="s", text="t", attempts=1)
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["waiting"]) == (200, ["letters"])


@pytest.mark.parametrize("path", ["/health", "/ready"])
@pytest.mark.parametrize("host", ["10.0.0.5", "10.0.0.5:8000", "[fd00::5]", "a name", ""])
def test_both_answer_by_whatever_name_and_over_plain_http(
    client: Client, settings: LazySettings, path: str, host: str
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(path, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/v1/keys", "/health/", "//health", "/ready/x"])
def test_nothing_else_answers_by_another_name(client: Client, path: str) -> None:
    assert client.get(path, headers={"Host": "10.0.0.5"}).status_code == 400


def test_both_are_only_read(client: Client) -> None:
    assert client.post("/ready").status_code == 405
