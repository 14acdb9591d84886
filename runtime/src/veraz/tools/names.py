"""Names of tools: which are usable, and how they read in words."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from types import MethodType
from typing import Any

from veraz.errors import ToolError

_LONGEST = 128
_BARRED = frozenset("{}\"'`\\\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}")
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # refund|Card, HTTP|Status
_GAP = re.compile(r"[\W_]+")
_SERVER = re.compile(r"mcp__.+?__(?=\w)")  # mcp__stripe__create_refund: where a tool comes from, and not what it does


def checked_name(name: object) -> str:
    """Return ``name``.

    :raises ToolError: where it is not 1 to 128 printable characters, has quotes or braces, or begins or ends in space.
    """
    if not isinstance(name, str) or not _is_name(name):
        takes = f"1 to {_LONGEST} letters, digits or signs, without quotes and braces"
        raise ToolError(f"{name!r:.200} is not a tool's name: use {takes}")
    return name


def _is_name(name: str) -> bool:
    return 0 < len(name) <= _LONGEST and name.isprintable() and name == name.strip() and _BARRED.isdisjoint(name)


@lru_cache(maxsize=4096)
def name_in_words(name: str) -> str:
    """Return a name as a sentence has it: ``refund card`` for ``refund_card``, ``RefundCard`` or ``refund-card``.

    The server that a tool protocol puts in front is left out: ``create refund`` for ``mcp__stripe__create_refund``.
    """
    return _GAP.sub(" ", _SEAM.sub(" ", _SERVER.sub("", name, count=1))).strip().lower() or name


def named_part(function: Any) -> Any:
    """Return the function or class that a name, a docstring and types are read from: under partials and methods."""
    while isinstance(function, partial | MethodType):
        function = function.func if isinstance(function, partial) else function.__func__
    return function
