"""Nothing anyone said, and nothing a call was sent or returned, is in the state folder or in what is sent."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from veraz import Agent, Tool
from veraz.agent import Plan
from veraz.sync import Console
from veraz.sync.transport import Answer, Transport

CANARIES = ("zanzibar", "quetzal", "ocelot", "marabou", "axolotl", "kestrel", "narwhal", "pangolin")
TURN, REPLY, ARGUMENT, RESULT, USER, REASON, DESCRIPTION, INVENTED = CANARIES


class Heard:
    """A transport that keeps all that it sends, packed and unpacked."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.sent: list[bytes] = []

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        packed = body or b""
        unpacked = gzip.decompress(packed) if headers.get("Content-Encoding") == "gzip" else packed
        self.sent += [method.encode(), path.encode(), repr(dict(headers)).encode(), packed, unpacked]
        return self._transport.send(method, path, headers, body, timeout)


def fails(**_: Any) -> None:
    raise RuntimeError(f"the bank said {REASON}")


def tools() -> Iterator[Tool]:
    yield Tool("read_menu", False, DESCRIPTION, run=lambda **_: {"dish": RESULT})
    yield Tool("book_table", True, DESCRIPTION, run=lambda **_: {"booking": RESULT})
    yield Tool("charge_card", True, DESCRIPTION, run=fails)


def script() -> Iterator[Any]:
    yield {"tool_calls": [{"name": "read_menu", "arguments": {"dish": ARGUMENT}}]}
    yield {"tool_calls": [{"name": INVENTED, "arguments": {INVENTED: INVENTED}}]}
    yield {"tool_calls": [{"name": name, "arguments": {"name": ARGUMENT}} for name in ("book_table", "charge_card")]}
    yield f"I booked the table for {REPLY} and charged {REPLY}'s card 12.50. I cancelled {REPLY}'s order."


def test_nothing_that_was_said_sent_or_returned_leaves_the_process(
    connect: Callable[..., Console], far: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    far.publish("Booked.")
    heard = Heard(far)
    console = connect(transport=heard)
    answers = script()
    plans = {f"a table for {TURN}": Plan("read_menu", {"dish": ARGUMENT})}
    agent = Agent("desk", tools(), lambda conversation: next(answers), selector=plans.get, replies={}, console=console)
    agent.chat(f"{TURN}?", user=USER)
    agent.chat(f"a table for {TURN}", user=USER)
    agent.confirm(USER, "approve")
    console.close()
    sent = b"\n".join(heard.sent)
    assert b"sentences.replaced" in sent
    held = b"\n".join(path.read_bytes() for path in (tmp_path / "state").rglob("*") if path.is_file())
    for canary in CANARIES:
        assert canary.encode() not in sent
        assert canary.encode() not in held
        assert canary not in caplog.text


def test_the_spools_file_holds_none_of_it_while_the_console_is_away(
    connect: Callable[..., Console], tmp_path: Path
) -> None:
    answers = script()
    console = connect(transport=None, offline=True)
    agent = Agent("desk", tools(), lambda conversation: next(answers), on_unread="model", replies={}, console=console)
    agent.chat(f"{TURN}?", user=USER)
    agent.chat(f"a table for {TURN}", user=USER)
    agent.confirm(USER, "approve")
    held = b"\n".join(path.read_bytes() for path in (tmp_path / "state").rglob("*") if path.is_file())
    assert b"sentences.replaced" in held
    assert not [canary for canary in CANARIES if canary.encode() in held]
