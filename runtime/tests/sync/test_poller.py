"""Phrasings are asked for now and then; whatever comes instead of them, the last good ones stay."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from veraz.agent.console import LiveVersion
from veraz.errors import NoAnswer
from veraz.sync.cache import Cache
from veraz.sync.keyring import Keyring
from veraz.sync.keys import PHRASINGS, KeySet
from veraz.sync.poller import Poller
from veraz.sync.transport import Answer


class Polling:
    """A poller of ``far`` with state in ``folder``, and the versions it gave out."""

    def __init__(self, far: Any, folder: Path, given: KeySet | None = None) -> None:
        self.keyring = Keyring(folder, given)
        self.cache = Cache(folder, self.keyring)
        self.taken: list[LiveVersion] = []
        self.poller = Poller(far, self.keyring, self.cache, self._take)

    def _take(self) -> None:
        assert self.cache.held is not None
        self.taken.append(self.cache.held.version)

    def poll(self) -> float:
        return self.poller.run()

    @property
    def texts(self) -> list[str]:
        return [version.tools["book_table"]["en"]["done"] for version in self.taken if version.tools]


@pytest.fixture
def polling(far: Any, tmp_path: Path) -> Polling:
    return Polling(far, tmp_path)


def no_answer(_: str) -> Answer:
    raise NoAnswer("the line is dead")


def only_phrasings(far: Any, answer: Callable[[], Answer]) -> Callable[[str], Answer]:
    return lambda path: Answer(200, {}, far.signed_keys()) if path == "/v1/keys" else answer()


def of_a_stranger(far: Any) -> Callable[[str], Answer]:
    stranger = far.new_key()
    return only_phrasings(far, lambda: Answer(200, {}, far.signed(far.document(), PHRASINGS, stranger)))


def saying(far: Any, **more: Any) -> Callable[[str], Answer]:
    document = json.dumps({**json.loads(far.document()), **more}).encode()
    return only_phrasings(far, lambda: Answer(200, {}, far.signed(document, PHRASINGS, far.keys[0])))


# What the console does instead of its work, and what the log says of it.
TROUBLES: dict[str, tuple[Callable[[Any], Callable[[str], Answer]], str]] = {
    "away": (lambda far: no_answer, "the line is dead"),
    "overloaded": (lambda far: lambda path: Answer(503, {}, b""), "answered 503"),
    "busy": (lambda far: lambda path: Answer(429, {"retry-after": "30"}, b""), "answered 429"),
    "moved": (lambda far: lambda path: Answer(301, {"location": "https://else.example"}, b""), "https://else.example"),
    "garbage": (lambda far: lambda path: Answer(200, {}, b"<html>\xff"), "no signed document"),
    "a stranger's signature": (of_a_stranger, "no key that is held has signed this"),
    "an older version": (lambda far: saying(far, version=1), "v1, lower than v2 that is held"),
    "another's phrasings": (lambda far: saying(far, organisation="other", version=9), "those of desk are held"),
    "an unknown form": (lambda far: saying(far, schema=2, version=9), "in form 2, and only 1 is read"),
    "no form": (lambda far: saying(far, schema=None), "in form None"),
    "no version": (lambda far: saying(far, version="3"), "name no version"),
    "no tools": (lambda far: saying(far, tools=[]), "hold no tools"),
    "nothing new, unasked": (lambda far: only_phrasings(far, lambda: Answer(204, {}, b"")), "answered 204"),
}


def test_a_new_version_is_given_out_and_the_same_one_is_not_again(far: Any, polling: Polling) -> None:
    far.publish("One.")
    for _ in range(3):
        polling.poll()
    far.publish("Two.")
    polling.poll()
    assert polling.texts == ["One.", "Two."]
    assert [path for _, path in far.asked].count("/v1/keys") == 1


def test_a_setting_that_changed_is_given_out_with_the_same_version(far: Any, polling: Polling) -> None:
    polling.poll()
    far.more = {"settings": {"selector_language": "pt-BR"}}
    far.instead = only_phrasings(far, lambda: Answer(200, {}, far.signed_document()))
    polling.poll()
    assert [version.selector_language for version in polling.taken] == ["en", "pt-BR"]


def test_the_console_says_how_long_to_wait_and_runtimes_do_not_come_at_once(far: Any, polling: Polling) -> None:
    waits = [polling.poll() for _ in range(60)]
    assert 240 <= min(waits) < 270
    assert 330 < max(waits) <= 360


@pytest.mark.parametrize(("tag", "again"), [('"17-en"', True), ('W/"17-en"', True), ("17", False), ('"1"\n x', False)])
def test_only_a_tag_that_is_one_is_sent_back(
    far: Any, polling: Polling, monkeypatch: pytest.MonkeyPatch, tag: str, again: bool
) -> None:
    sent: list[Any] = []

    def send(method: str, path: str, headers: Any, body: bytes | None = None, timeout: float = 10.0) -> Answer:
        sent.append(headers.get("If-None-Match"))
        return Answer(200, {"etag": tag}, far.signed_keys() if path == "/v1/keys" else far.signed_document())

    monkeypatch.setattr(far, "send", send)
    polling.poll()
    polling.poll()
    assert sent == [None, None, tag if again else None]


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [(0, 1), (-5, 1), (1e9, 86_400), (10**400, 86_400), ("soon", 300), (None, 300), (True, 300), (float("nan"), 300)],
)
def test_a_time_that_makes_no_sense_is_held_to_bounds(far: Any, polling: Polling, asked: Any, seconds: float) -> None:
    far.more = {"poll_seconds": asked}
    assert 0.8 * seconds <= polling.poll() <= 1.2 * seconds


@pytest.mark.parametrize("trouble", TROUBLES)
def test_in_trouble_the_last_good_stay_and_it_is_said_once(
    far: Any, polling: Polling, caplog: pytest.LogCaptureFixture, trouble: str
) -> None:
    make, told = TROUBLES[trouble]
    caplog.set_level(logging.INFO, "veraz.sync")
    far.publish("One.")
    far.publish("Two.")
    polling.poll()
    far.instead = make(far)
    waits = [polling.poll() for _ in range(3)]
    assert all(1 <= wait <= 30 for wait in waits)
    [said] = caplog.records
    assert (said.name, said.levelname) == ("veraz.sync", "WARNING")
    assert told in said.getMessage()
    assert "v2 is held" in said.getMessage()
    assert polling.texts == ["Two."]

    far.instead = None
    far.publish("Three.")
    assert polling.poll() >= 240
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert polling.texts == ["Two.", "Three."]


def test_the_longer_the_console_is_away_the_longer_it_is_left_alone(far: Any, polling: Polling) -> None:
    far.instead = no_answer
    waits = [polling.poll() for _ in range(60)]
    assert max(waits[:3]) <= 20
    assert 600 < max(waits) <= 3600


def test_a_wait_that_the_console_asks_for_is_kept(far: Any, polling: Polling) -> None:
    far.instead = lambda path: Answer(429, {"retry-after": "77"}, b"")
    assert polling.poll() == 77


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_ends_the_asking_and_the_last_good_stay(
    far: Any, polling: Polling, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    far.publish("One.")
    polling.poll()
    far.instead = only_phrasings(far, lambda: Answer(status, {}, b'{"code": "key_invalid"}'))
    assert polling.poll() == math.inf
    [said] = caplog.records
    assert (
        f"refuses the key and is not asked again; start anew with a key that works (the console answered {status}"
        in (said.getMessage())
    )
    assert polling.cache.held is not None


def test_nothing_published_yet_is_a_version_of_its_own(polling: Polling) -> None:
    polling.poll()
    assert [(version.number, version.tools) for version in polling.taken] == [(0, {})]


def test_a_console_that_changes_its_key_is_followed_from_one_to_the_next(far: Any, tmp_path: Path) -> None:
    old, new, newest = far.keys[0], far.new_key(), far.new_key()
    for number, keys in enumerate(([old], [old, new], [new, old], [new], [newest, new], [newest]), start=1):
        far.keys = keys
        far.publish(f"Number {number}.")
        polling = Polling(far, tmp_path)  # each time another process
        polling.poll()
        assert polling.texts == [f"Number {number}."]
    assert Keyring(tmp_path).fingerprints() == (newest.thumbprint(),)


def test_a_key_that_signs_before_the_keys_were_looked_at_again_is_looked_up(
    far: Any, polling: Polling, caplog: pytest.LogCaptureFixture
) -> None:
    polling.poll()
    far.keys = [far.new_key(), *far.keys]
    far.publish("By the new key.")
    polling.poll()
    assert polling.texts == ["By the new key."]
    assert not caplog.records


def test_a_key_set_that_no_key_held_has_signed_is_refused_and_said(
    far: Any, polling: Polling, caplog: pytest.LogCaptureFixture
) -> None:
    far.publish("One.")
    polling.poll()
    far.keys = [far.new_key()]
    far.publish("By a stranger.")
    for _ in range(3):
        polling.poll()
    assert polling.texts == ["One."]
    [said] = caplog.records
    assert "nor are the console's keys" in said.getMessage()


def test_keys_that_are_not_taken_are_said_while_the_phrasings_are_still_signed_by_one_that_is_held(
    far: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    far.publish("One.")
    document = far.signed_document()
    polling = Polling(far, tmp_path, KeySet.of(far.jwks(*far.keys)))
    far.keys = [far.new_key()]
    far.instead = only_phrasings(far, lambda: Answer(200, {}, document))
    for _ in range(3):
        polling.poll()
    assert polling.texts == ["One."]
    assert [record.getMessage()[:34] for record in caplog.records] == ["the console's keys are not taken: "]


def test_with_a_given_set_no_first_contact_is_pinned(far: Any, tmp_path: Path) -> None:
    far.publish("One.")
    polling = Polling(far, tmp_path, KeySet.of(far.jwks(far.new_key())))
    polling.poll()
    assert polling.taken == []
    assert Polling(far, tmp_path / "other", KeySet.of(far.jwks(*far.keys))).poll() >= 240


def test_where_no_key_is_held_and_none_can_be_had_nothing_is_believed(far: Any, polling: Polling) -> None:
    far.publish("One.")
    far.instead = lambda path: Answer(404 if path == "/v1/keys" else 200, {}, far.signed_document())
    polling.poll()
    assert polling.taken == []
