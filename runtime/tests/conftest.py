"""No test of the runtime opens a socket but to a console of its own: the library works with the network unplugged."""

from __future__ import annotations

import gzip
import json
import logging
import socket
import sys
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from joserfc.jwk import OKPKey

from veraz.sync.console_client import Console
from veraz.sync.keys import KEY_SET, PHRASINGS
from veraz.sync.transport import Answer

_SOCKET = socket.socket

settings.register_profile("untimed", deadline=None)  # how long an example takes depends on what else runs
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def _no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(family: int = -1, type: int = -1, proto: int = -1, fileno: int | None = None) -> socket.socket:
        if fileno is None:
            raise AssertionError("a test of the runtime opened a socket")
        return _SOCKET(family, type, proto, fileno)  # one end of a pair that a loop wakes itself with

    monkeypatch.setattr(socket, "socket", refuse)


@pytest.fixture(autouse=True)
def _warnings_are_heard(caplog: pytest.LogCaptureFixture) -> None:
    """Hear the library's warnings whatever else runs beside it sets up for the log."""
    caplog.set_level(logging.WARNING)


class FarConsole:
    """What a runtime reaches, in memory, with signing keys of its own and whatever goes wrong with it.

    ``keys`` sign, the first of them the phrasings; ``scopes`` are the API key's; ``instead`` answers in its place.
    """

    def __init__(self) -> None:
        self.keys = [self.new_key()]
        self.number = 0
        self.tools: dict[str, Any] = {}
        self.more: dict[str, Any] = {}
        self.scopes = {"phrasings:read", "meters:write", "tools:write"}
        self.asked: list[tuple[str, str]] = []
        self.posts: list[dict[str, Any]] = []
        self.registered: list[bytes] = []
        self.instead: Callable[[str], Answer] | None = None

    def publish(self, done: str, number: int | None = None) -> None:
        """Make a text live that tells of a table that was booked."""
        self.number = self.number + 1 if number is None else number
        self.tools = {"book_table": {"en": {"done": done}}}

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        self.asked.append((method, path))
        if self.instead is not None:
            return self.instead(path)
        if path == "/v1/keys":
            return Answer(200, {}, self.signed_keys())
        scope = _SCOPES[path]
        if scope not in self.scopes:
            return self.refused(403, "scope_missing", scope)
        if path == "/v1/meters":
            is_empty = body == b"{}"
            return self.refused(422, "invalid") if is_empty else self.counted(json.loads(gzip.decompress(body or b"")))
        if path == "/v1/tools":
            return self.registers(body)
        etag = f'"{self.number}"'
        held = headers.get("If-None-Match") == etag
        return Answer(304 if held else 200, {"etag": etag}, b"" if held else self.signed_document())

    def counted(self, post: dict[str, Any]) -> Answer:
        self.posts.append(post)
        told = {"batch_id": post["batch_id"], "accepted": len(post["samples"]), "duplicates": 0, "rejected": []}
        return Answer(202, {}, json.dumps({**told, "next_seconds": 60}).encode())

    def registers(self, body: bytes | None) -> Answer:
        if not body:
            return Answer(200, {}, b"{}")
        self.registered.append(body)
        names = [tool["name"] for tool in json.loads(body)["tools"]]
        told = {"added": names, "changed": [], "absent": ["old"], "unchanged": [], "unphrased": names[:1]}
        return Answer(200, {}, json.dumps({"digest": json.loads(body)["digest"], **told}).encode())

    @staticmethod
    def refused(status: int, code: str, scope: str = "") -> Answer:
        challenge = {"www-authenticate": f'Bearer realm="veraz", scope="{scope}"'} if scope else {}
        return Answer(status, challenge, json.dumps({"status": status, "code": code}).encode())

    def document(self) -> bytes:
        told = {"schema": 1, "organisation": "desk", "version": self.number, "poll_seconds": 300, "tools": self.tools}
        return json.dumps({**told, "settings": {"selector_language": "en"}, **self.more}).encode()

    def signed_document(self) -> bytes:
        return self.signed(self.document(), PHRASINGS, self.keys[0])

    def signed_keys(self) -> bytes:
        return self.signed(json.dumps(self.jwks(*self.keys)).encode(), KEY_SET, *self.keys)

    @staticmethod
    def new_key() -> OKPKey:
        return OKPKey.generate_key("Ed25519")

    @staticmethod
    def jwks(*keys: OKPKey) -> dict[str, Any]:
        return {"keys": [{**key.as_dict(private=False), "kid": key.thumbprint(), "use": "sig"} for key in keys]}

    @classmethod
    def signed(cls, content: bytes, typ: str, *keys: OKPKey) -> bytes:
        """Return ``content`` flattened where one key signs, general where several do."""
        made = [cls.signed_as({"alg": "Ed25519", "kid": key.thumbprint(), "typ": typ}, content, key) for key in keys]
        if len(made) == 1:
            return json.dumps(made[0]).encode()
        signatures = [{name: each[name] for name in ("protected", "signature")} for each in made]
        return json.dumps({"payload": made[0]["payload"], "signatures": signatures}).encode()

    @staticmethod
    def signed_as(protected: dict[str, Any], content: bytes, key: OKPKey) -> dict[str, str]:
        """Return ``content`` signed under a header that says whatever it says."""
        header, payload = _base64(json.dumps(protected).encode()), _base64(content)
        signature = key.get_op_key("sign").sign(f"{header}.{payload}".encode())
        return {"protected": header, "payload": payload, "signature": _base64(signature)}


_SCOPES = {
    "/v1/outcome-phrasings": "phrasings:read",
    "/v1/meters": "meters:write",
    "/v1/tools": "tools:write",
}


def _base64(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


@pytest.fixture
def far() -> FarConsole:
    return FarConsole()


@pytest.fixture
def connect(far: FarConsole, tmp_path: Path) -> Iterator[Callable[..., Console]]:
    """Return what makes connections to ``far``, whose state is in one folder; they are closed at the end."""
    made: list[Console] = []

    def connected(**settings: Any) -> Console:
        given = {"transport": far, "state": tmp_path / "state", **settings}
        made.append(Console("https://console.example", "vz_test", **given))
        return made[-1]

    yield connected
    for console in made:
        console.close()


@pytest.fixture
def eventually() -> Callable[[Callable[[], Any]], bool]:
    """Return what tells whether something comes true within ten seconds."""

    def comes_true(holds: Callable[[], Any]) -> bool:
        end = time.monotonic() + 10
        while not holds() and time.monotonic() < end:
            time.sleep(0.005)
        return bool(holds())

    return comes_true


@pytest.fixture
def loopback(far: FarConsole, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a server that answers as ``far`` does."""
    monkeypatch.setattr(socket, "socket", _SOCKET)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            answer = far.send(self.command, self.path, dict(self.headers), body)
            self.send_response_only(answer.status)
            own = {"Content-Length": str(len(answer.body)), "Date": self.date_time_string()}
            for name, value in {**own, **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        do_GET = do_POST = do_PUT = answer  # noqa: N815 - as the server calls them

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            if not isinstance(sys.exc_info()[1], ConnectionError):  # who asked went away, as people do
                super().handle_error(request, client_address)

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()
