"""A server on this machine that webhooks are sent to."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Request:
    """What was sent: names of headers in small letters."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """What came, and what to answer."""

    port: int
    scheme: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    came: list[Request] = field(default_factory=list)
    arrived: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hook?from=veraz"


@contextmanager
def receiving(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Receive until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.came.append(Request(self.path, {n.lower(): value for n, value in self.headers.items()}, body))
            self.send_response(found.status)
            for name, value in {"Content-Length": "0", **found.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            found.arrived.set()

        def log_message(self, *line: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    found = Receiver(server.server_address[1], "https" if tls else "http")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
