"""Secrets shown once: invitation tokens and API keys. They are random and long, so that one SHA-256 is enough."""

from __future__ import annotations

import hashlib
import secrets


def new_secret() -> str:
    """256 random bits, as 43 characters that an address can hold."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What is stored of a secret: 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()
