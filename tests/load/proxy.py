"""A network that loses, repeats, delays and refuses, between a runtime and a console on this machine's own address."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HOST = "127.0.0.1"
_PATIENCE = 30  # seconds with the console
_LATE = 0.8  # seconds; a lease lasts a fifth of one
_KEPT = 200  # posts that may come again, long after


@dataclass(frozen=True, slots=True)
class Post:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def can_be_split(self) -> bool:
        """Whether it has samples for two."""
        return len(json.loads(gzip.decompress(self.body))["samples"]) > 1


@dataclass(frozen=True, slots=True)
class Said:
    """An answer."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Network(ThreadingHTTPServer):
    """Brings posts to the console at `console` (host and port), or does worse, as `chance` has it.

    :ivar fates: how often what was done with a post.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, console: tuple[str, int], chance: random.Random) -> None:
        super().__init__((HOST, 0), _Handler)
        self.console = console
        self.chance = chance
        self.fates: Counter[str] = Counter()
        self.is_calm = False
        self.past: list[Post] = []
        self._due = chance.sample(list(_FATES), len(_FATES))  # each of them befalls some post
        self.ends = threading.Event()

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://{HOST}:{self.server_port}"

    def fate(self) -> Fate:
        """What is done with the next post."""
        if self.is_calm:
            return _brought
        return self._due.pop() if self._due else self.chance.choices(list(_FATES), list(_FATES.values()))[0]

    def forward(self, post: Post) -> Said:
        """Bring a post to the console and return what it answers; raises OSError where it does not."""
        connection = http.client.HTTPConnection(*self.console, timeout=_PATIENCE)
        try:
            connection.request("POST", post.path, post.body, post.headers)
            answer = connection.getresponse()
            return Said(answer.status, dict(answer.getheaders()), answer.read())
        except http.client.HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: who asked was killed, or the console was."""


Fate = Callable[[Network, Post], Said | None]
"""From a post to what the runtime is answered; the connection breaks off where that is nothing."""


def _brought(network: Network, post: Post) -> Said | None:
    return network.forward(post)


def _request_lost(network: Network, post: Post) -> Said | None:
    return None


def _answer_lost(network: Network, post: Post) -> Said | None:
    network.forward(post)
    return None


def _repeated(network: Network, post: Post) -> Said | None:
    network.forward(post)
    return network.forward(post)


def _repeated_at_once(network: Network, post: Post) -> Said | None:
    other = threading.Thread(target=network.forward, args=(post,))
    other.start()
    said = network.forward(post)
    other.join()
    return said


def _repeated_much_later(network: Network, post: Post) -> Said | None:
    if network.past:
        network.forward(network.chance.choice(network.past))
    return network.forward(post)


def _answered_late(network: Network, post: Post) -> Said | None:
    said = network.forward(post)
    network.ends.wait(network.chance.uniform(0, _LATE))
    return said


def _brought_late(network: Network, post: Post) -> Said | None:
    network.ends.wait(network.chance.uniform(0, _LATE))
    return network.forward(post)


def _answer_cut(network: Network, post: Post) -> Said | None:
    said = network.forward(post)
    return Said(said.status, said.headers, said.body[: len(said.body) // 2])


def _unavailable(network: Network, post: Post) -> Said | None:
    return Said(503, {"Retry-After": network.chance.choice(["0", "5", "soon"])})


def _too_many(network: Network, post: Post) -> Said | None:
    return Said(429, {"Retry-After": "1"})


def _taken_and_failed(network: Network, post: Post) -> Said | None:
    network.forward(post)
    return Said(502)


def _too_large(network: Network, post: Post) -> Said | None:
    return Said(413) if post.can_be_split else network.forward(post)


def _taken_and_too_large(network: Network, post: Post) -> Said | None:
    """What answers for the console has had enough of what it brought there."""
    said = network.forward(post)
    return Said(413) if post.can_be_split else said


_FATES: dict[Fate, int] = {
    _brought: 30,
    _request_lost: 8,
    _answer_lost: 10,
    _repeated: 6,
    _repeated_at_once: 6,
    _repeated_much_later: 8,
    _answered_late: 8,
    _brought_late: 6,
    _answer_cut: 5,
    _unavailable: 5,
    _too_many: 3,
    _taken_and_failed: 5,
    _too_large: 5,
    _taken_and_too_large: 5,
}
FATES = [fate.__name__.strip("_").replace("_", " ") for fate in _FATES]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Network

    def do_POST(self) -> None:
        """Read a post, and do with it what its fate is."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kept = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        post = Post(self.path, kept, body)
        network = self.server
        fate = network.fate()
        network.fates[fate.__name__.strip("_").replace("_", " ")] += 1
        try:
            self._say(fate(network, post))
        except OSError:
            self._say(None)
        network.past = [*network.past[-_KEPT:], post]

    def _say(self, said: Said | None) -> None:
        self.close_connection = True
        if said is None:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(said.status)
        for name in ("Content-Type", "Retry-After"):
            if name in said.headers:
                self.send_header(name, said.headers[name])
        self.send_header("Content-Length", str(len(said.body)))
        self.end_headers()
        self.wfile.write(said.body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def network(console: tuple[str, int], chance: random.Random) -> Iterator[Network]:
    """Give a network that is there until the block ends."""
    with Network(console, chance) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.ends.set()
            server.shutdown()
            thread.join()
