"""What a person waits for a reply while the console works, is away, hangs, or answers what it should not.

    python benchmarks/console_away.py [--seconds 4] [--rounds 3]

Milliseconds of `Agent.chat` for a turn that looks an order up and whose model's reply is held to that; the model itself
takes no time. The console is another process on this machine, which asks for a poll a second; in trouble the runtime
takes its usual pauses. The cases take turns, so that what else the machine does meets all of them. «Asked» is how often
the console was, «version» what the last turn was held with: each agent starts from version 1, of a file, and where
nothing newer can be believed it keeps to that.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from joserfc import jws
from joserfc.jwk import OKPKey

from veraz import Agent, tool
from veraz.agent import Plan
from veraz.sync import Console
from veraz.sync.keys import KEY_SET, PHRASINGS

CASES = {
    "no console": "the agent has none",
    "healthy": "nothing new at each poll",
    "publishing": "200 tools anew at each poll",
    "down": "nobody listens there",
    "slow": "it answers after 30 s",
    "garbage": "it answers with HTML",
    "bad signature": "a stranger signs",
}
TOOLS = 200
SLOW = 30.0
HTML = b"<html><body>Welcome to the network of the airport</body></html>"


@tool(write=False)
def get_order(order_id: str) -> dict[str, str]:
    """Look an order up."""
    return {"order_id": order_id, "status": "shipped", "total": "12.50 GBP"}


@tool(write=True)
def refund_card(order_id: str, amount: float) -> dict[str, bool]:
    """Send money back to the card."""
    return {"ok": True}


def document(number: int) -> bytes:
    """Return a live set, of this agent's tools and many more."""
    texts = {"done": "Done for {argument.order_id}.", "failed": "That failed{because}."}
    names = ("get_order", "refund_card", *(f"tool_{index}" for index in range(TOOLS)))
    told = {"schema": 1, "organisation": "shop", "version": number, "poll_seconds": 1}
    return json.dumps({**told, "tools": {name: {"en": texts, "pt-BR": texts} for name in names}}).encode()


def signed(content: bytes, typ: str, key: OKPKey) -> bytes:
    """Return ``content`` as a JWS."""
    protected = {"alg": "Ed25519", "kid": key.thumbprint(), "typ": typ}
    return json.dumps(jws.serialize_json({"protected": protected}, content, key, algorithms=["Ed25519"])).encode()


def key_set(key: OKPKey) -> dict[str, Any]:
    """Return the public set of one key."""
    return {"keys": [key.as_dict(private=False)]}


class Far:
    """A console that does what its case says."""

    def __init__(self, case: str, key: OKPKey) -> None:
        self.case = case
        self.key = OKPKey.generate_key("Ed25519") if case == "bad signature" else key
        self.asked = 0

    def answer(self, path: str, held: str | None) -> tuple[int, bytes, str]:
        """Return status, body and ETag."""
        self.asked += 1
        if self.case == "slow":
            time.sleep(SLOW)
        if self.case == "garbage":
            return 200, HTML, ""
        if path == "/v1/meters":
            return 503, b"", ""
        if path == "/v1/keys":
            return 200, signed(json.dumps(key_set(self.key)).encode(), KEY_SET, self.key), ""
        number = self.asked if self.case == "publishing" else 1
        etag = f'"{number}"'
        return (304, b"", etag) if held == etag else (200, signed(document(number), PHRASINGS, self.key), etag)


class Server(ThreadingHTTPServer):
    """A server that makes nothing of clients that went away."""

    def handle_error(self, *_: Any) -> None:
        """Say nothing."""


def serve(case: str, jwk: dict[str, Any], pipe: Connection) -> None:
    """Be the console: tell the port, and from then on, whenever that is asked, how often the console was."""
    far = Far(case, OKPKey.import_key(jwk))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, body, etag = far.answer(self.path, self.headers.get("If-None-Match"))
            self.send_response(status)
            for name, value in (("Content-Length", str(len(body))), ("ETag", etag)):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - as the server calls it

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pipe.send(server.server_port)
    while pipe.recv():
        pipe.send(far.asked)


@dataclass(slots=True)
class Case:
    """What the turns of a case took, how often its console was asked, and the last turn's version."""

    times: list[float] = field(default_factory=list)
    asked: int = 0
    version: int | None = None

    def run(self, agent: Agent, seconds: float) -> None:
        """Take turns for so long, each of another person; the first few of them warm up."""
        for _ in range(100):
            self._turn(agent)
        self.times = self.times[:-100]
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._turn(agent)

    def _turn(self, agent: Agent) -> None:
        user = str(len(self.times))
        start = time.perf_counter()
        reply = agent.chat("where is 4412?", user=user)
        self.times.append(1e3 * (time.perf_counter() - start))
        self.version = reply.verdict.version if reply.verdict else None
        agent.forget(user)

    def row(self, name: str) -> str:
        """Return a line of the table."""
        p99 = quantiles(self.times, n=100)[98]
        numbers = f"{median(self.times):8.3f}{p99:8.3f}{max(self.times):9.2f}"
        told = f"{self.asked:7}{'-' if self.version is None else self.version:>9}"
        return f"{name:15}{CASES[name]:30}{len(self.times):8,}{numbers}{told}"


def made_agent(console: Console | None) -> Agent:
    """Return an agent that looks an order up at every turn."""
    return Agent(
        "desk",
        [get_order, refund_card],
        lambda conversation: "Order 4412 has shipped. I've refunded 12.50 GBP to your card. Anything else?",
        selector=lambda turn: Plan("get_order", {"order_id": "4412"}),
        replies={},
        console=console,
    )


@contextmanager
def server(name: str, key: OKPKey) -> Iterator[tuple[int, Connection]]:
    """Start the console of a case; give its port, and the pipe to ask it by."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(name, key.as_dict(private=True), theirs), daemon=True)
    process.start()
    yield ours.recv(), ours
    process.terminate()


def unused_port() -> int:
    """Return a port that nobody listens at."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return int(taken.getsockname()[1])


def measure(name: str, case: Case, seconds: float, key: OKPKey, folder: Path) -> None:
    """Let the agent of a case take turns, beside nothing but its own console."""
    if name == "no console":
        case.run(made_agent(None), seconds)
        return
    start = folder / "version-1.jws"
    start.write_bytes(signed(document(1), PHRASINGS, key))
    with server(name, key) as (port, pipe):
        address = f"http://127.0.0.1:{unused_port() if name == 'down' else port}"
        console = Console(address, "vz_benchmark", state=folder, keys=key_set(key), bootstrap=start)
        case.run(made_agent(console), seconds)
        console.close(0)
        pipe.send(True)
        case.asked += pipe.recv()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    logging.getLogger("veraz.sync").setLevel(logging.ERROR)
    multiprocessing.set_start_method("spawn")
    cases = {name: Case() for name in CASES}
    for _ in range(asked.rounds):
        for name, case in cases.items():
            with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                measure(name, case, asked.seconds, OKPKey.generate_key("Ed25519"), Path(folder))
    heads = f"{'turns':>8}{'median':>8}{'p99':>8}{'longest':>9}{'asked':>7}{'version':>9}"
    print(f"{'case':15}{'the console':30}{heads}")
    for name, case in cases.items():
        print(case.row(name))


if __name__ == "__main__":
    main()
