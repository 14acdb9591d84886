"""Paths into the values a schema describes: what stands there, what surely does not, and what is personal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from veraz.errors import ToolError

Schema = Mapping[str, Any] | bool
"""A JSON schema; ``True`` takes anything, ``False`` takes nothing."""

Path = tuple[str, ...]
"""Names and indexes from the outside in; in what a schema says of every item of a list, ``*`` is the index."""

_BRANCHES = ("anyOf", "oneOf")
_BESIDE = ("then", "else")  # hold for the same value, where something else does
_BESIDE_BY_NAME = ("dependentSchemas", "dependencies")
_OF_OTHERS = ("additionalProperties", "unevaluatedProperties", "additionalItems", "unevaluatedItems", "contains")
_DEEPEST = 32  # references that lead back to themselves end here
_MOST_PLACES = 10_000
_DEEPEST_PLACE = 100
_SHAPED = (
    *("type", "properties", "additionalProperties", "unevaluatedProperties", "patternProperties"),
    *("items", "prefixItems", *_BRANCHES),
)


def target(root: Any, ref: str) -> Any:
    """Return what a local reference (``#``, ``#/$defs/order``) points at in ``root``, or ``None``."""
    found = root
    for name in pointed(ref):
        if isinstance(found, list):
            found = found[int(name)] if name.isdecimal() and int(name) < len(found) else None
        else:
            found = found.get(name) if isinstance(found, Mapping) else None
    return found


def pointed(ref: str) -> Path:
    """Return the names of a local reference: ``("$defs", "order")`` for ``#/$defs/order``."""
    from urllib.parse import unquote

    names = unquote(ref.removeprefix("#")).split("/")[1:]
    return tuple(name.replace("~1", "/").replace("~0", "~") for name in names)


def chain(root: Schema, schema: Schema) -> list[Schema]:
    """Return ``schema`` and what its references lead to, which all hold; a circle of references takes anything."""
    found = [schema]
    for _ in range(_DEEPEST):
        if isinstance(schema, bool) or "$ref" not in schema:
            return found
        schema = _referred(root, schema["$ref"])
        found.append(schema)
    return [True]


def _referred(root: Schema, ref: str) -> Schema:
    found = target(root, ref) if ref == "#" or ref.startswith("#/") else None
    return found if isinstance(found, Mapping | bool) else True  # what is not here may be anything


def resolved(root: Schema, schema: Schema) -> Schema:
    """Return what the references of ``schema`` lead to, itself where it has none."""
    return chain(root, schema)[-1]


def at(root: Schema, path: Iterable[str]) -> Schema:
    """Return the schema of what stands at ``path``.

    ``True`` where anything may stand there, ``False`` only where the schema surely has no such place: a name that its
    properties do not list, unless it says that others may stand beside them.
    """
    schema = root
    for name in path:
        schema = step(root, schema, name)
    return schema


def step(root: Schema, schema: Schema, name: str, depth: int = 0) -> Schema:
    """Return the schema of the value ``name`` (a property, or an item's index) inside a value of ``schema``."""
    if depth > _DEEPEST:
        return True
    places: list[Schema] = []
    for part in chain(root, schema):
        if isinstance(part, bool):
            places.append(part)
        else:
            places += _places(root, part, name, depth)
    known = [place for place in places if place is not False]
    return next((place for place in known if place is not True), True) if known or not places else False


def _places(root: Schema, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[Schema]:
    """Yield what a schema, its references aside, says of the value ``name`` inside."""
    if any(key in schema for key in _SHAPED):
        yield _own_step(schema, name)
    for part in (*schema.get("allOf", ()), *_beside(schema)):
        yield step(root, part, name, depth + 1)
    for branches in (schema[key] for key in _BRANCHES if key in schema):
        found = [place for part in branches if (place := step(root, part, name, depth + 1)) is not False]
        yield {"anyOf": found} if len(found) > 1 else found[0] if found else False


def _beside(schema: Mapping[str, Any]) -> Iterator[Schema]:
    """Yield the schemas that hold for the same value on a condition."""
    yield from (schema[key] for key in _BESIDE if key in schema)
    for key in _BESIDE_BY_NAME:
        yield from (part for part in schema.get(key, {}).values() if not isinstance(part, list))


def _own_step(schema: Mapping[str, Any], name: str) -> Schema:
    """Return what a schema's own keywords say of ``name``, its branches aside."""
    kinds = schema.get("type", ())
    kinds = {kinds} if isinstance(kinds, str) else set(kinds)
    if name.isdecimal() and ("array" in kinds or "items" in schema or "prefixItems" in schema):
        return _item(schema, int(name))
    properties: Mapping[str, Schema] = schema.get("properties", {})
    if name in properties:
        return properties[name]
    if kinds and "object" not in kinds:
        return False
    if not kinds and any(key in schema for key in _BRANCHES) and not properties:
        return False  # its branches say
    if "patternProperties" in schema:
        return True
    others: Schema = schema.get("additionalProperties", schema.get("unevaluatedProperties", not properties))
    return others


def _item(schema: Mapping[str, Any], index: int) -> Schema:
    items = schema.get("items", True)
    first, rest = (items, True) if isinstance(items, list) else (schema.get("prefixItems", ()), items)
    item: Schema = first[index] if index < len(first) else rest
    return item


def may_be(root: Schema, schema: Schema, kind: str, depth: int = 0) -> bool:
    """Tell whether a value of ``schema`` may be of JSON type ``kind``."""
    return depth > _DEEPEST or all(_may_be(root, part, kind, depth) for part in chain(root, schema))


def _may_be(root: Schema, schema: Schema, kind: str, depth: int) -> bool:
    if isinstance(schema, bool):
        return schema
    kinds = schema.get("type", kind)
    return (
        kind in ([kinds] if isinstance(kinds, str) else kinds)
        and all(may_be(root, part, kind, depth + 1) for part in schema.get("allOf", ()))
        and all(any(may_be(root, part, kind, depth + 1) for part in schema[key]) for key in _BRANCHES if key in schema)
    )


def personal(root: Schema) -> Iterator[Path]:
    """Yield the path of each value that ``x-personal: true`` marks; what stands below a marked one goes with it.

    A schema that holds itself is entered once.

    :raises ToolError: where references make a small schema describe more than can be walked.
    """
    waiting: list[tuple[Schema, Path, tuple[tuple[int, Path], ...]]] = [(root, (), ())]
    visited = 0
    while waiting:
        given, path, above = waiting.pop()
        schemas = [part for part in chain(root, given) if not isinstance(part, bool)]
        if not schemas:
            continue
        visited += 1
        end = id(schemas[-1])
        if visited > _MOST_PLACES or len(above) > _DEEPEST_PLACE or (end, path) in above:
            raise ToolError("its references describe a value without end, or too large to be walked")
        if any(end == entered for entered, _ in above):
            continue
        if any(schema.get("x-personal") is True for schema in schemas):
            yield path
            continue
        inside = (*above, (end, path))
        inner = [(part, path + place, inside) for schema in schemas for place, part in _inner(schema)]
        waiting += reversed(inner)


def _inner(schema: Mapping[str, Any]) -> Iterator[tuple[Path, Schema]]:
    for name, part in schema.get("properties", {}).items():
        yield (name,), part
    for part in schema.get("patternProperties", {}).values():
        yield ("*",), part
    items = schema.get("items", True)
    for part in (*schema.get("prefixItems", ()), *(items if isinstance(items, list) else [items])):
        yield ("*",), part
    for key in _OF_OTHERS:
        if key in schema:
            yield ("*",), schema[key]
    for key in ("allOf", *_BRANCHES):
        for part in schema.get(key, ()):
            yield (), part
    for part in _beside(schema):
        yield (), part
