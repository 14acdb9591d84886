"""Names of tools: which are usable, how they read in words, and which plainly only look something up."""

from __future__ import annotations

import re
from functools import lru_cache

from veraz.errors import ToolError

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}\Z")
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # refund|Card, HTTP|Status
_GAP = re.compile(r"[\W_]+")

# Verbs that open the name of a look-up. A name that opens with any other is taken for a write, which asks first.
_LOOK_UPS = {
    *("count", "describe", "fetch", "find", "get", "has", "is", "list", "look", "lookup", "query", "read", "retrieve"),
    *("search", "show", "view"),
    *("buscar", "consultar", "listar", "mostrar", "obter", "pesquisar", "procurar"),
}


def checked_name(name: object) -> str:
    """Return ``name``, or raise :class:`ToolError` where it is not 1 to 128 letters, digits, ``_``, ``-`` or ``.``."""
    if not isinstance(name, str) or not _NAME.match(name):
        raise ToolError(f"{name!r:.200} is not a tool's name: use 1 to 128 letters (a-z), digits, '_', '-' or '.'")
    return name


@lru_cache(maxsize=4096)
def name_in_words(name: str) -> str:
    """Return a name as a sentence has it: ``refund card`` for ``refund_card``, ``RefundCard`` or ``refund-card``."""
    return _GAP.sub(" ", _SEAM.sub(" ", name)).strip().lower() or name


def looks_up(name: str) -> bool:
    """Tell whether a name opens with a verb of looking up (``get_order``), so that the tool changes nothing."""
    return name_in_words(name).partition(" ")[0] in _LOOK_UPS
