"""What a runtime says of its tools: read from JSON, held to a closed list of keywords, and every fault named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from console.pages.problems import Fault, Invalid
from console.tools.tool_names import checked_name
from veraz.errors import ToolError
from veraz.tools import Tool

MOST_TOOLS = 1_000
LARGEST = 64 * 1024  # bytes of one tool as JSON
LARGEST_SET = 4 * 1024 * 1024  # bytes of all of them as they are sent
DEEPEST = 10  # schemas inside schemas
MOST_FAULTS = 100

_KEYS = {"name": str, "write": bool, "description": str, "input_schema": dict, "output_schema": dict}
_REQUIRED = ("name", "write", "input_schema")

# Keywords that say what a value is like. None holds a value that someone once sent: no default, const or example.
_ONE = ("additionalProperties", "propertyNames", "contains", "not", "if", "then", "else")
_LISTS = ("allOf", "anyOf", "oneOf")
_MAPS = ("properties", "patternProperties", "$defs", "definitions")
_PLAIN = (
    *("$schema", "$ref", "type", "title", "description", "format", "pattern", "required", "enum", "x-personal"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
    *("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"),
)
KEYWORDS = frozenset((*_ONE, *_LISTS, *_MAPS, *_PLAIN, "items"))
_TEXTS = ("title", "description")


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool as it was registered."""

    name: str
    write: bool
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None

    @property
    def text(self) -> str:
        """The definition as JSON, in the order it came in: what is stored and compared."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def read(tools: Any) -> list[Definition]:
    """Return the definitions in a JSON value; raises Invalid with the path, from the body's root, of each fault."""
    faults = list(islice(_faults_of_all(tools), MOST_FAULTS))
    if faults:
        raise Invalid(_("These tools cannot be registered."), faults=faults)
    return [_definition(tool) for tool in tools]


@lru_cache(maxsize=4_096)
def built(definition: str) -> Tool | None:
    """Return the tool that a stored definition makes; None where it makes none, as when the rules changed since."""
    try:
        return Tool.of(json.loads(definition))
    except (ToolError, ValueError, TypeError, AttributeError):
        return None


def schemas(definition: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return what a stored definition takes and returns, uncompiled; as if it said nothing where it cannot be read."""
    try:
        defined = json.loads(definition)
    except ValueError:
        defined = None
    known = defined if isinstance(defined, dict) else {}
    takes, returns = known.get("input_schema"), known.get("output_schema")
    return takes if isinstance(takes, dict) else {}, returns if isinstance(returns, dict) else None


def _definition(tool: dict[str, Any]) -> Definition:
    return Definition(
        tool["name"], tool["write"], tool.get("description", ""), tool["input_schema"], tool.get("output_schema")
    )


def _faults_of_all(tools: Any) -> Iterator[Fault]:
    if not isinstance(tools, list):
        yield Fault("/tools", "list", _("The tools are a list."))
        return
    if len(tools) > MOST_TOOLS:
        yield Fault("/tools", "too_many", _("At most %(most)s tools are taken.") % {"most": MOST_TOOLS})
        return
    names: set[str] = set()
    for index, tool in enumerate(tools):
        faults = list(_faults(tool, f"/tools/{index}"))
        yield from faults
        if faults:
            continue
        if tool["name"] in names:
            yield Fault(f"/tools/{index}/name", "twice", _("This name is given twice; a name speaks of one tool."))
        names.add(tool["name"])


def _faults(tool: Any, path: str) -> Iterator[Fault]:
    faults = list(_shape_faults(tool, path))
    for name in ("input_schema", "output_schema") if not faults else ():
        faults += _schema_faults(tool.get(name) or {}, f"{path}/{name}")
    yield from faults or _refusal(tool, path)


def _shape_faults(tool: Any, path: str) -> Iterator[Fault]:
    if not isinstance(tool, dict):
        yield Fault(path, "object", _("A tool is an object."))
        return
    if len(json.dumps(tool, ensure_ascii=False).encode()) > LARGEST:
        yield Fault(path, "too_large", _("This tool is larger than 64 KiB."))
        return
    for key in _REQUIRED:
        if key not in tool:
            yield Fault(f"{path}/{key}", "required", _("This is missing."))
    for key, value in tool.items():
        if key not in _KEYS:
            keys = ", ".join(_KEYS)
            yield Fault(_at(path, key), "unknown", _("A tool has no such field."), _("Use: %(keys)s.") % {"keys": keys})
        elif not isinstance(value, _KEYS[key]) and not (value is None and key == "output_schema"):
            kind = {str: _("a text"), bool: _("true or false"), dict: _("an object")}[_KEYS[key]]
            yield Fault(_at(path, key), "type", _("This is %(kind)s.") % {"kind": kind})


def _schema_faults(schema: Any, path: str, depth: int = 1) -> Iterator[Fault]:
    if depth > DEEPEST:
        message = _("Schemas stand more than %(most)s deep in each other here.") % {"most": DEEPEST}
        yield Fault(path, "too_deep", message)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            yield from _keyword_faults(key, value, _at(path, key))
            for place, inner in _inner(key, value, _at(path, key)):
                yield from _schema_faults(inner, place, depth + 1)
    elif not isinstance(schema, bool):
        yield Fault(path, "schema", _("A schema is an object, true or false."))


def _keyword_faults(key: str, value: Any, path: str) -> Iterator[Fault]:
    if key not in KEYWORDS:
        yield Fault(
            path, "keyword", _("This keyword is not taken."), _("Leave it out: values stay where the agent runs.")
        )
    elif key in _TEXTS and not isinstance(value, str):
        yield Fault(path, "type", _("This is %(kind)s.") % {"kind": _("a text")})
    elif key == "x-personal" and not isinstance(value, bool):
        yield Fault(path, "type", _("This is %(kind)s.") % {"kind": _("true or false")})
    elif key == "enum" and any(isinstance(each, dict | list) for each in value if isinstance(value, list)):
        yield Fault(path, "type", _("The values of an enum are texts, numbers, true, false or null."))


def _inner(key: str, value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the schemas that stand under a keyword; a shape that the keyword does not take is the tool's refusal."""
    if key in _ONE or (key == "items" and not isinstance(value, list)):
        yield path, value
    elif key in (*_LISTS, "items") and isinstance(value, list):
        yield from ((f"{path}/{index}", each) for index, each in enumerate(value))
    elif key in _MAPS and isinstance(value, dict):
        yield from ((_at(path, name), each) for name, each in value.items())


def _refusal(tool: dict[str, Any], path: str) -> Iterator[Fault]:
    """Yield the reason why a runtime would not run a tool; its sentence is the runtime's, and so in English."""
    try:
        checked_name(tool["name"])
        Tool.of(tool).compile()
    except ToolError as error:
        yield Fault(path, "tool", str(error))
    except (ValueError, TypeError, AttributeError):
        yield Fault(path, "tool", _("The runtime does not take this tool."))


def _at(path: str, key: str) -> str:
    return f"{path}/{key[:200].replace('~', '~0').replace('/', '~1')}"
