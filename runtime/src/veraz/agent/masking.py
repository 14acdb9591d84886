"""What tools returned of people, taken out of what a model reads where it may not read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veraz.replies.inquiry.personal import masked, values_of

__all__ = ["values_of", "without"]


def without(values: Sequence[str], message: dict[str, Any]) -> dict[str, Any]:
    """Return a message of the agent's own with ``values`` masked; any other as it is."""
    if not values or message["role"] not in ("assistant", "system"):
        return message
    return {**message, "content": masked(values, message["content"])}
