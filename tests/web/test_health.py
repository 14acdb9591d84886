from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client


def test_a_console_that_answers_lives(client: Client) -> None:
    assert client.get("/health").json() == {"status": "ok"}


def test_it_is_ready_once_every_migration_is_in(client: Client) -> None:
    assert client.get("/ready").status_code == 200


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
