"""Public keys, and what they have signed: JWS (RFC 7515) in its three forms, by ``Ed25519`` (RFC 9864) alone.

A document counts as signed when one key of the set has signed it *as the kind it is taken for*: the kind stands in the
protected header, so that a licence is never taken for phrasings. A key is named by its thumbprint (RFC 7638), computed
here and not believed.
"""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from veraz.errors import ConfigurationError, NotTrusted
from veraz.sync.extra import needed
from veraz.sync.whole_files import read_whole

ALGORITHM = "Ed25519"
PHRASINGS = "outcome-phrasings+jws"
KEY_SET = "jwk-set+jws"

_LARGEST = 1024 * 1024  # bytes of a key set
_MOST_SIGNATURES = 16


class KeySet:
    """Public Ed25519 keys, by fingerprint; it never changes.

    :ivar issued_at: when the console gave it out (Unix time); 0 where it does not say.
    """

    __slots__ = ("_keys", "issued_at")

    def __init__(self, keys: Mapping[str, Any], issued_at: float = 0) -> None:
        self._keys = keys
        self.issued_at = issued_at

    @classmethod
    def of(cls, source: KeySet | Mapping[str, Any] | str | PathLike[str]) -> KeySet:
        """Return the keys of a JWK set (RFC 7517): a mapping, or the path of a file that holds one as JSON.

        Keys of other kinds are passed over, as the RFC asks.

        :raises ConfigurationError: where that is no set, has no key that can be used, or holds a private key.
        """
        if isinstance(source, KeySet):
            return source
        if isinstance(source, Mapping):
            return cls(_keys(source, "the key set"), _issued_at(source))
        path = Path(source)
        found = _from_file(path)
        return cls(_keys(found, str(path)), _issued_at(found))

    def fingerprints(self) -> tuple[str, ...]:
        """Return the thumbprint of each key, in the set's order."""
        return tuple(self._keys)

    def verified(self, signed: bytes, typ: str) -> bytes:
        """Return what a JWS in a JSON form, flattened or general, holds, once a key of the set is seen to have signed.

        :param typ: the kind of document it is taken for.
        :raises NotTrusted: where none has.
        """
        document = read_json(signed)
        if not isinstance(document, dict) or not isinstance(document.get("payload"), str):
            raise NotTrusted("this is no signed document")
        for member in _members(document):
            if (content := self._content(member, document["payload"], typ)) is not None:
                return content
        raise NotTrusted(self._refusal(typ))

    def verified_compact(self, signed: str, typ: str) -> bytes:
        """Return what a compact JWS holds, once a key of the set is seen to have signed it as ``typ``.

        :raises NotTrusted: where none has.
        """
        parts = signed.strip().split(".")
        if len(parts) != 3:
            raise NotTrusted("this is no signed document")
        protected, payload, signature = parts
        content = self._content({"protected": protected, "signature": signature}, payload, typ)
        if content is None:
            raise NotTrusted(self._refusal(typ))
        return content

    def _content(self, member: Mapping[str, Any], payload: str, typ: str) -> bytes | None:
        protected, signature = member.get("protected"), member.get("signature")
        if not isinstance(protected, str) or not isinstance(signature, str) or "header" in member:
            return None
        header = _header(protected)
        key = self._keys.get(str(header.get("kid")))
        if key is None or header.get("alg") != ALGORITHM or header.get("typ") != typ or {"crit", "b64"} & set(header):
            return None
        try:
            found = needed("joserfc.jws").deserialize_compact(
                f"{protected}.{payload}.{signature}", key, algorithms=[ALGORITHM]
            )
        except (needed("joserfc.errors").JoseError, ValueError):
            return None
        content: bytes = found.payload
        return content

    def _refusal(self, typ: str) -> str:
        held = ", ".join(self._keys)
        return f"no key that is held has signed this as {typ}; held are: {held}"


def signer(signed: str) -> str:
    """Return the key that a compact JWS says has signed it; it is believed once it was verified, and not before."""
    return str(_header(signed.strip().partition(".")[0]).get("kid", ""))


def read_json(text: bytes | str) -> Any:
    """Return the JSON value of ``text``; ``None`` where it holds none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def decoded(text: str) -> bytes:
    """Return what ``text`` holds in base64url without padding; nothing where it is none."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def _members(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the signatures of a general JWS, or that of a flattened one; a document that is both is neither."""
    general = document.get("signatures")
    if general is None:
        yield document
    elif isinstance(general, list) and "signature" not in document:
        yield from (member for member in general[:_MOST_SIGNATURES] if isinstance(member, dict))


def _header(protected: str) -> Mapping[str, Any]:
    header = read_json(decoded(protected))
    return header if isinstance(header, dict) else {}


def _from_file(path: Path) -> Any:
    try:
        content = read_whole(path, _LARGEST)
    except OSError as error:
        raise ConfigurationError(f"{path}: the key set cannot be read: {error}") from error
    if content is None:
        raise ConfigurationError(f"{path}: there is no key set")
    return read_json(content)


def _keys(jwks: Any, where: str) -> dict[str, Any]:
    members = jwks.get("keys") if isinstance(jwks, Mapping) else None
    if not isinstance(members, list):
        raise ConfigurationError(f'{where}: must be a JWK set, {{"keys": [...]}}, as the console\'s /v1/keys gives it')
    if any(isinstance(member, Mapping) and "d" in member for member in members):
        raise ConfigurationError(f"{where}: holds a private key; give the public set, and keep that one to the console")
    keys = [key for member in members if (key := _key(member)) is not None]
    if not keys:
        raise ConfigurationError(f"{where}: holds no Ed25519 key")
    return {key.thumbprint(): key for key in keys}


def _issued_at(jwks: Mapping[str, Any]) -> float:
    """Return when a set was given out; one from tomorrow now, or a console's wrong clock would keep later sets away."""
    told = jwks.get("issued_at")
    return min(told, time.time()) if type(told) is int else 0


def _key(member: Any) -> Any:
    """Return a key of a set, or ``None`` for one of another kind or use."""
    if not isinstance(member, Mapping) or (member.get("kty"), member.get("crv")) != ("OKP", ALGORITHM):
        return None
    if member.get("use", "sig") != "sig":
        return None
    try:
        return needed("joserfc.jwk").OKPKey.import_key({name: member[name] for name in ("kty", "crv", "x")})
    except (needed("joserfc.errors").JoseError, ValueError, TypeError, KeyError):
        return None
