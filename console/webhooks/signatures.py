"""Signatures as standardwebhooks.com has them: HMAC with SHA-256 over the message's id, the time and the body."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"


def new_secret() -> str:
    """256 random bits, as receivers are given them."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers(message: str, seconds: int, body: bytes, signing: Iterable[str]) -> dict[str, str]:
    """The three headers of an attempt made at `seconds`, with a signature by each secret."""
    signed = b"%b.%d.%b" % (message.encode(), seconds, body)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{_signature(secret, signed)}" for secret in signing),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
