from __future__ import annotations

import json
import stat
import time
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from joserfc import jws
from joserfc.jwk import KeySet, OKPKey, RSAKey

from console.signing import public_keys, signed
from settings.signing import given_keys, kept_key, new_key, signing_keys
from tests.api.conftest import Api

TWO = signing_keys(new_key() + new_key())


def test_the_public_keys_are_a_key_set_and_hold_nothing_private(nobody: Api) -> None:
    [key] = nobody.get("keys").json()["keys"]
    assert set(key) == {"kty", "crv", "x", "kid", "alg", "use"}
    assert (key["crv"], key["alg"]) == ("Ed25519", "Ed25519")


def test_a_key_set_says_when_it_was_given_out(nobody: Api) -> None:
    assert abs(nobody.get("keys").json()["issued_at"] - time.time()) < 60


def test_a_key_is_named_by_its_thumbprint(nobody: Api) -> None:
    [key] = nobody.get("keys").json()["keys"]
    assert OKPKey.import_key(key).thumbprint() == key["kid"]


@override_settings(SIGNING_KEYS=TWO)
def test_who_holds_the_old_key_can_take_the_set_with_the_new_one(nobody: Api) -> None:
    answer = nobody.get("keys", Accept="application/jose+json").json()
    kept = KeySet.import_key_set({"keys": [public_keys()["keys"][1]]})
    old = {"payload": answer["payload"], **answer["signatures"][1]}
    found = json.loads(jws.deserialize_json(old, kept, ["Ed25519"]).payload)
    assert found["keys"] == nobody.get("keys").json()["keys"] == public_keys()["keys"]


@override_settings(SIGNING_KEYS=TWO)
def test_documents_are_signed_by_the_first_key() -> None:
    [first, _second] = public_keys()["keys"]
    document = json.loads(signed(b"{}", "t"))
    found = jws.deserialize_json(document, KeySet.import_key_set({"keys": [first]}), ["Ed25519"])
    assert found.headers()["kid"] == first["kid"]


def test_keys_are_given_in_one_text_in_one_file_or_in_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = new_key(), new_key()
    ways = {"SIGNING_KEY": first + second, "SIGNING_KEY_FILE": "both.pem", "SIGNING_KEY_FILES": "a.pem, b.pem"}
    for name, text in {"both.pem": first + second, "a.pem": first, "b.pem": second}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for name, value in ways.items():
        with monkeypatch.context() as set_to:
            set_to.setenv(name, value)
            assert named(given_keys()) == named(first + second), name


def test_keys_given_in_two_ways_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.pem").write_text(new_key())
    monkeypatch.setenv("SIGNING_KEY_FILES", str(tmp_path / "a.pem"))
    monkeypatch.setenv("SIGNING_KEY", new_key())
    with pytest.raises(ImproperlyConfigured, match="not two"):
        given_keys()


def test_a_key_may_stand_on_one_line_of_an_environment_file() -> None:
    pem = new_key()
    assert named(pem.replace("\n", "\\n")) == named(pem)


def test_the_same_key_twice_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="the same key twice"):
        signing_keys(new_key() * 2)


def named(pem: str) -> list[str]:
    return [key.thumbprint() for key in signing_keys(pem)]


@pytest.mark.parametrize(
    "pem", ["", "nonsense", new_key().replace("A", "B"), RSAKey.generate_key(2048).as_pem().decode()]
)
def test_what_is_no_ed25519_key_is_refused_at_the_start(pem: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SIGNING_KEY"):
        signing_keys(pem)


def test_a_key_of_its_own_is_made_once_for_its_owner_s_eyes(tmp_path: Path) -> None:
    path = tmp_path / "signing-key.pem"
    assert kept_key(path) == kept_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
