"""Names of tools as the console takes them: fewer than the runtime does, as they stand in its addresses."""

from __future__ import annotations

import re

from veraz.errors import ToolError

NAME = r"[A-Za-z0-9_.-]{1,128}"


def checked_name(name: str) -> str:
    """Return `name`; raises ToolError where it cannot stand in an address."""
    if not re.fullmatch(NAME, name):
        raise ToolError(f"{name!r:.200} is not a tool's name: use 1 to 128 letters (a-z), digits, '_', '-' or '.'")
    return name
