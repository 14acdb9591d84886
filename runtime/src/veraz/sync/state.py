"""The state folder: what outlives the process, one subfolder for each address and key."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

VARIABLE = "VERAZ_STATE"


def state_folder(
    given: str | os.PathLike[str] | None, address: str, key: str, environ: Mapping[str, str] = os.environ
) -> Path:
    """Return the folder that holds the state of this console and key, made where it can be.

    It stands in :func:`state_root`, and only its owner may enter it. A folder that cannot be made is returned all the
    same: who writes to it tells.
    """
    folder = state_path(given, address, key, environ)
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    return folder


def state_path(
    given: str | os.PathLike[str] | None, address: str, key: str, environ: Mapping[str, str] = os.environ
) -> Path:
    """Return where :func:`state_folder` is or would be; nothing is made."""
    return state_root(given, environ) / _name(address, key)


def state_root(given: str | os.PathLike[str] | None, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that all state stands in: ``given``, else ``VERAZ_STATE``, else the user's own."""
    return Path(given or environ.get(VARIABLE) or _users(environ))


def _name(address: str, key: str) -> str:
    """Return the console's host for people to see, and a digest that tells keys apart and gives none away."""
    host = re.sub(r"[^A-Za-z0-9.-]", "_", urlsplit(address).hostname or "offline")
    digest = sha256(f"{address}\n{key}".encode()).hexdigest()
    return f"{host}-{digest[:16]}"


def _users(environ: Mapping[str, str]) -> Path:
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "veraz"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "veraz"
    return Path(environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "veraz"
