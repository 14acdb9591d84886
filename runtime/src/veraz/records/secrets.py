"""Keys and passwords taken out of what a call that failed handed back: neither journal nor model needs them."""

from __future__ import annotations

import re
from typing import Any

MASK = "…"

_SECRETS = re.compile(
    r"(?P<before>://)[^/\s@]+:[^/\s@]+(?=@)"  # the password of an address
    r"|(?P<query>[?&][\w-]*(?:key|token|secret|password|signature|sig|auth)[\w-]*=)[^&\s\"']+"
    r"|(?P<header>\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}"
    r"|(?P<named>\b(?:api[_-]?key|access[_-]?token|secret|password|passwd|senha)[\"']?\s*[:=]\s*[\"']?)[^\s\"',}]+"
    r"|\b(?:[spr]k_(?:live|test)|gh[opsu]|xox[abp]|akia|eyj)[_-]?[\w.-]{8,}",
    re.IGNORECASE,
)


def without_secrets(value: Any) -> Any:
    """Return ``value`` (JSON values) with the secrets in its texts masked; the names beside them stay."""
    if isinstance(value, str):
        return _SECRETS.sub(_masked, value)
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    if isinstance(value, dict):
        return {name: without_secrets(item) for name, item in value.items()}
    return value


def _masked(found: re.Match[str]) -> str:
    return (found["before"] or found["query"] or found["header"] or found["named"] or "") + MASK
