"""A conversation's messages, as providers and frameworks keep them, to the record of its calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from veraz.errors import RecordError, ToolError
from veraz.outcomes import Call
from veraz.records.forms import FORMS
from veraz.records.forms.events import Event, Said
from veraz.records.mappings import json_type
from veraz.records.pairing import paired
from veraz.records.tool_definitions import tools_of
from veraz.tools import Tool, Toolset


@dataclass(frozen=True, slots=True)
class Calls(Sequence[Call]):
    """The calls of a conversation, oldest first; what comes after the person's last words is this turn's.

    :ivar reply: what the agent wrote last, where nothing came after it.
    :ivar passed_over: how many calls there were of each name that is none of the tools.
    """

    calls: tuple[Call, ...] = ()
    reply: str | None = None
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @overload
    def __getitem__(self, at: int) -> Call: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Call]: ...
    def __getitem__(self, at: int | slice) -> Call | Sequence[Call]:
        return self.calls[at]

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)


def calls_of(messages: Iterable[Any], tools: Iterable[Any] | None = None) -> Calls:
    """Return the calls that ``messages`` tell of, with what became of each.

    Mappings and objects are read alike: chat completions, Responses items, Anthropic's blocks, Gemini's contents, parts
    as Pydantic AI keeps them, and LangChain's messages, also mixed.

    :param tools: whatever :func:`~veraz.records.tool_definitions.tools_of` takes; calls of others are passed over.
        What a tool declares, and whether it only looks up, tells what its results mean; without tools, its name does.
    :raises RecordError: naming the place of what is no message.
    """
    if isinstance(messages, str | bytes | Mapping) or not isinstance(messages, Iterable):
        raise RecordError(f"messages is {json_type(messages)}; it takes a list of messages")
    known = None if tools is None else Toolset(tools_of(tools))
    events = [event for at, message in enumerate(messages) for event in _read(message, f"messages[{at}]")]
    calls, reply = paired(events, _guessed if known is None else known.get)
    kept = tuple(call for call in calls if known is None or call.tool in known)
    strange = Counter(call.tool for call in calls if known is not None and call.tool not in known)
    return Calls(kept, reply, dict(strange))


def _read(message: Any, place: str) -> list[Event]:
    if isinstance(message, str):
        return [Said()]
    for form in FORMS:
        events = form(message)
        if events is not None:
            return events
    raise RecordError(f"{place} is {json_type(message)}, in no form of a message that is read")


def _guessed(name: str) -> Tool | None:
    try:
        return Tool.of({"name": name})
    except ToolError:
        return None
