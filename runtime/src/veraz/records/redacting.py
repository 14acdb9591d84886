"""Keys and passwords taken out of what a call that did not run well handed back; nobody needs them there."""

from __future__ import annotations

import re
from types import NoneType
from typing import Any

from veraz.records.result_shapes import field_name

MASK = "…"

_NAMES = frozenset("auth cvc cvc2 cvv cvv2 jwt otp pin pwd token".split())
_ENDINGS = tuple(
    "accesstoken apikey apitoken authorization authtoken bearertoken clientsecret credentials idtoken passcode"
    " passphrase passwd password privatekey refreshtoken secret secretkey securitycode senha sessiontoken"
    " signingkey".split()
)
_SPELT = (
    r"[\w-]{0,40}(?:(?:api|secret|private|signing)[ _-]?key|token|secret|passw(?:or)?d|passphrase|senha|authorization)"
    r"|cv[cv]2?|pin|pwd"
)
_SET = rf"(?<![\w-])(?:{_SPELT})(?:\\?[\"'])?\s*[:=]\s*"  # what stands before a value: `password=`, `"api_key": `

_SECRETS = re.compile(
    r"(?P<before>://)[^/\s@]+:[^/\s@]+(?=@)"  # the password of an address
    r"|(?P<query>[?&][\w-]*(?:key|token|secret|password|signature|sig|auth)[\w-]*=)[^&\s\"']+"
    rf"|(?P<quoted>{_SET}\\?[\"'])[^\"'\\]+"
    rf"|(?P<named>{_SET}(?:(?:bearer|basic)\s+)?)[^\s\"',}}\\]+"
    r"|(?P<header>\b(?:bearer|basic)\s+)(?!(?:auth|token|scheme)[a-z]*\b)[\w.~+/=-]{6,}"
    r"|\b(?:[spr]k[_-](?:live|test)|gh[opsu]|github_pat|glpat|xox[abeprs]|xapp|akia|eyj)[_-]?[\w.-]{8,}|\bsk-[\w-]{12,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.IGNORECASE,
)


def without_secrets(value: Any) -> Any:
    """Return ``value`` (JSON values) with its secrets masked: what stands beside the name of one, and keys in texts."""
    if isinstance(value, str):
        return _SECRETS.sub(_masked, value)
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    if isinstance(value, dict):
        return {name: MASK if _is_secret(name, item) else without_secrets(item) for name, item in value.items()}
    return value


def _is_secret(name: str, value: Any) -> bool:
    plain = field_name(name)
    return not isinstance(value, bool | NoneType) and (plain in _NAMES or plain.endswith(_ENDINGS))


def _masked(found: re.Match[str]) -> str:
    return next((kept for kept in found.groupdict().values() if kept), "") + MASK
