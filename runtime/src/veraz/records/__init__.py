"""What agents, tools and providers hand over, as calls: results to outcomes, messages to records, reasons to words.

Each name is fetched from its module when it is first asked for: a check needs few of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veraz.records.ended import Ended, outcome_of, reason_of
    from veraz.records.mappings import call_of
    from veraz.records.messages import Calls, calls_of
    from veraz.records.reasons import Reasons, cleaned
    from veraz.records.tool_definitions import tools_of

__all__ = [
    "Calls",
    "Ended",
    "Reasons",
    "call_of",
    "calls_of",
    "cleaned",
    "outcome_of",
    "reason_of",
    "tools_of",
]

_HOMES = {
    "tool_definitions": ("tools_of",),
    "ended": ("Ended", "outcome_of", "reason_of"),
    "mappings": ("call_of",),
    "messages": ("Calls", "calls_of"),
    "reasons": ("Reasons", "cleaned"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
