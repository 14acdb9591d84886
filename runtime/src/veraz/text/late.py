"""Patterns that are compiled when they are first used: most of what is imported waits long for it, or for ever."""

from __future__ import annotations

import re
from typing import Any, cast


class _Late:
    def __init__(self, pattern: str, flags: int) -> None:
        self._written = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._written), name)
        setattr(self, name, found)
        return found


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return what has the methods of ``re.compile(pattern, flags)``, for a pattern of a module that is seldom hot."""
    return cast("re.Pattern[str]", _Late(pattern, flags))
