"""JSON schemas of tools as they are given: held to a size and a shape, so that whatever walks one can rely on both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from veraz.errors import ToolError
from veraz.tools.paths import Path

DEEPEST = 32
LARGEST = 256 * 1024  # characters of the schema as JSON
_MOST_NODES = 50_000

_ONE = (
    *("additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems", "contains"),
    *("propertyNames", "not", "if", "then", "else"),
)
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def own_copy(schema: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return a copy of ``schema`` that nobody else holds, with the names of types in small letters.

    :param where: what the schema is, for errors: ``tool 'refund_card': input_schema``.
    :raises ToolError: naming ``where`` and the JSON path of what is no schema, or too large or too deep to be walked.
    """
    _refuse_size(schema, where)
    own: dict[str, Any] = json.loads(json.dumps(schema))
    for path, part in parts(own, where):
        if isinstance(part, dict):
            _refuse_misshapen(part, at_path(where, path))
            if "type" in part:
                part["type"] = _small(part["type"])
    return own


def parts(schema: Any, where: str, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every schema inside ``schema``, itself first, with its JSON path; what is not a schema is refused."""
    if not isinstance(schema, dict | bool):
        raise ToolError(f"{at_path(where, path)}: must be an object, true or false, not {schema!r:.60}")
    yield path, schema
    for key, value in schema.items() if isinstance(schema, dict) else ():
        for name, inner in _schemas_under(key, value, at_path(where, (*path, key))):
            yield from parts(inner, where, (*path, key, *name))


def names_in(schema: Any) -> frozenset[str]:
    """Return the names of arguments, and of what is inside them, that ``schema`` has itself."""
    return frozenset(path[-1] for path, _ in parts(schema, "") if path[-2:-1] == ("properties",))


def at_path(where: str, path: Path) -> str:
    """Return ``where`` with the JSON path of a place in it."""
    return f"{where} #/{'/'.join(path)}" if path else where


def _schemas_under(key: str, value: Any, where: str) -> list[tuple[Path, Any]]:
    if key in _ONE or (key == "items" and not isinstance(value, list)):
        return [((), value)]
    if key in _LISTS or key == "items":
        if not isinstance(value, list) or not value:
            raise ToolError(f"{where}: must be a list of schemas")
        return [((str(index),), inner) for index, inner in enumerate(value)]
    if key in _MAPS or key == "dependencies":
        if not isinstance(value, dict):
            raise ToolError(f"{where}: must be an object of schemas")
        return [((name,), inner) for name, inner in value.items() if not (key == "dependencies" and _is_names(inner))]
    return []


def _refuse_size(schema: Any, where: str) -> None:
    if not isinstance(schema, Mapping):
        raise ToolError(f"{where} must be an object, not {type(schema).__name__}")
    level, depth, nodes = [schema], 0, 0
    while level:
        depth, nodes = depth + 1, nodes + len(level)
        if depth > DEEPEST:
            raise ToolError(f"{where} is nested deeper than {DEEPEST} levels")
        if nodes > _MOST_NODES:
            raise ToolError(f"{where} is larger than {LARGEST:,} characters")
        level = [inner for value in level for inner in _inside(value)]
    try:
        size = len(json.dumps(schema, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ToolError(f"{where} is not JSON: {error}") from error
    if size > LARGEST:
        raise ToolError(f"{where} is larger than {LARGEST:,} characters")


def _inside(value: Any) -> list[Any]:
    values = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return [inner for inner in values if isinstance(inner, Mapping | list | tuple)]


def _small(kinds: Any) -> Any:
    """Return types as JSON Schema spells them; some providers' own schemas have them in capitals, as ``OBJECT``."""
    return kinds.lower() if isinstance(kinds, str) else [kind.lower() for kind in kinds]


def _is_type(value: Any) -> bool:
    kinds = value if isinstance(value, list) else [value]
    return all(isinstance(kind, str) and kind.lower() in _TYPES for kind in kinds)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0


_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(_NUMBERS, (_is_number, "a number")),
    **dict.fromkeys(_COUNTS, (_is_count, "a number from 0")),
    **dict.fromkeys(("pattern", "format", "$ref"), (lambda value: isinstance(value, str), "text")),
    "multipleOf": (lambda value: _is_number(value) and value > 0, "a number over 0"),
    "type": (_is_type, "a JSON type, or some"),
    "required": (_is_names, "a list of names, each once"),
    "enum": (lambda value: isinstance(value, list), "a list"),
    "uniqueItems": (lambda value: isinstance(value, bool), "true or false"),
}


def _refuse_misshapen(part: dict[str, Any], where: str) -> None:
    for key in part.keys() & _SHAPES.keys():
        fits, what = _SHAPES[key]
        if not fits(part[key]):
            raise ToolError(f"{where}: {key} must be {what}, not {part[key]!r:.60}")
