"""Tools as providers, protocols and frameworks define them, to tools that the check holds replies with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from veraz.errors import ToolError
from veraz.records.forms.events import field
from veraz.records.plain import attempted, plain
from veraz.tools import Tool, Toolset

_INPUTS = (
    "input_schema", "inputSchema", "parameters", "parameters_json_schema", "params_json_schema", "json_schema",
    "parametersJsonSchema", "args_schema", "schema",
)  # fmt: skip
_OUTPUTS = ("output_schema", "outputSchema", "return_schema", "response_schema", "responseJsonSchema")
_DECLARATIONS = ("functionDeclarations", "function_declarations")
_READ_ONLY = ("readOnlyHint", "read_only_hint", "read_only")


def tools_of(definitions: Iterable[Any]) -> list[Tool]:
    """Return the tools of a list of definitions, whichever way each is written.

    Functions and :class:`~veraz.Tool` objects; what Chat Completions, Responses, Anthropic and Gemini are given; MCP's
    tools; and objects of frameworks with a name, a description and a schema. Schemas that cannot be read are left out:
    the check holds replies, not arguments. Where nothing says whether a tool changes something, its name does.

    :raises ToolError: naming what has no usable name.
    """
    if isinstance(definitions, Toolset):
        return list(definitions.values())
    if isinstance(definitions, str | bytes) or not isinstance(definitions, Iterable):
        raise ToolError(f"tools is {type(definitions).__name__}; it takes a list of tools")
    return [_tool(each) for given in definitions for each in _each(given)]


def _each(given: Any) -> Iterator[Any]:
    """Yield the tools in a definition: a provider's may hold several, and wraps each."""
    if isinstance(given, Tool):
        yield given
        return
    declared = field(given, *_DECLARATIONS)
    if isinstance(declared, list | tuple):
        yield from declared
    else:
        inner = field(given, "function")
        yield given if inner is None or callable(inner) else inner


def _tool(given: Any) -> Tool:
    if isinstance(given, Tool) or (callable(given) and not isinstance(field(given, "name"), str)):
        return Tool.of(given)
    name, kind = field(given, "name", "tool_name"), field(given, "type")
    fields: dict[str, Any] = {"name": name if isinstance(name, str) else kind}  # the provider's own have a type alone
    described = field(given, "description")
    fields["description"] = described if isinstance(described, str) else ""
    fields["write"] = _write(given)
    fields["vocabulary"] = field(given, "vocabulary")
    named = {key: value for key, value in fields.items() if value is not None}
    schemas = {"input_schema": _schema(given, _INPUTS), "output_schema": _schema(given, _OUTPUTS)}
    kept = {key: schema for key, schema in schemas.items() if schema and _is_readable({**named, key: schema})}
    return Tool.of({**named, **kept})


def _is_readable(fields: Mapping[str, Any]) -> bool:
    try:
        Tool.of(fields)
    except ToolError:
        return False
    return True


def _write(given: Any) -> bool | None:
    """Return what a definition says of whether it changes something, or ``None``."""
    own = field(given, "write")
    if isinstance(own, bool):
        return own
    read_only = field(field(given, "annotations") or {}, *_READ_ONLY)
    return not read_only if isinstance(read_only, bool) else None


def _schema(given: Any, names: tuple[str, ...]) -> dict[str, Any] | None:
    for name in names:
        schema = field(given, name)
        found = _as_schema(schema)
        if found is not None:
            return found
    made = field(given, "get_input_jsonschema") if names is _INPUTS else None
    return _as_schema(made) if callable(made) else None


def _as_schema(given: Any) -> dict[str, Any] | None:
    """Return a schema as JSON values: of a mapping, of a model's class, or of what makes one."""
    makes: Callable[[], Any] | None = getattr(given, "model_json_schema", None) or (given if callable(given) else None)
    schema = plain(attempted(lambda make: make(), makes) if callable(makes) else given)
    return _lowered(schema) if isinstance(schema, dict) else None


def _lowered(schema: Any) -> Any:
    """Return a schema with its types as JSON schema writes them: some providers write «OBJECT»."""
    if isinstance(schema, list):
        return [_lowered(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    typed = schema.get("type")
    lowered = {name: _lowered(each) for name, each in schema.items()}
    return {**lowered, "type": typed.lower()} if isinstance(typed, str) and typed.isupper() else lowered
