"""What to do where a console was not reached, or refuses what it is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from veraz.errors import ConsoleRefused, NotTrusted, VerazError

_SCOPE = re.compile(r'scope="([a-z:]{1,40})"')

COMPARE = "compare with the console's Settings, Licence"
"""What to do with the fingerprint of a key."""

_KEYS = "the console's Settings, API keys"
_STATUSES: Mapping[int, str] = {
    401: f"the key is not known there, has expired or was revoked: see {_KEYS}",
    403: f"the key may not do that: see {_KEYS}",
    404: "is this the console's address? It is what stands before /v1, like https://veraz.example",
    426: "veraz is too old for this console: pip install --upgrade 'veraz[sync]'",
    429: "too much was asked in a short time: wait a minute",
}
_SIGNS: tuple[tuple[str, str], ...] = (
    ("refused", "does the console run there, and is the port right?"),
    ("resolve", "is the host's name right, and does this machine know it?"),
    ("WRONG_VERSION_NUMBER", "no TLS is spoken there: is it another port, or http:// on this machine itself?"),
    ("CERTIFICATE_VERIFY_FAILED", "this machine does not trust its certificate: SSL_CERT_FILE names further ones"),
    ("Read timed out", "it hangs or is slow: look at the console's own log"),
    ("timed out", "is a firewall between, or is a proxy needed? HTTPS_PROXY and NO_PROXY name one"),
    ("in time", "it hangs or is slow: look at the console's own log"),
    ("proxy", "HTTPS_PROXY and NO_PROXY say which proxy is asked"),
)
_FAULT = "the console has a fault of its own: look at its log"
_STRANGE = "is this a console? Something between may have answered in its place"
_NOT_TRUSTED = f"run veraz doctor to see the keys that are held, and {COMPARE}"


def advice(error: VerazError) -> str:
    """Return what a person can do about ``error``; nothing where its own text says it."""
    if isinstance(error, ConsoleRefused):
        return _of_refusal(error)
    if is_strange(error):
        return _STRANGE
    if isinstance(error, NotTrusted):
        return _NOT_TRUSTED
    return next((told for sign, told in _SIGNS if sign in str(error)), "")


def is_strange(error: VerazError) -> bool:
    """Tell whether what came was not even signed, as no console answers."""
    return isinstance(error, NotTrusted) and "no signed" in str(error)


def missing_scope(error: ConsoleRefused) -> str:
    """Return the scope that the console says the key lacks; nothing where it says none."""
    found = _SCOPE.search(error.headers.get("www-authenticate", ""))
    return found[1] if found else ""


def _of_refusal(error: ConsoleRefused) -> str:
    if scope := missing_scope(error):
        return f"the key lacks the scope {scope}: make one that has it under {_KEYS}"
    if 300 <= error.status < 400:
        return "no redirect is followed, so that the key goes nowhere else: give the address that it points to"
    return _STATUSES.get(error.status, _FAULT if error.status >= 500 else _STRANGE if error.status < 300 else "")
