"""Secrets as the database keeps them.

A webhook's secret signs, so it has to be read again and a digest is not enough. It is sealed with a key that only the
settings hold: whoever has the database alone, or a copy of it, cannot sign in our name.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"veraz: secrets of webhooks"


class CannotOpen(ValueError):
    """It was sealed with a secret key that the settings no longer name."""


def seal(secret: str) -> str:
    """What is stored of a secret."""
    return _keys().encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    """The secret again. Raises CannotOpen."""
    try:
        return _keys().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise CannotOpen("Sealed with another SECRET_KEY; name that one in SECRET_KEY_FALLBACKS.") from error


def reseal(sealed: str) -> str:
    """The same secret sealed with the present key, so that the one before it can go. Raises CannotOpen."""
    return seal(unseal(sealed))


def _keys() -> MultiFernet:
    """The first seals; any of them opens."""
    return MultiFernet([Fernet(_derived(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _derived(key: str | bytes) -> bytes:
    raw = key.encode() if isinstance(key, str) else key
    return base64.urlsafe_b64encode(HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(raw))
