"""What a type is in JSON, and how the shapes of parts make that of a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a type is in JSON.

    :ivar build: makes the typed value of a JSON value that fits; ``None`` where they are the same.
    :ivar definitions: the schemas that ``schema`` refers to as ``#/$defs/NAME``.
    """

    schema: Schema
    build: Callable[[Any], Any] | None = None
    definitions: Mapping[str, Schema] = field(default_factory=dict)


class NoShape(Exception):
    """A type that has no shape in JSON; the message names it."""


def object_schema(shapes: Mapping[str, Shape], required: Sequence[str]) -> Schema:
    """Return the schema of an object with these fields and no others."""
    properties = {name: shape.schema for name, shape in shapes.items()}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def built(shapes: Mapping[str, Shape], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``values`` as the types have them."""
    return {name: build(value) if (build := shapes[name].build) else value for name, value in values.items()}


def merged(shapes: Iterable[Shape]) -> dict[str, Schema]:
    """Return the definitions of all ``shapes``.

    :raises NoShape: for two types of one name.
    """
    found: dict[str, Schema] = {}
    for shape in shapes:
        for name, schema in shape.definitions.items():
            if found.setdefault(name, schema) != schema:
                raise NoShape(f"one of two types named {name}")
    return found


def with_definitions(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return ``schema`` with what it refers to."""
    return {**schema, "$defs": dict(definitions)} if definitions else schema
