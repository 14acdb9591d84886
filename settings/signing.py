"""The keys that documents for runtimes are signed with: Ed25519, as PEM, the one that signs first."""

from __future__ import annotations

import os
import re
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

_BLOCK = re.compile(r"-----BEGIN PRIVATE KEY-----[^-]{1,4000}-----END PRIVATE KEY-----")


def signing_keys(pem: str) -> tuple[OKPKey, ...]:
    """The keys in `pem`. Beside the first stand those being retired, which runtimes may still hold."""
    keys = tuple(_key(block) for block in _BLOCK.findall(pem))
    if not keys:
        raise ImproperlyConfigured("SIGNING_KEY holds no private key in PEM: openssl genpkey -algorithm ed25519")
    return keys


def new_key() -> str:
    """A new key, as PEM."""
    return OKPKey.generate_key("Ed25519").as_pem(private=True).decode()


def kept_key(path: Path) -> str:
    """The key in the file at `path`, which is made where it is not there, for its owner's eyes only."""
    if not path.exists():
        own = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(new_key())
        try:
            os.link(own, path)  # whole, or not at all: another process may be making it too
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text(encoding="ascii")


def _key(pem: str) -> OKPKey:
    try:
        key = OKPKey.import_key(pem)
    except (JoseError, ValueError, TypeError) as error:
        raise ImproperlyConfigured(f"SIGNING_KEY cannot be read: {error}") from error
    if key.as_dict(private=False).get("crv") != "Ed25519":
        raise ImproperlyConfigured("SIGNING_KEY is not an Ed25519 key: openssl genpkey -algorithm ed25519")
    return key
