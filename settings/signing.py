"""The keys that documents for runtimes are signed with: Ed25519, as PEM, the one that signs first."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from settings import env

_BLOCK = re.compile(r"-----BEGIN PRIVATE KEY-----[^-]{1,4000}-----END PRIVATE KEY-----")


def given_keys() -> str:
    """The keys that the environment gives, as PEM, one after the other; none where it gives none.

    `SIGNING_KEY` holds them, or the file that `SIGNING_KEY_FILE` names, or the files that `SIGNING_KEY_FILES` lists,
    split at commas.
    """
    listed = env.files("SIGNING_KEY_FILES")
    if listed and env.text("SIGNING_KEY", ""):
        raise ImproperlyConfigured("Set one of SIGNING_KEY, SIGNING_KEY_FILE and SIGNING_KEY_FILES, not two.")
    return "\n".join(listed) or env.text("SIGNING_KEY", "")


def signing_keys(pem: str) -> tuple[OKPKey, ...]:
    """The keys in `pem`. Beside the first stand those to come and those being retired, which runtimes may hold.

    A line break may be written as the two characters that stand for one, as lists of environment variables have it.
    """
    if not pem:
        raise ImproperlyConfigured("Set SIGNING_KEY, SIGNING_KEY_FILE or SIGNING_KEY_FILES.")
    keys = tuple(_key(block) for block in _BLOCK.findall(pem.replace("\\n", "\n")))
    if not keys:
        raise ImproperlyConfigured("SIGNING_KEY holds no private key in PEM.")
    if len({key.thumbprint() for key in keys}) < len(keys):
        raise ImproperlyConfigured("SIGNING_KEY holds the same key twice.")
    return keys


def new_key() -> str:
    """A new key, as PEM."""
    return OKPKey.generate_key("Ed25519").as_pem(private=True).decode()


def kept_key(path: Path) -> str:
    """The key in the file at `path`, which is made where it is not there, for its owner's eyes only."""
    if not path.exists():
        with suppress(FileExistsError):  # another process may be making it too
            keep_key(new_key(), path)
    return path.read_text(encoding="ascii")


def keep_key(pem: str, path: Path) -> None:
    """Write a key to a new file at `path`, whole or not at all; a file that is there already is an error."""
    own = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(pem)
    try:
        os.link(own, path)
    finally:
        own.unlink()


def _key(pem: str) -> OKPKey:
    try:
        key = OKPKey.import_key(pem)
    except (JoseError, ValueError, TypeError) as error:
        raise ImproperlyConfigured(f"SIGNING_KEY cannot be read: {error}") from error
    if key.as_dict(private=False).get("crv") != "Ed25519":
        raise ImproperlyConfigured("SIGNING_KEY is not an Ed25519 key.")
    key.ensure_kid()
    return key
