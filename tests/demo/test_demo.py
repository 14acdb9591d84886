"""The demo as a person or a script starts it: another process, of which only what it prints and answers is known."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

_PATIENCE = 60  # seconds


def _started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "-m", "console.demo", *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = {**kept, "DEMO_FOLDER": str(folder), "HOME": str(folder)}
    return subprocess.Popen(command, cwd=settings.ROOT, env=environment, **pipes)


@contextmanager
def _served(folder: Path) -> Iterator[dict[str, Any]]:
    """The demo's line, while it serves; then it is told to stop."""
    process = _started(folder, "--port", "0", "--json")
    assert process.stdout
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=_PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")


def test_it_prints_one_line_answers_and_ends_cleanly_when_told_to(tmp_path: Path) -> None:
    with _served(tmp_path) as told:
        with urllib.request.urlopen(f"{told['address']}/accounts/login/", timeout=_PATIENCE) as answer:
            assert answer.status == 200
        assert [person["role"] for person in told["people"]] == ["owner", "publisher", "editor", "viewer"]
        assert all(key["key"].startswith("vz_") and key["scopes"] for key in told["keys"])


def test_a_second_start_gives_the_same_people_and_keys(tmp_path: Path) -> None:
    with _served(tmp_path) as first:
        pass
    with _served(tmp_path) as second:
        assert (second["people"], second["keys"]) == (first["people"], first["keys"])


def test_a_port_that_is_taken_is_said_to_be_before_anything_is_made(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        out, err = (process := _started(tmp_path, "--json", "--port", str(port))).communicate(timeout=_PATIENCE)
    assert (process.returncode, out) == (1, "")
    assert err.startswith(f"Port {port} is taken by another program.")


def test_once_walks_through_it_with_the_runtime_and_stops(tmp_path: Path) -> None:
    out, err = (process := _started(tmp_path, "--once")).communicate(timeout=_PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert "Fetched version 3" in out
    assert "The person reads: Thanks for waiting! I couldn't refund order 4412: it was refunded before." in out
