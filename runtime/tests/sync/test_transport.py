"""The console is reached by HTTPS, within bounds, and the key goes to no other host."""

from __future__ import annotations

import gzip
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue
from typing import Any

import pytest

from veraz.errors import ConfigurationError, NoAnswer
from veraz.sync import transport as module
from veraz.sync.transport import Answer, Urllib3Transport

KEY = "vz_test"


def whole_request(connection: socket.socket) -> bytes:
    """Return a request with its body, which comes in as many pieces as it likes."""
    with connection.makefile("rb") as file:
        head = b"\r\n".join(iter(lambda: file.readline().rstrip(), b""))
        length = re.search(rb"(?i)content-length: (\d+)", head)
        return head + b"\r\n\r\n" + file.read(int(length[1]) if length else 0)


class Sockets:
    """A server that does what ``does`` does with each connection, and keeps what it was sent."""

    def __init__(self, does: Callable[[socket.socket], None]) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.heard: list[bytes] = []
        self.does = does
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            with connection:
                self.heard.append(whole_request(connection))
                self.does(connection)


@pytest.fixture
def serve(loopback: str) -> Iterator[Callable[..., Sockets]]:
    """Return what starts a server of sockets."""
    made: list[Sockets] = []

    def started(does: Callable[[socket.socket], None]) -> Sockets:
        made.append(Sockets(does))
        return made[-1]

    yield started
    for server in made:
        server.listening.close()


def says(text: bytes) -> Callable[[socket.socket], None]:
    return lambda connection: connection.sendall(text)


def test_an_answer_comes_with_its_status_headers_and_body(far: Any, loopback: str) -> None:
    far.instead = lambda path: Answer(418, {"ETag": '"7"'}, path.encode())
    answer = Urllib3Transport(f"{loopback}/", KEY).send("GET", "/v1/keys", {})
    assert (answer.status, answer.headers["etag"], answer.body) == (418, '"7"', b"/v1/keys")


def test_the_key_and_what_is_sent_are_in_the_request(serve: Callable[..., Sockets]) -> None:
    server = serve(says(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"))
    transport = Urllib3Transport(server.address, KEY)
    assert transport.send("POST", "/v1/meters", {"Content-Type": "application/json"}, b"{}").status == 202
    [heard] = server.heard
    head, _, body = heard.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /v1/meters HTTP/1.1")
    assert b"Authorization: Bearer vz_test" in head
    assert b"User-Agent: veraz/" in head
    assert b"Accept-Encoding: identity" in head
    assert body == b"{}"


def test_a_body_in_pieces_is_put_together(serve: Callable[..., Sockets]) -> None:
    server = serve(says(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"))
    assert Urllib3Transport(server.address, KEY).send("GET", "/", {}).body == b"abcde"


def test_a_redirect_is_not_followed_so_the_key_goes_nowhere_else(serve: Callable[..., Sockets]) -> None:
    elsewhere = serve(says(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
    location = elsewhere.address.encode()
    server = serve(says(b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n"))
    assert Urllib3Transport(server.address, KEY).send("GET", "/", {}).status == 302
    assert elsewhere.heard == []


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"220 mail.example ESMTP\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc",
        b"HTTP/1.1 200 OK\r\n" + b"X-Much: 1\r\n" * 200 + b"\r\n",
    ],
)
def test_what_is_no_answer_is_none(serve: Callable[..., Sockets], answer: bytes) -> None:
    with pytest.raises(NoAnswer, match="did not answer"):
        Urllib3Transport(serve(says(answer)).address, KEY).send("GET", "/", {})


def test_nobody_there_is_no_answer(loopback: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(NoAnswer, match=f"127.0.0.1:{port}"):
        Urllib3Transport(f"http://127.0.0.1:{port}", KEY).send("GET", "/", {})


def test_a_console_that_says_nothing_is_waited_for_no_longer_than_asked(serve: Callable[..., Sockets]) -> None:
    over = threading.Event()
    server = serve(lambda connection: over.wait(10) and None)
    with pytest.raises(NoAnswer):
        Urllib3Transport(server.address, KEY).send("GET", "/", {}, timeout=0.05)
    over.set()


def test_where_no_time_is_left_nothing_is_asked(far: Any, loopback: str) -> None:
    with pytest.raises(NoAnswer, match="no time"):
        Urllib3Transport(loopback, KEY).send("GET", "/", {}, timeout=0.0)
    assert far.asked == []


@pytest.mark.parametrize(
    "begins",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nX-Much: ",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-Much: ",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;",
    ],
)
def test_a_console_that_answers_drop_by_drop_is_hung_up_on_when_the_time_is_over(
    serve: Callable[..., Sockets], begins: bytes
) -> None:
    ended: Queue[str] = Queue()

    def drip(connection: socket.socket) -> None:
        connection.sendall(begins)
        for _ in range(1000):
            try:
                connection.sendall(b"H")
            except OSError:
                return ended.put("hung up on")
            time.sleep(0.01)
        return ended.put("dripped to the end")

    with pytest.raises(NoAnswer, match="in time"):
        Urllib3Transport(serve(drip).address, KEY).send("GET", "/", {}, timeout=0.1)
    assert ended.get(timeout=30) == "hung up on"


def test_more_than_is_read_is_no_answer(far: Any, loopback: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 1000)
    transport = Urllib3Transport(loopback, KEY)
    far.instead = lambda _: Answer(200, {}, b"x" * 1001)
    with pytest.raises(NoAnswer, match="more than 1,000 bytes"):
        transport.send("GET", "/", {})
    far.instead = lambda _: Answer(200, {}, b"x" * 1000)
    assert len(transport.send("GET", "/", {}).body) == 1000


def test_a_packed_body_is_not_unpacked(far: Any, loopback: str) -> None:
    packed = gzip.compress(b"0" * 1_000_000)
    far.instead = lambda _: Answer(200, {"Content-Encoding": "gzip"}, packed)
    assert Urllib3Transport(loopback, KEY).send("GET", "/", {}).body == packed


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_makes_connections_of_its_own(far: Any, loopback: str) -> None:
    far.instead = lambda path: Answer(200, {}, path.encode())
    transport = Urllib3Transport(loopback, KEY)
    transport.send("GET", "/first", {})
    pid = os.fork()
    if pid == 0:
        os._exit(0 if transport.send("GET", "/child", {}).body == b"/child" else 1)
    assert transport.send("GET", "/parent", {}).body == b"/parent"
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "console.example",
            "ftp://console.example",
            "https://",
            "https://u:p@a.example",
            "https://a.example/?k=1",
        ),
        *("https://a.example:0", "https://a.example:99999", "https://[::1", "http://a.example", "http://10.0.0.1"),
    ],
)
def test_an_address_that_the_key_must_not_travel_to_is_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="console's address"):
        Urllib3Transport(address, KEY)


@pytest.mark.parametrize("address", ["http://localhost:8000", "http://127.0.0.1", "http://[::1]:8000", "https://a.b/c"])
def test_this_machine_itself_takes_plain_http(address: str) -> None:
    Urllib3Transport(address, KEY)


def test_another_machine_takes_plain_http_where_that_is_said() -> None:
    Urllib3Transport("http://console.internal", KEY, plain_http=True)


@pytest.mark.parametrize("key", ["", "vz test", "vz\r\nX-More: 1", "vz_é"])
def test_a_key_that_is_none_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        Urllib3Transport("https://a.example", key)
    assert not key or key not in str(error.value)


def test_a_proxy_of_the_environment_is_gone_through_with_its_password(
    serve: Callable[..., Sockets], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve(says(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
    monkeypatch.setenv("http_proxy", proxy.address.replace("http://", "http://me:p%40ss@"))
    there = Urllib3Transport("http://console.internal", KEY, plain_http=True)
    assert there.send("GET", "/v1/keys", {}).body == b"ok"
    [heard] = proxy.heard
    assert heard.startswith(b"GET http://console.internal/v1/keys")
    assert b"proxy-authorization: basic bwu6cebzcw==" in heard.lower()
