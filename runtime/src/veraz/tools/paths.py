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
_DEEPEST = 32  # references that lead back to themselves end here
_MOST_PLACES = 10_000
_DEEPEST_PLACE = 100
_SHAPED = ("type", "properties", "additionalProperties", "patternProperties", "items", *_BRANCHES)


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


def resolved(root: Schema, schema: Schema) -> Schema:
    """Return ``schema`` with its reference followed; a circle of references takes anything."""
    for _ in range(_DEEPEST):
        if isinstance(schema, bool) or "$ref" not in schema:
            return schema
        schema = target(root, schema["$ref"])
    return True


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
    schema = resolved(root, schema)
    if isinstance(schema, bool) or depth > _DEEPEST:
        return schema if isinstance(schema, bool) else True
    places = [_own_step(schema, name)] if any(key in schema for key in _SHAPED) else []
    places += [step(root, part, name, depth + 1) for part in schema.get("allOf", ())]
    for branches in (schema[key] for key in _BRANCHES if key in schema):
        found = [place for part in branches if (place := step(root, part, name, depth + 1)) is not False]
        places.append({"anyOf": found} if len(found) > 1 else found[0] if found else False)
    known = [place for place in places if place is not False]
    return next((place for place in known if place is not True), True) if known or not places else False


def _own_step(schema: Mapping[str, Any], name: str) -> Schema:
    """Return what a schema's own keywords say of ``name``, its branches aside."""
    kinds = schema.get("type", ())
    kinds = {kinds} if isinstance(kinds, str) else set(kinds)
    if name.isdecimal() and ("array" in kinds or "items" in schema):
        return _item(schema.get("items", True), int(name))
    properties: Mapping[str, Schema] = schema.get("properties", {})
    if name in properties:
        return properties[name]
    if kinds and "object" not in kinds:
        return False
    if not kinds and any(key in schema for key in _BRANCHES) and not properties:
        return False  # its branches say
    if "patternProperties" in schema:
        return True
    others: Schema = schema.get("additionalProperties", not properties)
    return others


def _item(items: Any, index: int) -> Schema:
    item: Schema = (items[index] if index < len(items) else True) if isinstance(items, list) else items
    return item


def may_be(root: Schema, schema: Schema, kind: str, depth: int = 0) -> bool:
    """Tell whether a value of ``schema`` may be of JSON type ``kind``."""
    schema = resolved(root, schema)
    if isinstance(schema, bool) or depth > _DEEPEST:
        return schema is not False
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
        schema = resolved(root, given)
        if isinstance(schema, bool):
            continue
        visited += 1
        if visited > _MOST_PLACES or len(above) > _DEEPEST_PLACE or (id(schema), path) in above:
            raise ToolError("its references describe a value without end, or too large to be walked")
        if any(id(schema) == entered for entered, _ in above):
            continue
        if True in (schema.get("x-personal"), isinstance(given, Mapping) and given.get("x-personal")):
            yield path
            continue
        inside = (*above, (id(schema), path))
        waiting += reversed([(part, path + place, inside) for place, part in _inner(schema)])


def _inner(schema: Mapping[str, Any]) -> Iterator[tuple[Path, Schema]]:
    for name, part in schema.get("properties", {}).items():
        yield (name,), part
    items = schema.get("items", True)
    for part in items if isinstance(items, list) else [items]:
        yield ("*",), part
    if "additionalProperties" in schema:
        yield ("*",), schema["additionalProperties"]
    for key in ("allOf", *_BRANCHES):
        for part in schema.get(key, ()):
            yield (), part
