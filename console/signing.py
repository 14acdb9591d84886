"""Signed documents, and the public keys they are checked with. The private keys come from the settings alone."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from joserfc import jws
from joserfc.jwk import OKPKey

ALGORITHM = "Ed25519"
PHRASINGS = "outcome-phrasings+jws"
KEY_SET = "jwk-set+jws"
LICENCE = "licence+jwt"


def signed(raw: bytes, typ: str, *, by_all: bool = False) -> bytes:
    """Return `raw` as a JWS: flattened, signed by the first key; or general, signed by every key.

    `typ` is protected, so that one kind of document is never taken for another.
    """
    if by_all:
        members = [_member(key, typ) for key in settings.SIGNING_KEYS]
        signatures = [jws.serialize_json(member, raw, key, algorithms=[ALGORITHM]) for member, key in members]
        whole: dict[str, Any] = {"payload": signatures[0]["payload"], "signatures": list(map(_signature, signatures))}
        return json.dumps(whole).encode()
    member, key = _member(settings.SIGNING_KEYS[0], typ)
    return json.dumps(jws.serialize_json(member, raw, key, algorithms=[ALGORITHM])).encode()


def compact(raw: bytes, typ: str) -> str:
    """Return `raw` as a compact JWS, one line of text, signed by the first key."""
    key = settings.SIGNING_KEYS[0]
    return jws.serialize_compact(_protected(key, typ), raw, key, algorithms=[ALGORITHM])


def public_keys() -> dict[str, list[dict[str, Any]]]:
    """The public keys as a JWK set (RFC 7517), the one that signs first; each `kid` is its thumbprint (RFC 7638)."""
    return {"keys": [_public(key) for key in settings.SIGNING_KEYS]}


def fingerprints() -> tuple[str, ...]:
    """The thumbprint of each key (RFC 7638), which is its `kid`; the one that signs first."""
    return tuple(str(key.thumbprint()) for key in settings.SIGNING_KEYS)


def signing_key_id() -> str:
    """The `kid` of the key that signs."""
    return str(settings.SIGNING_KEYS[0].kid)  # as it was read: this is asked with every poll


def _public(key: OKPKey) -> dict[str, Any]:
    return {**key.as_dict(private=False), "kid": key.thumbprint(), "alg": ALGORITHM, "use": "sig"}


def _member(key: OKPKey, typ: str) -> tuple[jws.HeaderDict, OKPKey]:
    return {"protected": _protected(key, typ)}, key


def _protected(key: OKPKey, typ: str) -> dict[str, str]:
    return {"alg": ALGORITHM, "kid": key.thumbprint(), "typ": typ}


def _signature(flattened: Any) -> dict[str, str]:
    return {name: flattened[name] for name in ("protected", "signature")}
