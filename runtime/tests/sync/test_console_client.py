"""An agent with a console: what is published reaches it, and whatever the console does, people are answered."""

from __future__ import annotations

import gc
import json
import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from veraz import Agent, Call, Outcome, tool
from veraz.errors import ConfigurationError, NoAnswer
from veraz.meters import Series
from veraz.sync import Console, document
from veraz.sync.parcels import Parcels
from veraz.sync.transport import Answer, Urllib3Transport


@tool(write=True)
def book_table(people: int) -> dict[str, bool]:
    return {"ok": True}


def desk(console: Console | None, **settings: Any) -> Agent:
    """Return an agent whose model books a table whatever it is told, and then breaks: people read the phrasings."""

    def model(conversation: list[dict[str, Any]]) -> Any:
        if conversation[-1]["role"] == "tool":
            raise RuntimeError
        return {"content": "", "tool_calls": [{"name": "book_table", "arguments": {"people": 2}}]}

    given = {"on_unread": "model", "replies": {}, "console": console, **settings}
    agent = Agent("desk", [book_table], model, **given)
    for user in ("u-1", "u-2"):
        agent.chat("hello", user=user)
    return agent


def booked(agent: Agent, user: str = "u-1") -> tuple[str, int | None]:
    """Return what a person reads who books a table, and the version it was told with."""
    agent.chat("a table", user=user)
    reply = agent.confirm(user, "approve")
    assert reply.verdict is not None
    return reply.text, reply.verdict.version


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let consoles be asked a hundred times a second, and asked again at once after trouble."""
    monkeypatch.setattr(document, "SHORTEST_POLL", 0.01)
    monkeypatch.setattr("veraz.sync.poller.after_failure", lambda *_: 0.01)


@pytest.fixture
def asked_often(far: Any) -> Any:
    far.more = {"poll_seconds": 0.01}
    return far


def test_what_is_published_reaches_an_agent_that_runs(
    asked_often: Any, connect: Callable[..., Console], eventually: Callable[..., bool]
) -> None:
    asked_often.publish("A table is yours.")
    console = connect()
    agent = desk(console)
    assert eventually(lambda: booked(agent) == ("A table is yours.", 1))
    agent.chat("a table", user="u-1")
    asked_often.publish("Your table is booked.")
    assert eventually(lambda: booked(agent, "u-2") == ("Your table is booked.", 2))
    waited = agent.confirm("u-1", "approve")
    assert waited.verdict is not None
    assert (waited.text, waited.verdict.version) == ("A table is yours.", 1)
    assert booked(agent) == ("Your table is booked.", 2)


def test_an_agent_over_a_real_connection_follows_too(
    asked_often: Any, loopback: str, tmp_path: Path, eventually: Callable[..., bool]
) -> None:
    asked_often.publish("A table is yours.")
    with Console(loopback, "vz_test", state=tmp_path / "state") as console:
        agent = desk(console)
        assert eventually(lambda: booked(agent) == ("A table is yours.", 1))
    assert ("POST", "/v1/meters") in asked_often.asked


def test_people_are_answered_while_the_console_hangs(
    far: Any, connect: Callable[..., Console], eventually: Callable[..., bool]
) -> None:
    far.publish("A table is yours.")
    connect().refresh()
    hanging, over = threading.Event(), threading.Event()
    who: list[str] = []

    def hang(_: str) -> Answer:
        who.append(threading.current_thread().name)
        hanging.set()
        over.wait(30)
        raise NoAnswer("it hung")

    far.instead = hang
    agent = desk(connect())
    assert hanging.wait(10)
    assert booked(agent) == ("A table is yours.", 1)
    assert who == ["veraz-sync"]  # which hangs still, and alone
    over.set()


def away(_: str) -> Answer:
    raise NoAnswer("nobody there")


INSTEAD = {
    "away": away,
    "garbage": lambda _: Answer(200, {}, b"<html>"),
    "busy": lambda _: Answer(429, {"retry-after": "30"}, b""),
    "refusing the key": lambda _: Answer(403, {}, b""),
}


@pytest.mark.parametrize("trouble", INSTEAD)
def test_whatever_the_console_does_an_agent_goes_on_with_the_last_good_phrasings(
    asked_often: Any, connect: Callable[..., Console], eventually: Callable[..., bool], trouble: str
) -> None:
    asked_often.publish("A table is yours.")
    agent = desk(connect())
    assert eventually(lambda: booked(agent) == ("A table is yours.", 1))
    asked_often.instead = INSTEAD[trouble]
    seen = len(asked_often.asked)
    assert eventually(lambda: ("GET", "/v1/outcome-phrasings") in asked_often.asked[seen:])
    assert booked(agent) == ("A table is yours.", 1)
    asked_often.instead = None
    asked_often.publish("Your table is booked.")
    if trouble != "refusing the key":
        assert eventually(lambda: booked(agent) == ("Your table is booked.", 2))
    else:
        seen = [path for _, path in asked_often.asked].count("/v1/outcome-phrasings")
        time.sleep(0.1)
        assert [path for _, path in asked_often.asked].count("/v1/outcome-phrasings") == seen


def test_a_start_without_the_console_goes_down_the_list_of_what_may_be_said(
    far: Any, connect: Callable[..., Console], tmp_path: Path
) -> None:
    file = {"book_table": {"done": "From the file."}}
    far.publish("Last good.")
    connect().refresh()
    (tmp_path / "bootstrap.jws").write_bytes(far.signed_document())
    (tmp_path / "keys.json").write_text(json.dumps(far.jwks(*far.keys)))
    far.instead = away
    new = {"state": tmp_path / "new", "keys": tmp_path / "keys.json", "bootstrap": tmp_path / "bootstrap.jws"}
    assert booked(desk(connect())) == ("Last good.", 1)
    assert booked(desk(connect(**new))) == ("Last good.", 1)
    assert booked(desk(connect(state=tmp_path / "none"), replies={"phrasings": file})) == ("From the file.", None)
    assert booked(desk(connect(state=tmp_path / "nothing"))) == ("Done: book table with people 2.", None)


def test_offline_no_socket_is_opened_and_no_thread_started(
    far: Any, connect: Callable[..., Console], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far.publish("Last good.")
    connect().refresh()

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("offline, a socket was opened or a thread started")

    for place, name in ((socket, "socket"), (socket, "getaddrinfo"), (threading.Thread, "start")):
        monkeypatch.setattr(place, name, refuse)
    seen = len(far.asked)
    console = connect(offline=True)
    assert booked(desk(console)) == ("Last good.", 1)
    with pytest.raises(ConfigurationError, match="offline"):
        console.refresh()
    console.close()
    assert len(far.asked) == seen


def test_offline_takes_no_console_at_all(tmp_path: Path) -> None:
    console = Console(offline=True, state=tmp_path)
    assert booked(desk(console)) == ("Done: book table with people 2.", None)
    assert console.licence.plan == "free"


def test_who_asks_has_this_minutes_counts_sent_now_though_the_thread_sends_too(
    far: Any, connect: Callable[..., Console], tmp_path: Path
) -> None:
    console = connect()
    agent = desk(console)
    assert console.send().sent > 0
    booked(agent)
    far.instead = away
    assert console.send().failed
    far.instead = None
    assert not console.send().failed
    assert not Parcels(console.spool, "0.1.0").waiting()
    with pytest.raises(ConfigurationError, match="offline"):
        connect(offline=True).send()


def test_the_environment_connects_an_agent(far: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"CONSOLE": "https://a.example", "KEY": "vz_1", "STATE": str(tmp_path)}.items():
        monkeypatch.setenv(f"VERAZ_{name}", value)
    console = Console(transport=far)
    assert console.folder.parent == tmp_path
    assert console.refresh() is not None
    assert isinstance(Console().transport, Urllib3Transport)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_is_forked_follows_by_itself(
    asked_often: Any, connect: Callable[..., Console], eventually: Callable[..., bool]
) -> None:
    asked_often.publish("A table is yours.")
    agent = desk(connect())
    assert eventually(lambda: booked(agent) == ("A table is yours.", 1))
    pid = os.fork()
    if pid == 0:
        asked_often.publish("Your table is booked.")  # in the child alone, whose copy of the far console this is
        os._exit(0 if eventually(lambda: booked(agent) == ("Your table is booked.", 2)) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert booked(agent) == ("A table is yours.", 1)


def test_what_was_counted_is_sent_when_the_process_ends(
    asked_often: Any, connect: Callable[..., Console], monkeypatch: pytest.MonkeyPatch
) -> None:
    posts: list[Any] = []
    counted = asked_often.counted
    monkeypatch.setattr(asked_often, "counted", lambda post: posts.append(post) or counted(post))
    asked_often.publish("A table is yours.")
    console = connect()
    console.refresh()
    agent = desk(console)
    booked(agent)
    console.close()
    sent = {
        (sample["meter"], sample["labels"].get("how"), sample["labels"].get("version")): sample["n"]
        for post in posts
        for sample in post["samples"]
    }
    assert sent[("turns", "model", "1")] == 1
    assert posts[-1]["version"] == 1
    assert "table" not in json.dumps(posts).replace("book_table", "")


def test_the_licence_is_held_to_the_consoles_keys(
    far: Any, connect: Callable[..., Console], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = int(time.time())
    claims = {"jti": "L-1", "organisation": "desk", "plan": "enterprise", "features": ["personal_data"]}
    claims |= {"aud": "veraz-runtime", "iat": now, "nbf": now - 60, "exp": now + 3600}
    header = {"alg": "Ed25519", "kid": far.keys[0].thumbprint(), "typ": "licence+jwt"}
    signed = far.signed_as(header, json.dumps(claims).encode(), far.keys[0])
    (tmp_path / "licence.jwt").write_text(".".join(signed[part] for part in ("protected", "payload", "signature")))
    console = connect(licence=tmp_path / "licence.jwt")
    assert not console.licence.allows("personal_data")
    console.refresh()
    assert console.licence.allows("personal_data")


def test_people_who_have_an_agent_take_the_check_alone(
    far: Any, connect: Callable[..., Console], monkeypatch: pytest.MonkeyPatch
) -> None:
    far.publish("A table is yours.")
    console = connect()
    handed: list[Series] = []
    monkeypatch.setattr(console.spool, "count", handed.extend)
    checker = console.checker([book_table])
    console.refresh()
    call = Call("book_table", {"people": 2}, Outcome.DONE)
    verdict = checker.check("Good evening.", [call])
    assert (verdict.text, verdict.version) == ("Good evening. A table is yours.", 1)
    assert checker.compose([call]).text == "A table is yours."
    added = Series.of("sentences.added", {"tool": "book_table", "outcome": "done", "language": "en", "version": "1"})
    assert added in handed


def test_a_stream_of_the_check_alone_hands_its_counts_over_at_its_end(
    far: Any, connect: Callable[..., Console], monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[Series] = []
    console = connect()
    monkeypatch.setattr(console.spool, "count", handed.extend)
    stream = console.checker([book_table]).stream([Call("book_table", {"people": 2}, Outcome.DONE)])
    text = stream.feed("Good evening. ")
    assert not handed
    rest, verdict = stream.finish()
    assert text + rest == verdict.text == "Good evening. Done: book table with people 2."
    assert "sentences.added" in {series.meter for series in handed}


def test_an_agent_nobody_holds_any_more_is_not_kept_alive_by_its_console(
    far: Any, connect: Callable[..., Console]
) -> None:
    console = connect()
    agent = desk(console)
    taken: list[int] = []
    console.follow(lambda version: taken.append(version.number))
    assert len(console._followers) == 2
    del agent
    gc.collect()
    far.publish("A table is yours.")
    console.refresh()
    assert len(console._followers) == 1
    assert 1 in taken


def test_one_follower_that_fails_keeps_no_version_from_the_others(
    far: Any, connect: Callable[..., Console], caplog: pytest.LogCaptureFixture
) -> None:
    console = connect(offline=False)
    taken: list[int] = []

    def fail(_: Any) -> None:
        raise ValueError("oh")

    console.follow(fail)
    console.follow(lambda version: taken.append(version.number))
    far.publish("A table is yours.")
    console.refresh()
    assert 1 in taken
    assert "phrasings v1 could not be taken" in caplog.text


def test_the_key_is_in_no_message_and_no_file(
    asked_often: Any, connect: Callable[..., Console], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    console = connect()
    console.refresh()
    asked_often.instead = away
    booked(desk(console))
    console.close()
    assert "vz_test" not in caplog.text
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and b"vz_test" in file.read_bytes()]
