"""A version is published in a console that is served, and a webhook is told: through threads, and through Celery."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from tests.serving import PATIENCE, ROOT, served
from tests.webhooks.receiving import Receiver, receiving

REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
_ADD = """
import sys, django
django.setup()
from console.organisations.actor import itself
from console.organisations.models import Organisation
from console.webhooks.services import Described, add_endpoint
add_endpoint(itself(Organisation.objects.get()), Described("Receiver", sys.argv[1], ["version.published"]))
"""


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Redis, with a queue of the test's own."""
    client, queue = redis.Redis.from_url(REDIS), f"veraz-test-{uuid.uuid4().hex}"
    try:
        client.ping()
    except redis.ConnectionError as error:
        answer = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        answer(f"Redis does not answer at {REDIS}: {error}")
    monkeypatch.setenv("CELERY_BROKER_URL", REDIS)
    monkeypatch.setenv("CELERY_QUEUE", queue)
    yield
    for kept in client.scan_iter(f"*{queue}*"):
        client.delete(kept)
    client.close()


def test_threads_of_the_process_that_serves_deliver(tmp_path: Path) -> None:
    with receiving() as receiver, served(tmp_path) as told:
        assert _published(tmp_path, told, receiver) == 4


def test_a_worker_of_celery_delivers(tmp_path: Path, broker: None) -> None:
    with receiving() as receiver, served(tmp_path) as told, _worker(tmp_path):
        assert _published(tmp_path, told, receiver) == 4


def _published(folder: Path, told: dict[str, Any], receiver: Receiver) -> int:
    """Publish a version; returns the number that the receiver is told."""
    _run(folder, "-c", _ADD, receiver.url)
    key = next(each["key"] for each in told["keys"] if "phrasings:write" in each["scopes"])
    new = {"base_version": 3, "note": "One word", "tools": {"get_order": {"en": {"done": "Found it."}}}}
    request = urllib.request.Request(
        f"{told['address']}/v1/outcome-phrasings/versions",
        json.dumps(new).encode(),
        {"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        assert answer.status == 201
    assert receiver.arrived.wait(PATIENCE)
    return int(json.loads(receiver.came[0].body)["data"]["version"])


@contextmanager
def _worker(folder: Path) -> Iterator[None]:
    """A worker that takes tasks until the block ends."""
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "ERROR")
    command = [sys.executable, "-m", "celery", "-A", "console", "worker", "--pool", "solo", *quiet]
    process = subprocess.Popen(command, cwd=ROOT, env=_environment(folder), stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _run(folder: Path, *arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=_environment(folder), check=True, timeout=PATIENCE)


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**kept, "DJANGO_SETTINGS_MODULE": "settings.demo", "DEMO_FOLDER": str(folder), "PYTHONPATH": str(ROOT)}
