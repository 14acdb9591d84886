"""The keys of the first contact are pinned, and others taken only when one of those that are held has signed them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from veraz.errors import NotTrusted
from veraz.sync.keyring import FILE, Keyring
from veraz.sync.keys import KEY_SET, KeySet


def key_set(far: Any, *keys: Any, by: Any = None, **said: Any) -> bytes:
    return far.signed(json.dumps({**far.jwks(*keys), **said}).encode(), KEY_SET, *(by or keys))


def names(*keys: Any) -> tuple[str, ...]:
    return tuple(key.thumbprint() for key in keys)


def test_the_first_set_is_pinned_for_the_next_process(far: Any, tmp_path: Path) -> None:
    mine, stranger = far.new_key(), far.new_key()
    Keyring(tmp_path).offer(key_set(far, mine))
    after = Keyring(tmp_path)
    assert after.fingerprints() == names(mine)
    with pytest.raises(NotTrusted):
        after.offer(key_set(far, stranger))
    assert Keyring(tmp_path).fingerprints() == names(mine)


def test_a_first_set_that_none_of_its_own_keys_has_signed_is_refused(far: Any, tmp_path: Path) -> None:
    mine, stranger = far.new_key(), far.new_key()
    with pytest.raises(NotTrusted):
        Keyring(tmp_path).offer(key_set(far, mine, by=[stranger]))
    assert not (tmp_path / FILE).exists()


def test_a_set_signed_by_a_key_that_is_held_takes_its_place(far: Any, tmp_path: Path) -> None:
    first, second, third = far.new_key(), far.new_key(), far.new_key()
    keyring = Keyring(tmp_path)
    for keys in ([first], [second, first], [second], [third, second]):
        keyring.offer(key_set(far, *keys))
        assert keyring.fingerprints() == Keyring(tmp_path).fingerprints() == names(*keys)
    with pytest.raises(NotTrusted):
        keyring.offer(key_set(far, first))


def test_a_given_set_is_followed_to_where_the_console_went(far: Any, tmp_path: Path) -> None:
    given, second = far.new_key(), far.new_key()
    Keyring(tmp_path, KeySet.of(far.jwks(given))).offer(key_set(far, second, given))
    assert Keyring(tmp_path, KeySet.of(far.jwks(given))).fingerprints() == names(second, given)


def test_a_set_that_was_given_since_is_newer_than_what_was_followed(far: Any, tmp_path: Path) -> None:
    first, second, third = far.new_key(), far.new_key(), far.new_key()
    Keyring(tmp_path, KeySet.of(far.jwks(first))).offer(key_set(far, second, first))
    given = KeySet.of(far.jwks(third, second))
    assert Keyring(tmp_path, given).fingerprints() == names(third, second)


def test_an_earlier_set_played_again_brings_no_key_back_that_was_taken_out(far: Any, tmp_path: Path) -> None:
    old, new = far.new_key(), far.new_key()
    both = key_set(far, new, old, issued_at=200)
    keyring = Keyring(tmp_path)
    for each in (key_set(far, old, issued_at=100), both, key_set(far, new, issued_at=300)):
        keyring.offer(each)
    for held in (keyring, Keyring(tmp_path), Keyring(tmp_path, KeySet.of({**far.jwks(new), "issued_at": 300}))):
        with pytest.raises(NotTrusted, match="an earlier one"):
            held.offer(both)
        assert held.fingerprints() == names(new)
    keyring.offer(key_set(far, new, old, issued_at=400))
    assert keyring.fingerprints() == names(new, old)


def test_a_set_from_a_clock_that_was_ahead_keeps_no_later_one_away(far: Any, tmp_path: Path) -> None:
    first, second = far.new_key(), far.new_key()
    keyring = Keyring(tmp_path)
    keyring.offer(key_set(far, first, issued_at=10**12))
    keyring.offer(key_set(far, second, first, issued_at=int(time.time()) + 2))
    assert keyring.fingerprints() == names(second, first)


def test_a_given_set_does_not_believe_what_was_put_in_the_folder(far: Any, tmp_path: Path) -> None:
    mine, stranger = far.new_key(), far.new_key()
    (tmp_path / FILE).write_bytes(key_set(far, stranger, mine, by=[stranger]) + b"\n")
    assert Keyring(tmp_path, KeySet.of(far.jwks(mine))).fingerprints() == names(mine)


def test_a_spoilt_file_of_pinned_keys_is_named_and_nothing_is_pinned_in_its_place(
    far: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(b"\x00\n{}\n")
    keyring = Keyring(tmp_path)
    assert FILE in caplog.text
    with pytest.raises(NotTrusted, match="delete it"):
        keyring.offer(key_set(far, far.new_key()))
    assert keyring.fingerprints() == ()


def test_where_pinned_keys_cannot_be_read_no_others_are_believed_and_it_says_what_to_do(
    far: Any, tmp_path: Path
) -> None:
    (tmp_path / FILE).mkdir()  # even root reads no folder
    with pytest.raises(NotTrusted, match="let this user read them"):
        Keyring(tmp_path).offer(key_set(far, far.new_key()))


def test_a_state_folder_that_is_a_file_holds_no_keys_that_could_be_meant(far: Any, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")
    keyring, key = Keyring(tmp_path / "state" / "mine"), far.new_key()
    keyring.offer(key_set(far, key))
    assert keyring.fingerprints() == names(key)


def test_a_line_that_was_tampered_with_is_passed_over(far: Any, tmp_path: Path) -> None:
    first, second, stranger = far.new_key(), far.new_key(), far.new_key()
    keyring = Keyring(tmp_path)
    keyring.offer(key_set(far, first))
    keyring.offer(key_set(far, second, first))
    lines = (tmp_path / FILE).read_bytes().splitlines()
    (tmp_path / FILE).write_bytes(b"\n".join([lines[0], key_set(far, stranger), lines[1]]))
    assert Keyring(tmp_path).fingerprints() == names(second, first)


def test_where_nothing_can_be_written_the_set_is_held_in_memory_and_that_is_said(
    far: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = far.new_key()
    keyring = Keyring(tmp_path / "missing")
    keyring.offer(key_set(far, key))
    assert keyring.fingerprints() == names(key)
    assert "cannot be pinned" in caplog.text


def test_only_so_many_sets_are_kept(far: Any, tmp_path: Path) -> None:
    keyring, keys = Keyring(tmp_path), [far.new_key()]
    for _ in range(30):
        keys = [far.new_key(), keys[0]]
        keyring.offer(key_set(far, *keys))
    assert len((tmp_path / FILE).read_bytes().splitlines()) == 20
    assert Keyring(tmp_path).fingerprints() == names(*keys)


def test_a_licence_is_held_to_the_same_keys(far: Any, tmp_path: Path) -> None:
    key = far.new_key()
    signed = far.signed_as({"alg": "Ed25519", "kid": key.thumbprint(), "typ": "licence+jwt"}, b"{}", key)
    text = ".".join(signed[name] for name in ("protected", "payload", "signature"))
    keyring = Keyring(tmp_path)
    with pytest.raises(NotTrusted, match="no key is held"):
        keyring.verified_compact(text, "licence+jwt")
    keyring.offer(key_set(far, key))
    assert keyring.verified_compact(text, "licence+jwt") == b"{}"
