"""Messages made of parts that say their kind (``part_kind``), as Pydantic AI keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from veraz.outcomes import Outcome
from veraz.records.forms.events import (
    Answered,
    Asked,
    Event,
    Said,
    arguments_of,
    each,
    field,
    id_of,
    name_of,
    result_of,
    wrote,
)

_OUTCOMES = {
    "failed": Outcome.FAILED,
    "denied": Outcome.NOT_ATTEMPTED,
    "interrupted": Outcome.UNKNOWN,
    "retried": Outcome.REFUSED,
}


def read(message: Any) -> list[Event] | None:
    """Return what a message of such parts tells; ``None`` for any other."""
    parts = list(each(field(message, "parts")))
    if field(message, "kind") not in ("request", "response") and not any(field(part, "part_kind") for part in parts):
        return None
    return [event for part in parts for event in _read(part)]


def _read(part: Any) -> Iterator[Event]:
    kind = str(field(part, "part_kind"))
    name, given_id = name_of(field(part, "tool_name")), id_of(field(part, "tool_call_id"))
    if kind == "user-prompt":
        yield Said()
    elif kind == "text":
        yield from wrote(field(part, "content"))
    elif kind.endswith("tool-call"):
        yield Asked(name, arguments_of(field(part, "args")), given_id)
    elif kind.endswith("tool-return"):
        outcome = _OUTCOMES.get(str(field(part, "outcome")))
        yield Answered(result_of(field(part, "content")), given_id, name, outcome=outcome)
    elif kind == "retry-prompt" and name:  # one of no tool asks for another reply
        yield Answered(result_of(field(part, "content")), given_id, name, outcome=Outcome.REFUSED)
