"""What a model answered: a reply, a round of calls, or nonsense. The one place its dictionaries become types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call a model asks for; ``arguments`` is ``None`` where it gave none that JSON can hold."""

    name: str
    arguments: Mapping[str, Any] | None
    given_id: str | None = None

    def message(self) -> dict[str, Any]:
        """Return the call as it stands in the conversation."""
        told = {"name": self.name, "arguments": dict(self.arguments or {})}
        return told if self.given_id is None else {"id": self.given_id, **told}


Answer = str | tuple[AskedCall, ...] | None
"""The reply; or the calls of a round, at least one; or ``None`` for nonsense."""


def read_answer(given: Any) -> Answer:
    """Read what a model returned: text, or ``{"content", "tool_calls"}``. A blank reply is nonsense."""
    if isinstance(given, Mapping):
        calls = given.get("tool_calls")
        if isinstance(calls, list | tuple) and calls:
            return tuple(_asked(call) for call in calls)
        given = given.get("content")
    return given if isinstance(given, str) and given.strip() else None


def _asked(given: Any) -> AskedCall:
    call = given if isinstance(given, Mapping) else {}
    name, given_id = call.get("name"), call.get("id")
    return AskedCall(
        name if isinstance(name, str) else "",
        _arguments(call.get("arguments")),
        given_id if isinstance(given_id, str) else None,
    )


def _arguments(given: Any) -> dict[str, Any] | None:
    """Return a copy of ``given`` as JSON values, or ``None`` where it is no JSON object."""
    try:
        copied = json.loads(json.dumps(given, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None
    return copied if isinstance(copied, dict) else None
