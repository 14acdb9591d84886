"""JSON schemas of tools: refused at registration where they would not be held to, compiled, and asked about paths.

``fastjsonschema`` passes in silence over keywords it does not know. A tool check that does not check what its schema
says fails open, so each such keyword of JSON Schema (drafts 3 to 2020-12) refuses the schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from math import isfinite
from typing import Any, NoReturn

from veraz.errors import ToolError
from veraz.tools.paths import Path, pointed

DEEPEST = 32
LARGEST = 256 * 1024  # characters of the schema as JSON
_MOST_NODES = 50_000
_MOST_VALUES = 200_000
_LONGEST_KEY = 1_000

_ONE = ("additionalProperties", "additionalItems", "contains", "propertyNames", "not", "if", "then", "else")
_LISTS = ("allOf", "anyOf", "oneOf")
_MAPS = ("properties", "patternProperties", "$defs", "definitions")
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_IGNORED = {
    *("prefixItems", "unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains", "contentSchema"),
    *("dependentRequired", "dependentSchemas", "disallow", "divisibleBy", "extends"),
    *("$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"),
}
_BESIDE_REF = {
    *("$ref", "$defs", "definitions", "$id", "$schema", "$comment", "title", "description", "default", "examples"),
    *("deprecated", "readOnly", "writeOnly"),
}
_DRAFTS = ("draft-06", "draft-07", "draft/2019-09", "draft/2020-12")
_TYPES = {"array", "boolean", "integer", "null", "number", "object", "string"}


class _NoRemote(dict[str, Any]):
    """Handlers that answer to every scheme by refusing it: no reference ever opens a socket or a file."""

    def __contains__(self, scheme: object) -> bool:
        return True

    def __missing__(self, scheme: str) -> NoReturn:
        raise ValueError(f"reference to {scheme!r} is not local")


def compiled(schema: Mapping[str, Any], where: str) -> Callable[[Any], bool]:
    """Return a predicate that tells whether a value fits ``schema``.

    :param where: what the schema is, for errors: ``tool 'refund_card': input_schema``.
    :raises ToolError: naming ``where`` and the JSON path of what the check would pass over or choke on.
    """
    own = _checked(schema, where)
    if not own:
        return is_json
    import fastjsonschema  # with all it brings along, which a tool that takes anything needs none of

    try:
        validate = fastjsonschema.compile(
            own, handlers=_NoRemote(), formats=_Guards(), use_default=False, detailed_exceptions=False
        )
    except Exception as error:  # the generator raises whatever its template met
        raise ToolError(f"{where}: not a schema that can be checked: {error}") from error

    def fits(value: Any) -> bool:
        if not is_json(value):
            return False
        try:
            validate(value)
        except Exception:  # a value the check cannot get through is refused, whatever stopped it
            return False
        return True

    return fits


def is_json(value: Any) -> bool:
    """Tell whether ``value`` is JSON (text keys, finite numbers, no other types) of a size that can be checked."""
    waiting, seen = [value], 0
    while waiting:
        value = waiting.pop()
        seen += 1
        if isinstance(value, dict):
            if not all(isinstance(key, str) and len(key) <= _LONGEST_KEY for key in value):
                return False
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif not (value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))):
            return False
        if seen + len(waiting) > _MOST_VALUES:
            return False
    return True


def _checked(schema: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return a copy of ``schema`` to compile, once every part of it is known to be held to."""
    _refuse_size(schema, where)
    own: dict[str, Any] = json.loads(json.dumps(schema))
    draft = own.pop("$schema", _DRAFTS[-1])
    if not isinstance(draft, str) or not any(known in draft for known in _DRAFTS):
        raise ToolError(f"{where} $schema: {draft!r:.100} is not read; use one of: {', '.join(_DRAFTS)}")
    parts = dict(_parts(own, where, ()))
    for path, part in parts.items():
        if isinstance(part, dict):
            _refuse_ignored(part, _at(where, path))
            _refuse_reference(part, path, parts.keys(), _at(where, path))
            _refuse_misshapen(part, _at(where, path))
            _guard(part, _at(where, path))
            if "const" in part:  # the generator has no words for a const of its own
                part["allOf"] = [*part.get("allOf", []), {"enum": [part.pop("const")]}]
    own.pop("$id", None)
    return own


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


def _at(where: str, path: Path) -> str:
    return f"{where} #/{'/'.join(path)}" if path else where


def _parts(schema: Any, where: str, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield every schema inside ``schema``, itself first, with its JSON path; what is not a schema is refused."""
    if not isinstance(schema, dict | bool):
        raise ToolError(f"{_at(where, path)}: must be an object, true or false, not {schema!r:.60}")
    yield path, schema
    for key, value in schema.items() if isinstance(schema, dict) else ():
        for name, inner in _schemas_under(key, value, _at(where, (*path, key))):
            yield from _parts(inner, where, (*path, key, *name))


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


def _refuse_ignored(part: dict[str, Any], where: str) -> None:
    for key in part:
        if key in _IGNORED:
            raise ToolError(f"{where}: {key} is not checked here, so the schema would be held to only in part")


def _refuse_reference(part: dict[str, Any], path: Path, parts: Collection[Path], where: str) -> None:
    if path and isinstance(part.get("$id", part.get("id")), str):
        raise ToolError(f"{where}: an $id below the root moves where references point, and is not read")
    if "$ref" not in part:
        return
    ref = part["$ref"]
    if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
        raise ToolError(f"{where}: $ref {ref!r:.100} is not local; use '#/$defs/NAME'")
    if pointed(ref) not in parts:
        raise ToolError(f"{where}: $ref {ref!r:.100} points at no schema")
    beside = sorted(key for key in part if key not in _BESIDE_REF and not key.startswith("x-"))
    if beside:
        raise ToolError(f"{where}: {beside[0]} beside $ref is not checked; put both under allOf")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(_NUMBERS, (_is_number, "a number")),
    **dict.fromkeys(_COUNTS, (lambda value: _is_number(value) and value >= 0, "a number from 0")),
    "multipleOf": (lambda value: _is_number(value) and value > 0, "a number over 0"),
    "type": (lambda value: _TYPES.issuperset(value if isinstance(value, list) else [value]), "a JSON type, or some"),
    "required": (_is_names, "a list of names, each once"),
    "enum": (lambda value: isinstance(value, list), "a list"),
    "pattern": (lambda value: isinstance(value, str), "text"),
    "format": (lambda value: isinstance(value, str), "text"),
    "uniqueItems": (lambda value: isinstance(value, bool), "true or false"),
}


def _refuse_misshapen(part: dict[str, Any], where: str) -> None:
    for key in part.keys() & _SHAPES.keys():
        fits, what = _SHAPES[key]
        if not fits(part[key]):
            raise ToolError(f"{where}: {key} must be {what}, not {part[key]!r:.60}")


class _TooLong(Exception):
    """A text too long for the pattern it is held to; no branch of a schema takes this for a mismatch."""


_AT_MOST = "veraz-at-most-"


class _Guards(dict[str, Callable[[str], bool]]):
    """The formats that :func:`_guard` puts in, made as they are asked for."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.startswith(_AT_MOST)

    def __missing__(self, name: str) -> Callable[[str], bool]:
        self[name] = _guarding(int(name.removeprefix(_AT_MOST)))
        return self[name]


def _guarding(longest: int) -> Callable[[str], bool]:
    def guard(text: str) -> bool:
        if len(text) > longest:
            raise _TooLong
        return True

    return guard


# The library's own expressions for these take time that grows with the square of the text.
_COSTLY_FORMATS = {"email", "idn-email", "hostname", "idn-hostname", "uri-template", "json-pointer", "regex"}


_LONGEST_FORMATTED = 3_000
_PATTERNED = ("pattern", "patternProperties", "format")


def _guard(part: dict[str, Any], where: str) -> None:
    """Refuse a pattern that can be made to run forever; hold a slow one to texts it gets through."""
    if part.keys().isdisjoint(_PATTERNED):
        return
    from veraz.tools.patterns import longest_text

    bounds = [longest_text(key, f"{where}: patternProperties") for key in part.get("patternProperties", ())]
    if any(bound is not None and bound < _LONGEST_KEY for bound in bounds):
        raise ToolError(f"{where}: patternProperties holds a pattern too slow for names")
    longest = longest_text(part["pattern"], f"{where}: pattern") if "pattern" in part else None
    if part.get("format") in _COSTLY_FORMATS and longest is None:
        longest = _LONGEST_FORMATTED
    if longest is not None:
        # A plain maxLength would turn around under ``not`` or ``oneOf``; this format, our own, raises instead.
        part["allOf"] = [{"format": f"{_AT_MOST}{longest}"}, *part.get("allOf", ())]
