"""One conversation, written in each form of messages that providers and frameworks keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

Step = tuple[Any, ...]
"""``("person", text)``, ``("agent", text)``, ``("calls", [(id, tool, arguments)])``, ``("result", id, tool, content,
is_error)``."""


def chat(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        match step:
            case "person", text:
                yield {"role": "user", "content": text}
            case "agent", text:
                yield {"role": "assistant", "content": text}
            case "calls", asked:
                yield {"role": "assistant", "content": None, "tool_calls": [_function(*call) for call in asked]}
            case "result", id, _, content, is_error:
                yield {"role": "tool", "tool_call_id": id, "content": _text(content, is_error)}


def responses(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        match step:
            case "person", text:
                yield {"role": "user", "content": [{"type": "input_text", "text": text}]}
            case "agent", text:
                content = [{"type": "output_text", "text": text}]
                yield {"type": "message", "role": "assistant", "content": content}
            case "calls", asked:
                yield {"type": "reasoning", "summary": []}
                for id, tool, arguments in asked:
                    yield {"type": "function_call", "call_id": id, "name": tool, "arguments": json.dumps(arguments)}
            case "result", id, _, content, is_error:
                yield {"type": "function_call_output", "call_id": id, "output": _text(content, is_error)}


def anthropic(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        match step:
            case "person", text:
                yield {"role": "user", "content": text}
            case "agent", text:
                yield {"role": "assistant", "content": [{"type": "text", "text": text}]}
            case "calls", asked:
                blocks = [{"type": "tool_use", "id": id, "name": tool, "input": sent} for id, tool, sent in asked]
                yield {"role": "assistant", "content": blocks}
            case "result", id, _, content, is_error:
                block = {"type": "tool_result", "tool_use_id": id, "content": _plain(content), "is_error": is_error}
                yield {"role": "user", "content": [block]}


def parts(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        match step:
            case "person", text:
                yield _message("request", part_kind="user-prompt", content=text)
            case "agent", text:
                yield _message("response", part_kind="text", content=text)
            case "calls", asked:
                called = [
                    SimpleNamespace(part_kind="tool-call", tool_name=tool, args=dict(sent), tool_call_id=id)
                    for id, tool, sent in asked
                ]
                yield SimpleNamespace(kind="response", parts=called)
            case "result", id, tool, content, is_error:
                outcome = "failed" if is_error else "success"
                told = {"tool_name": tool, "tool_call_id": id, "content": content, "outcome": outcome}
                yield _message("request", part_kind="tool-return", **told)


def langchain(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        match step:
            case "person", text:
                yield SimpleNamespace(type="human", content=text)
            case "agent", text:
                yield SimpleNamespace(type="ai", content=text, tool_calls=[])
            case "calls", asked:
                called = [{"name": tool, "args": dict(sent), "id": id} for id, tool, sent in asked]
                yield SimpleNamespace(type="ai", content="", tool_calls=called, invalid_tool_calls=[])
            case "result", id, tool, content, is_error:
                status = "error" if is_error else "success"
                told = {"content": _plain(content), "tool_call_id": id, "name": tool, "status": status}
                yield SimpleNamespace(type="tool", **told)


def gemini(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        match step:
            case "person", text:
                yield {"role": "user", "parts": [{"text": text}]}
            case "agent", text:
                yield {"role": "model", "parts": [{"text": text}]}
            case "calls", asked:
                called = [{"functionCall": {"id": id, "name": tool, "args": dict(sent)}} for id, tool, sent in asked]
                yield {"role": "model", "parts": called}
            case "result", id, tool, content, is_error:
                response = {"error": content} if is_error else content
                yield {"role": "user", "parts": [{"functionResponse": {"id": id, "name": tool, "response": response}}]}


FORMS = {
    "chat": chat,
    "responses": responses,
    "anthropic": anthropic,
    "parts": parts,
    "langchain": langchain,
    "gemini": gemini,
}


@pytest.fixture(scope="session")
def written() -> Callable[..., list[Any]]:
    """Writes the steps of a conversation in a form."""

    def write(steps: Sequence[Step], form: str, *, objects: bool = False) -> list[Any]:
        messages = list(FORMS[form](steps))
        return [as_objects(message) for message in messages] if objects else messages

    return write


def as_objects(message: Any) -> Any:
    """The same message with attributes where it had keys, but for what a tool was sent."""
    if isinstance(message, Mapping):
        kept = ("input", "args", "arguments", "response")
        return SimpleNamespace(**{key: each if key in kept else as_objects(each) for key, each in message.items()})
    return [as_objects(each) for each in message] if isinstance(message, list) else message


def _function(id: str, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": tool, "arguments": json.dumps(arguments)}}


def _message(kind: str, **part: Any) -> Any:
    return SimpleNamespace(kind=kind, parts=[SimpleNamespace(**part)])


def _plain(content: Any) -> str:
    return content if isinstance(content, str) else json.dumps(content)


def _text(content: Any, is_error: bool) -> str:
    return f"Error: {_plain(content)}" if is_error else _plain(content)
