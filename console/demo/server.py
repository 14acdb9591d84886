"""The console served from this process, on this machine's own address alone."""

from __future__ import annotations

import errno
import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

from console.web.wsgi import application

HOST = "127.0.0.1"
_ANSWERS_WITHIN = 30  # seconds


class CannotServe(Exception):
    """The port cannot be had, or what answers on it is not ready; the text says what to do."""


class Server(ThreadedWSGIServer):
    """Answers each request in a thread of its own."""

    request_queue_size = 128
    daemon_threads = True

    def __init__(self, *place_and_handler: Any) -> None:
        self._connections: set[Any] = set()
        super().__init__(*place_and_handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer on a connection, which its thread keeps open."""
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self._connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Take no more connections, and hang up on those there are: a console that has stopped answers nobody."""
        super().server_close()
        for request in list(self._connections):
            with suppress(OSError):  # it was closed just now
                request.shutdown(socket.SHUT_RDWR)

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.server_port}"


class _Quiet(WSGIRequestHandler):
    """Requests have log lines of their own."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


def bound(port: int) -> Server:
    """Take a port, any free one for 0; who asks already waits, and is answered once `serving` begins."""
    try:
        return Server((HOST, port), _Quiet)
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        why = "is taken by another program" if taken else f"cannot be used ({error})"
        raise CannotServe(f"Port {port} {why}. Choose one with --port, or any that is free with --port 0.") from error


@contextmanager
def serving(server: Server) -> Iterator[None]:
    """Answer until the block ends; it begins once the console says that it is ready."""
    server.set_app(application)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        _check_ready(server.server_port)
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _check_ready(port: int) -> None:
    connection = http.client.HTTPConnection(HOST, port, timeout=_ANSWERS_WITHIN)
    try:
        connection.request("GET", "/ready")
        answer = connection.getresponse()
        if answer.status != 200:
            raise CannotServe(f"The console is not ready: {answer.read().decode()}")
    finally:
        connection.close()
