"""One POST to an address that was checked: bounded in time, its answer's status read and nothing else of it."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from threading import Event, Timer

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    NewConnectionError,
    ReadTimeoutError,
    SSLError,
)

from console.webhooks.addresses import Refused, Target, resolved, target
from console.webhooks.models import Problem

CONNECT, READ, WHOLE = 3.0, 10.0, 15.0  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """How an attempt went: the status of the answer, or why there was none."""

    milliseconds: int
    status: int | None = None
    problem: str = ""
    retry_after: int | None = None  # seconds

    @property
    def is_good(self) -> bool:
        """Whether the event was taken; a redirect is not followed, and so is no success."""
        return self.status is not None and 200 <= self.status < 300


def post(url: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send `body` to `url`, wherever it may be sent to."""
    began = time.perf_counter()

    def so_far() -> int:
        return round((time.perf_counter() - began) * 1000)

    try:
        to = target(url)
        status, retry_after = _answered(_connection(to, resolved(to)), to, headers, body)
    except Refused as refused:
        return Answer(so_far(), problem=refused.problem)
    except (OSError, HTTPException, HTTPError) as error:
        return Answer(so_far(), problem=_problem(error))
    return Answer(so_far(), status, retry_after=retry_after)


def _connection(to: Target, address: str) -> HTTPConnection:
    """A connection to the checked address, where the certificate must be the name's."""
    if to.scheme == "http":
        return HTTPConnection(address, to.port, timeout=CONNECT)
    trust = ssl.create_default_context()
    return HTTPSConnection(address, to.port, timeout=CONNECT, ssl_context=trust, server_hostname=to.host)


def _answered(
    connection: HTTPConnection, to: Target, headers: Mapping[str, str], body: bytes
) -> tuple[int, int | None]:
    try:
        with _cut_after(connection, WHOLE):
            connection.connect()
            connection.timeout = READ
            connection.request("POST", to.path, body, {"Host": to.authority, **headers}, preload_content=False)
            answer = connection.getresponse()
            return answer.status, _seconds(answer.headers.get("Retry-After", ""))
    finally:
        connection.close()


@contextmanager
def _cut_after(connection: HTTPConnection, seconds: float) -> Iterator[None]:
    """Cut the line to a server that sends a byte now and then, which no other limit ends: TimeoutError."""
    over = Event()

    def cut() -> None:
        over.set()
        with suppress(OSError, AttributeError):  # not connected yet, or not any more
            connection.sock.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if over.is_set():  # an answer that was cut short looks whole
            raise TimeoutError


_PROBLEMS: tuple[tuple[type[Exception], Problem], ...] = (
    (ssl.SSLError, Problem.TLS),
    (SSLError, Problem.TLS),
    (ConnectTimeoutError, Problem.CONNECTION),
    (NewConnectionError, Problem.CONNECTION),
    (ConnectionRefusedError, Problem.CONNECTION),
    (TimeoutError, Problem.TIMEOUT),
    (ReadTimeoutError, Problem.TIMEOUT),
)


def _problem(error: Exception) -> Problem:
    return next((problem for kind, problem in _PROBLEMS if isinstance(error, kind)), Problem.BROKEN)


def _seconds(retry_after: str) -> int | None:
    return int(retry_after) if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 10 else None
