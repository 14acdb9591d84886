"""A start begins with the last good document, else the bootstrap file; each has its signature checked again."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from veraz.errors import DocumentError, NotTrusted
from veraz.sync.cache import FILE, LARGEST, Cache
from veraz.sync.keyring import Keyring
from veraz.sync.keys import KeySet


@pytest.fixture
def keyring(far: Any, tmp_path: Path) -> Keyring:
    return Keyring(tmp_path, KeySet.of(far.jwks(*far.keys)))


def held(cache: Cache) -> Any:
    return None if cache.held is None else (cache.held.version.number, cache.held.version.tools)


def test_what_was_taken_is_there_at_the_next_start(far: Any, keyring: Keyring, tmp_path: Path) -> None:
    far.publish("Booked.")
    Cache(tmp_path, keyring).offer(far.signed_document())
    assert held(Cache(tmp_path, keyring)) == (1, far.tools)
    assert json.loads((tmp_path / FILE).read_bytes())["payload"]


def test_a_file_that_was_tampered_with_is_refused_and_named(
    far: Any, keyring: Keyring, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    far.publish("Booked.")
    Cache(tmp_path, keyring).offer(far.signed_document())
    signed, far.number = json.loads((tmp_path / FILE).read_bytes()), 99
    other = json.loads(far.signed_document())
    (tmp_path / FILE).write_text(json.dumps({**signed, "payload": other["payload"]}))
    assert Cache(tmp_path, keyring).held is None
    assert f"{tmp_path / FILE} is not used: no key that is held has signed this" in caplog.text


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{}", b"x" * (LARGEST + 1)])
def test_a_spoilt_file_gives_way_to_the_bootstrap_file(
    far: Any, keyring: Keyring, tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    far.publish("Booked.")
    bootstrap = tmp_path / "bootstrap.jws"
    bootstrap.write_bytes(far.signed_document())
    (tmp_path / FILE).write_bytes(content)
    assert held(Cache(tmp_path, keyring, bootstrap)) == (1, far.tools)
    assert FILE in caplog.text


def test_the_last_good_document_comes_before_the_bootstrap_file(far: Any, keyring: Keyring, tmp_path: Path) -> None:
    far.publish("Booked.")
    bootstrap = tmp_path / "bootstrap.jws"
    bootstrap.write_bytes(far.signed_document())
    far.publish("Your table is booked.")
    Cache(tmp_path, keyring).offer(far.signed_document())
    assert held(Cache(tmp_path, keyring, bootstrap)) == (2, far.tools)


def test_a_bootstrap_file_that_is_not_there_or_not_signed_is_named_and_stops_nothing(
    keyring: Keyring, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert Cache(tmp_path, keyring, tmp_path / "missing.jws").held is None
    (tmp_path / "plain.json").write_text('{"schema": 1, "version": 1, "tools": {}}')
    assert Cache(tmp_path, keyring, str(tmp_path / "plain.json")).held is None
    assert "missing.jws: there is no such file" in caplog.text
    assert "plain.json is not used: this is no signed document" in caplog.text


def test_a_first_start_with_no_keys_cannot_believe_a_bootstrap_file(
    far: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bootstrap.jws").write_bytes(far.signed_document())
    assert Cache(tmp_path, Keyring(tmp_path), tmp_path / "bootstrap.jws").held is None
    assert "no key is held to check it with" in caplog.text


def test_what_is_refused_leaves_what_is_held_and_the_file_alone(far: Any, keyring: Keyring, tmp_path: Path) -> None:
    far.publish("Booked.", 5)
    cache = Cache(tmp_path, keyring)
    cache.offer(far.signed_document())
    before = (tmp_path / FILE).read_bytes()
    far.publish("Older.", 4)
    with pytest.raises(DocumentError, match=r"v4, lower than v5 .* delete .*phrasings\.jws"):
        cache.offer(far.signed_document())
    far.keys = [far.new_key()]
    with pytest.raises(NotTrusted):
        cache.offer(far.signed_document())
    assert held(cache)[0] == 5
    assert (tmp_path / FILE).read_bytes() == before


def test_the_first_document_pins_whose_phrasings_are_taken_also_after_a_restart(
    far: Any, keyring: Keyring, tmp_path: Path
) -> None:
    far.publish("Booked.", 5)
    Cache(tmp_path, keyring).offer(far.signed_document())
    before = (tmp_path / FILE).read_bytes()
    far.more = {"organisation": "other"}
    far.publish("Other.", 9)
    cache = Cache(tmp_path, keyring)
    with pytest.raises(DocumentError, match=r"of other, and those of desk are held; .* delete .*phrasings\.jws"):
        cache.offer(far.signed_document())
    assert held(cache)[0] == 5
    assert (tmp_path / FILE).read_bytes() == before


def test_a_bootstrap_file_pins_whose_phrasings_are_taken_too(far: Any, keyring: Keyring, tmp_path: Path) -> None:
    (tmp_path / "bootstrap.jws").write_bytes(far.signed_document())
    cache = Cache(tmp_path, keyring, tmp_path / "bootstrap.jws")
    far.more = {"organisation": "other"}
    with pytest.raises(DocumentError, match=r"delete .*bootstrap\.jws"):
        cache.offer(far.signed_document())


@pytest.mark.parametrize("odd", [None, "", 7])
def test_a_document_that_does_not_say_whose_it_is_is_refused(
    far: Any, keyring: Keyring, tmp_path: Path, odd: Any
) -> None:
    far.more = {"organisation": odd}
    with pytest.raises(DocumentError, match="do not say whose"):
        Cache(tmp_path, keyring).offer(far.signed_document())


def test_where_nothing_can_be_written_the_document_is_held_and_that_is_said_once(
    far: Any, keyring: Keyring, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = Cache(tmp_path / "missing", keyring)
    for text in ("One.", "Two."):
        far.publish(text)
        cache.offer(far.signed_document())
    assert held(cache) == (2, far.tools)
    assert caplog.text.count("cannot be kept for the next start") == 1


def test_a_document_says_when_it_was_published_and_what_its_publisher_noted(
    far: Any, keyring: Keyring, tmp_path: Path
) -> None:
    far.more = {"published_at": "2027-03-05T09:30:00Z", "note": "Softer"}
    document = Cache(tmp_path, keyring).offer(far.signed_document())
    assert (document.published_at, document.note) == (datetime(2027, 3, 5, 9, 30, tzinfo=UTC), "Softer")


@pytest.mark.parametrize("odd", [None, 7, "yesterday", []])
def test_a_document_that_does_not_say_is_taken_all_the_same(
    far: Any, keyring: Keyring, tmp_path: Path, odd: Any
) -> None:
    far.more = {"published_at": odd, "note": odd}
    document = Cache(tmp_path, keyring).offer(far.signed_document())
    assert (document.published_at, document.note) == (None, odd if isinstance(odd, str) else "")
