from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from console.webhooks import sending
from console.webhooks.sending import post
from tests.webhooks.receiving import Receiver, receiving

NAME = "hooks.example.com"


def test_a_post_arrives_whole_at_the_path_with_its_query(receiver: Receiver) -> None:
    answer = post(receiver.url, {"webhook-id": "msg_1"}, b"{}")
    assert (answer.status, answer.is_good, answer.problem) == (200, True, "")
    came = receiver.came[0]
    assert (came.path, came.body, came.headers["webhook-id"]) == ("/hook?from=veraz", b"{}", "msg_1")
    assert came.headers["host"] == f"127.0.0.1:{receiver.port}"


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 307, {"Location": receiver.url}
    answer = post(receiver.url, {}, b"{}")
    assert (answer.status, answer.is_good, len(receiver.came)) == (307, False, 1)


def test_a_private_address_is_never_connected_to(receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    assert post(receiver.url, {}, b"{}").problem == "address"
    assert receiver.came == []


def test_how_long_to_wait_is_read_from_the_answer(receiver: Receiver) -> None:
    receiver.status = 503
    for said, read in (("120", 120), ("Wed, 21 Oct 2026 07:28:00 GMT", None), ("9" * 40, None)):
        receiver.headers = {"Retry-After": said}
        assert post(receiver.url, {}, b"{}").retry_after == read


def test_nobody_there_is_no_connection() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert post(f"http://127.0.0.1:{taken.getsockname()[1]}/", {}, b"{}").problem == "connection"


@pytest.fixture
def server() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Make a server of a function that is given each connection; gives its address."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve(answer: Callable[[socket.socket], None]) -> str:
        def go() -> None:
            line, _address = listening.accept()
            with line:
                line.recv(65536)
                answer(line)

        threading.Thread(target=go, daemon=True).start()
        return f"http://127.0.0.1:{listening.getsockname()[1]}/"

    yield serve
    listening.close()


def test_silence_is_no_answer_in_time(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "READ", 0.05)
    over = threading.Event()
    assert post(server(lambda line: over.wait(5)), {}, b"{}").problem == "timeout"
    over.set()


def test_a_byte_now_and_then_does_not_hold_the_line(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WHOLE", 0.15)
    over = threading.Event()

    def dribble(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n")
        while not over.wait(0.02):
            line.sendall(b"X-More: x\r\n")

    answer = post(server(dribble), {}, b"{}")
    over.set()
    assert (answer.problem, answer.status) == ("timeout", None)


@pytest.mark.parametrize("said", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 70_000])
def test_what_is_no_answer_broke_off(server: Any, said: bytes) -> None:
    assert post(server(lambda line: line.sendall(said)), {}, b"{}").problem == "broken"


@pytest.fixture
def tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A server's certificate for NAME, which is trusted; NAME and another stand for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)]), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    own = certificate.public_bytes(Encoding.PEM)
    (tmp_path / "trusted.pem").write_bytes(own)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "server.pem").write_bytes(own + secret)
    ask = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *asked, **more: ask("127.0.0.1", *asked, **more))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trusted.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    return context


def test_the_certificate_must_be_of_the_name_though_the_checked_address_is_connected_to(tls: ssl.SSLContext) -> None:
    with receiving(tls) as receiver:
        assert post(f"https://{NAME}:{receiver.port}/", {}, b"{}").status == 200
        assert receiver.came[0].headers["host"] == f"{NAME}:{receiver.port}"
        assert post(f"https://other.example.com:{receiver.port}/", {}, b"{}").problem == "tls"


def test_a_certificate_that_nobody_vouches_for_is_refused(tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with receiving(tls) as receiver:
        assert post(f"https://{NAME}:{receiver.port}/", {}, b"{}").problem == "tls"
        assert receiver.came == []
