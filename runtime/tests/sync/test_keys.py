"""A document is believed when a key that is held has signed it, as the kind of document it is taken for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from joserfc import jws
from joserfc.jwk import OctKey, OKPKey

from veraz.errors import ConfigurationError, NotTrusted
from veraz.sync.keys import PHRASINGS, KeySet

CONTENT = b'{"version": 17}'


def test_what_a_key_of_the_set_signed_is_given_out(far: Any) -> None:
    mine, other = far.new_key(), far.new_key()
    keys = KeySet.of(far.jwks(other, mine))
    assert keys.verified(far.signed(CONTENT, PHRASINGS, mine), PHRASINGS) == CONTENT


def test_of_several_signatures_one_by_a_key_that_is_held_is_enough(far: Any) -> None:
    mine, stranger = far.new_key(), far.new_key()
    signed = far.signed(CONTENT, PHRASINGS, stranger, mine)
    assert KeySet.of(far.jwks(mine)).verified(signed, PHRASINGS) == CONTENT


def test_a_compact_document_is_one_too(far: Any) -> None:
    key = far.new_key()
    header = {"alg": "Ed25519", "kid": key.thumbprint(), "typ": "licence+jwt"}
    text = jws.serialize_compact(header, CONTENT, key, algorithms=["Ed25519"])
    keys = KeySet.of(far.jwks(key))
    assert keys.verified_compact(f"{text}\n", "licence+jwt") == CONTENT
    with pytest.raises(NotTrusted, match="as outcome-phrasings"):
        keys.verified_compact(text, PHRASINGS)


def test_a_document_of_another_kind_is_refused(far: Any) -> None:
    key = far.new_key()
    with pytest.raises(NotTrusted):
        KeySet.of(far.jwks(key)).verified(far.signed(CONTENT, "licence+jwt", key), PHRASINGS)


def test_a_strangers_signature_is_refused_and_the_keys_that_are_held_are_named(far: Any) -> None:
    mine, stranger = far.new_key(), far.new_key()
    with pytest.raises(NotTrusted, match=mine.thumbprint()):
        KeySet.of(far.jwks(mine)).verified(far.signed(CONTENT, PHRASINGS, stranger), PHRASINGS)


def test_a_stranger_who_gives_his_key_the_name_of_one_that_is_held_is_refused(far: Any) -> None:
    mine, stranger = far.new_key(), far.new_key()
    protected = {"alg": "Ed25519", "kid": mine.thumbprint(), "typ": PHRASINGS}
    forged = jws.serialize_json({"protected": protected}, CONTENT, stranger, algorithms=["Ed25519"])
    with pytest.raises(NotTrusted):
        KeySet.of(far.jwks(mine)).verified(json.dumps(forged).encode(), PHRASINGS)


@pytest.mark.parametrize("field", ["payload", "signature", "protected"])
def test_a_byte_that_was_changed_is_found(far: Any, field: str) -> None:
    key = far.new_key()
    signed = json.loads(far.signed(CONTENT, PHRASINGS, key))
    signed[field] = signed[field][:8] + ("A" if signed[field][8] != "A" else "B") + signed[field][9:]
    with pytest.raises(NotTrusted):
        KeySet.of(far.jwks(key)).verified(json.dumps(signed).encode(), PHRASINGS)


@pytest.mark.parametrize(
    "more",
    [{"alg": "EdDSA"}, {"alg": "none"}, {"alg": None}, {"crit": ["exp"], "exp": 1}, {"b64": True}, {"kid": None}],
)
def test_a_good_signature_under_a_header_that_says_anything_else_is_refused(far: Any, more: dict[str, Any]) -> None:
    key = far.new_key()
    keys = KeySet.of(far.jwks(key))
    header = {"alg": "Ed25519", "kid": key.thumbprint(), "typ": PHRASINGS}
    assert keys.verified(json.dumps(far.signed_as(header, CONTENT, key)).encode(), PHRASINGS) == CONTENT
    with pytest.raises(NotTrusted):
        keys.verified(json.dumps(far.signed_as({**header, **more}, CONTENT, key)).encode(), PHRASINGS)


def test_the_public_key_is_no_secret_to_sign_with(far: Any) -> None:
    key = far.new_key()
    secret = OctKey.import_key(key.as_dict(private=False)["x"])
    protected = {"alg": "HS256", "kid": key.thumbprint(), "typ": PHRASINGS}
    signed = jws.serialize_json({"protected": protected}, CONTENT, secret, algorithms=["HS256"])
    with pytest.raises(NotTrusted):
        KeySet.of(far.jwks(key)).verified(json.dumps(signed).encode(), PHRASINGS)


@pytest.mark.parametrize(
    "garbage",
    [b"", b"<html>", b"null", b"[]", b"{}", b'{"payload": 3}', b'{"payload": "", "signatures": {}}', b"[" * 100_000]
    + [b'{"payload": "AA", "signature": "AA", "protected": "%s"}' % each for each in (b"A", b"W10", b"bnVsbA")],
)
def test_garbage_is_no_signed_document(far: Any, garbage: bytes) -> None:
    with pytest.raises(NotTrusted):
        KeySet.of(far.jwks(far.new_key())).verified(garbage, PHRASINGS)


@pytest.mark.parametrize("garbage", ["", "a.b", "a.b.c.d", "é.é.é", "..", "AA.AA.AA"])
def test_garbage_is_no_compact_document(far: Any, garbage: str) -> None:
    with pytest.raises(NotTrusted):
        KeySet.of(far.jwks(far.new_key())).verified_compact(garbage, PHRASINGS)


def test_a_key_is_named_by_its_thumbprint_whatever_the_set_calls_it(far: Any) -> None:
    key = far.new_key()
    assert KeySet.of({"keys": [{**key.as_dict(private=False), "kid": "mine"}]}).fingerprints() == (key.thumbprint(),)


def test_keys_of_other_kinds_are_passed_over(far: Any) -> None:
    key = far.new_key()
    others = [
        OctKey.generate_key().as_dict(),
        OKPKey.generate_key("Ed448").as_dict(private=False),
        OKPKey.generate_key("X25519").as_dict(private=False),
        {**far.new_key().as_dict(private=False), "use": "enc"},
        {"kty": "OKP", "crv": "Ed25519", "x": "AA"},
        {"kty": "OKP", "crv": "Ed25519", "x": 5},
        {"kty": "OKP", "crv": "Ed25519"},
        None,
    ]
    assert KeySet.of({"keys": [*others, *far.jwks(key)["keys"]]}).fingerprints() == (key.thumbprint(),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "there is no key set"),
        ("{", "must be a JWK set"),
        ('["keys"]', "must be a JWK set"),
        ('{"keys": []}', "holds no Ed25519 key"),
        ('{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "AA", "d": "AA"}]}', "holds a private key"),
    ],
)
def test_a_file_that_holds_no_public_set_is_refused_by_name(tmp_path: Path, text: str | None, why: str) -> None:
    file = tmp_path / "keys.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ConfigurationError, match=f"keys.json.*{why}"):
        KeySet.of(file)


def test_a_file_of_public_keys_is_read(far: Any, tmp_path: Path) -> None:
    key = far.new_key()
    (tmp_path / "keys.json").write_text(json.dumps(far.jwks(key)))
    assert KeySet.of(str(tmp_path / "keys.json")).fingerprints() == (key.thumbprint(),)
