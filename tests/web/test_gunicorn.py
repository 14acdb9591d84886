"""gunicorn as `gunicorn.conf.py` sets it, which it finds by itself where it is started."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.serving import PATIENCE, ROOT

HOST = "127.0.0.1"
SECRET = "8f2b6c"
HALF = f"GET /invitations/{SECRET}/ HTTP/1.1\r\nHost: {HOST}\r\nAuthorization".encode()


class Gunicorn:
    """It answers on a port of its own; `ended` tells what it wrote."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "settings.demo", "DEMO_FOLDER": str(folder)}
        self.listening = socket.create_server((HOST, 0), backlog=256)
        self.address = self.listening.getsockname()
        bind = ("--bind", f"fd://{self.listening.fileno()}")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *bind, *arguments],
            cwd=ROOT,
            env=environment,
            pass_fds=[self.listening.fileno()],
            stderr=subprocess.PIPE,
        )

    def connected(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)

    def asked(self, request: bytes) -> bytes:
        with self.connected() as connection:
            connection.sendall(request)
            return connection.recv(100)

    def lives(self) -> bool:
        with closing(HTTPConnection(*self.address, timeout=PATIENCE)) as connection:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200

    def ended(self) -> str:
        self.process.terminate()
        with self.listening:
            return self.process.communicate(timeout=PATIENCE)[1].decode()


Start = Callable[..., Gunicorn]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Gunicorn] = []

    def start(*arguments: str) -> Gunicorn:
        started.append(Gunicorn(tmp_path, *arguments))
        assert started[-1].lives()
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.ended()


def test_twenty_connections_that_stop_in_the_midst_of_a_request_hold_up_nobody_else(start: Start) -> None:
    console = start()
    with ExitStack() as slow:
        for _each in range(20):
            slow.enter_context(console.connected()).sendall(HALF)
        assert console.lives()


def test_who_sends_nothing_more_is_hung_up_on_and_others_get_their_turn(start: Start) -> None:
    console = start("--workers", "1", "--threads", "2")
    with ExitStack() as slow:
        held = [slow.enter_context(console.connected()) for _each in range(4)]
        for each in held:
            each.sendall(HALF)
        assert console.lives()
        assert not held[0].recv(1)


def test_no_line_of_gunicorn_holds_an_address_or_a_header(start: Start) -> None:
    console = start("--log-level", "debug")
    lines = (f"/{SECRET} {SECRET} HTTP/1.1", f"/ HTTP/1.1\r\nAuthorization {SECRET}", f"/{SECRET} HTTP/9.9")
    answers = [console.asked(f"GET {each}\r\n\r\n".encode()) for each in lines]
    said = console.ended()
    assert [re.match(rb"HTTP/1.1 (\d+)", answer)[1] for answer in answers] == [b"400", b"400", b"400"]  # type: ignore[index]
    assert said.count("Invalid request from ip=127.0.0.1") == len(lines)
    assert SECRET not in said
