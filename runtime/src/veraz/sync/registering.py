"""Registering tools with a console: an explicit act, which tells what the tools are like and nothing they were sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from veraz.errors import NoAnswer, ToolError
from veraz.sync.keys import read_json
from veraz.sync.transport import Transport, refusal
from veraz.tools import Tool, Toolset

if TYPE_CHECKING:
    from veraz.sync.console_client import Console

TOOLS_PATH = "/v1/tools"

LARGEST = 64 * 1024
"""Bytes of one tool as JSON."""

DEEPEST = 10
"""Schemas inside schemas."""

# Keywords that say what a value is like. None holds a value that someone once sent: no default, const or example.
_ONE = {"additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"}
_LISTS = {"allOf", "anyOf", "oneOf"}
_MAPS = {"properties", "patternProperties", "$defs", "definitions"}
_PLAIN = {
    *("$schema", "$ref", "type", "format", "pattern", "required", "x-personal"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
    *("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"),
}
_DESCRIBING = {"title", "description"}

_DESCRIBES = "a text for people or models, sent only where that is asked for"
_WHY: Mapping[str, str] = {
    **dict.fromkeys(("default", "const", "example", "examples"), "a value, which someone may once have sent"),
    **dict.fromkeys(_DESCRIBING, _DESCRIBES),
    "enum": "its values are lists or objects",
}
_UNKNOWN = "not among the keywords that say what a value is like"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that is not sent.

    :ivar place: where it stands: ``refund_card: input_schema/properties/amount/default``.
    """

    place: str
    why: str


@dataclass(frozen=True, slots=True)
class Pushed:
    """What a registration changed, as names of tools.

    :ivar absent: those that were registered before and are not in this set; their phrasings are kept.
    :ivar unphrased: those of the set that no live phrasing speaks of.
    """

    digest: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    absent: tuple[str, ...]
    unchanged: tuple[str, ...]
    unphrased: tuple[str, ...]


def pushed(console: Console, tools: Toolset | Iterable[Any], descriptions: bool = False) -> Pushed:
    """Register ``tools`` with ``console``, the whole set, and return what that changed; the same set changes nothing.

    :param descriptions: whether the titles and descriptions in schemas, and those of the tools, are sent too.
    :raises ToolError: for a tool whose schemas are too large or too deep to be registered.
    :raises ConsoleRefused: where the console takes them not, naming the place of each fault.
    :raises NoAnswer: where it could not be reached.
    :raises ConfigurationError: offline.
    """
    return register(console.transport, registration(tools, descriptions))


def register(transport: Transport, body: bytes) -> Pushed:
    """Register with a console what :func:`registration` made; see :func:`pushed`."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    answer = transport.send("PUT", TOOLS_PATH, headers, body)
    if answer.status != 200:
        raise refusal(answer)
    return _read(read_json(answer.body))


def registration(tools: Toolset | Iterable[Any], descriptions: bool = False) -> bytes:
    """Return exactly what is sent to register ``tools``.

    :raises ToolError: as :func:`definitions`.
    """
    sent = definitions(tools, descriptions)
    return _json({"tools": sent, "digest": sha256(_json(sent)).hexdigest()})


def left_out(tools: Toolset | Iterable[Any], descriptions: bool = False) -> tuple[LeftOut, ...]:
    """Return what a registration leaves out of ``tools``: each place, and why.

    :raises ToolError: as :func:`definitions`.
    """
    left: list[LeftOut] = []
    for tool in Toolset.of(tools).values():
        if tool.description and not descriptions:
            left.append(LeftOut(f"{tool.name}: description", _DESCRIBES))
        if tool.vocabulary is not None:
            left.append(LeftOut(f"{tool.name}: vocabulary", "only the agent reads with it"))
        for name in ("input_schema", "output_schema"):
            _kept(getattr(tool, name), descriptions, f"{tool.name}: {name}", left=left)
    return tuple(left)


def definitions(tools: Toolset | Iterable[Any], descriptions: bool = False) -> list[dict[str, Any]]:
    """Return what is sent of ``tools``: names, whether they write, and what their schemas say of values.

    :raises ToolError: naming the tool that is too large, or the place that is too deep.
    """
    return [_definition(tool, descriptions) for tool in Toolset.of(tools).values()]


def _definition(tool: Tool, descriptions: bool) -> dict[str, Any]:
    where = f"tool {tool.name!r}"
    found: dict[str, Any] = {
        "name": tool.name,
        "write": tool.may_write,
        "input_schema": _kept(tool.input_schema, descriptions, f"{where}: input_schema"),
    }
    if descriptions:
        found["description"] = tool.description
    if tool.output_schema is not None:
        found["output_schema"] = _kept(tool.output_schema, descriptions, f"{where}: output_schema")
    if (size := len(_json(found))) > LARGEST:
        raise ToolError(f"{where} takes {size:,} bytes to tell, and the console takes {LARGEST:,}")
    return found


def _kept(schema: Any, descriptions: bool, where: str, depth: int = 1, left: list[LeftOut] | None = None) -> Any:
    """Return ``schema`` with the keywords that may be sent; what is left out goes into ``left``."""
    if not isinstance(schema, Mapping):
        return schema
    if depth > DEEPEST:
        raise ToolError(f"{where}: schemas stand more than {DEEPEST} deep in each other here")
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        inner = _inside(key, value)
        if inner is not None:
            under = f"{where}/{key}"
            found = {
                name: _kept(each, descriptions, f"{under}/{name}".rstrip("/"), depth + 1, left)
                for name, each in inner.items()
            }
            kept[key] = found if key in _MAPS else list(found.values()) if isinstance(value, list) else found[""]
        elif key in _PLAIN or (key in _DESCRIBING and descriptions) or (key == "enum" and _is_plain(value)):
            kept[key] = value
        elif left is not None:
            left.append(LeftOut(f"{where}/{key}", _WHY.get(key, _UNKNOWN)))
    return kept


def _inside(key: str, value: Any) -> Mapping[Any, Any] | None:
    """Return the schemas that stand under a keyword, by name or place; ``None`` where none may."""
    if key in _MAPS and isinstance(value, Mapping):
        return value
    if (key in _LISTS or key == "items") and isinstance(value, list):
        return dict(enumerate(value))
    return {"": value} if key in _ONE or key == "items" else None


def _is_plain(values: Any) -> bool:
    return isinstance(values, list) and not any(isinstance(value, Mapping | list) for value in values)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _read(answer: Any) -> Pushed:
    if not isinstance(answer, dict):
        raise NoAnswer("the console answered something else than what a registration changed")
    names = ("added", "changed", "absent", "unchanged", "unphrased")
    return Pushed(str(answer.get("digest")), *(tuple(map(str, answer.get(name) or ())) for name in names))
