from __future__ import annotations

import socket
import urllib.request
from pathlib import Path

from tests.serving import PATIENCE, served, started


def test_it_prints_one_line_answers_and_ends_cleanly_when_told_to(tmp_path: Path) -> None:
    with served(tmp_path) as told:
        with urllib.request.urlopen(f"{told['address']}/accounts/login/", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert [person["role"] for person in told["people"]] == ["owner", "publisher", "editor", "viewer"]
        assert all(key["key"].startswith("vz_") and key["scopes"] for key in told["keys"])


def test_a_second_start_gives_the_same_people_and_keys(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        pass
    with served(tmp_path) as second:
        assert (second["people"], second["keys"]) == (first["people"], first["keys"])


def test_a_port_that_is_taken_is_said_to_be_before_anything_is_made(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        out, err = (process := started(tmp_path, "--json", "--port", str(port))).communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "")
    assert err.startswith(f"Port {port} is taken by another program.")


def test_once_walks_through_it_with_the_runtime_and_stops(tmp_path: Path) -> None:
    out, err = (process := started(tmp_path, "--once")).communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert "Fetched version 3" in out
    assert "The person reads: Thanks for waiting! I couldn't refund order 4412: it was refunded before." in out
