"""What a Python type is in JSON: its schema, and the way back from a JSON value to the typed one."""

from __future__ import annotations

import base64
import binascii
import collections.abc as abc
import dataclasses
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path, PurePath
from typing import Any
from uuid import UUID

from veraz.tools.models import is_field, is_model, model_shape, returned_schema
from veraz.tools.shape import NoShape, Schema, Shape, built, merged, object_schema, with_definitions


def _parsed(kind: Any) -> Callable[[Any], Any]:
    return lambda value: kind(value) if isinstance(value, str) else value


def _bytes(value: Any) -> Any:
    try:
        return base64.b64decode(value, validate=True) if isinstance(value, str) else value
    except binascii.Error as error:
        raise ValueError("not base64") from error


def _seconds(value: Any) -> Any:
    return value if isinstance(value, timedelta) else timedelta(seconds=value)


_MOST_SECONDS = 86_399_999_913_600  # of what ``timedelta`` holds

_PLAIN: Mapping[Any, Shape] = {
    str: Shape({"type": "string"}),
    bool: Shape({"type": "boolean"}),
    int: Shape({"type": "integer"}),
    float: Shape({"type": "number"}),
    Decimal: Shape({"type": "number"}, lambda value: Decimal(str(value))),
    None: Shape({"type": "null"}),
    types.NoneType: Shape({"type": "null"}),
    date: Shape({"type": "string", "format": "date"}, _parsed(date.fromisoformat)),
    datetime: Shape({"type": "string", "format": "date-time"}, _parsed(datetime.fromisoformat)),
    time: Shape({"type": "string", "format": "time"}, _parsed(time.fromisoformat)),
    timedelta: Shape(
        {"type": "number", "description": "seconds", "minimum": -_MOST_SECONDS, "maximum": _MOST_SECONDS}, _seconds
    ),
    UUID: Shape({"type": "string", "format": "uuid"}, _parsed(UUID)),
    Path: Shape({"type": "string"}, _parsed(Path)),
    PurePath: Shape({"type": "string"}, _parsed(PurePath)),
    bytes: Shape({"type": "string", "contentEncoding": "base64", "pattern": "^[A-Za-z0-9+/]*={0,2}$"}, _bytes),
    dict: Shape({"type": "object"}),
    list: Shape({"type": "array"}),
    tuple: Shape({"type": "array"}, tuple),
    set: Shape({"type": "array", "uniqueItems": True}, set),
    frozenset: Shape({"type": "array", "uniqueItems": True}, frozenset),
    object: Shape({}),
    Any: Shape({}),
}

_LISTS: Mapping[Any, Callable[[Any], Any] | None] = {
    **dict.fromkeys((list, abc.Sequence, abc.Iterable, abc.Collection, abc.MutableSequence)),
    **dict.fromkeys((set, abc.Set, abc.MutableSet), set),
    frozenset: frozenset,
}

_MAPPINGS = (dict, abc.Mapping, abc.MutableMapping)


def shape_of(annotation: Any) -> Shape:
    """Return what ``annotation`` is in JSON.

    :raises NoShape: for a type that JSON has no schema for.
    :raises RecursionError: for one that holds itself.
    """
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _noted(annotation, arguments)
    if origin in (typing.Required, typing.NotRequired):
        return shape_of(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return _union([shape_of(argument) for argument in arguments])
    if origin is typing.Literal:
        return Shape({"enum": list(arguments)})
    if origin is tuple:
        return _tuple(arguments)
    if origin in _LISTS and len(arguments) == 1:
        return _list(shape_of(arguments[0]), _LISTS[origin])
    if origin in _MAPPINGS and arguments[0] is str:
        return _map(shape_of(arguments[1]))
    if isinstance(annotation, typing.NewType):
        return shape_of(annotation.__supertype__)
    if type(annotation).__name__ == "TypeAliasType":  # of Python 3.12
        return shape_of(annotation.__value__)
    return _named(annotation)


def _named(annotation: Any) -> Shape:
    """Return the shape of a type with no arguments."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return Shape({"enum": [member.value for member in annotation]}, annotation)
    if is_model(annotation):
        return model_shape(annotation)
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        return _dataclass(annotation)
    if isinstance(annotation, type) and issubclass(annotation, tuple) and hasattr(annotation, "_fields"):
        return _named_tuple(annotation)
    if typing.is_typeddict(annotation):
        return _typed_dict(annotation)
    try:
        return _PLAIN[annotation]
    except (KeyError, TypeError):
        raise NoShape(getattr(annotation, "__name__", str(annotation))) from None


# What may stand beside a type in Annotated, by the names that annotated-types and pydantic give it: ``Gt(0)`` and
# ``Field(gt=0)`` both have ``gt``. Each bound is of numbers or of lengths, whose keyword the type decides.
_BOUNDS: Mapping[str, str] = {
    "gt": "exclusiveMinimum",
    "ge": "minimum",
    "lt": "exclusiveMaximum",
    "le": "maximum",
    "multiple_of": "multipleOf",
}
_LENGTHS: Mapping[str, Mapping[str, str]] = {
    "string": {"min_length": "minLength", "max_length": "maxLength"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
    "object": {"min_length": "minProperties", "max_length": "maxProperties"},
}


def _noted(annotation: Any, arguments: Sequence[Any]) -> Shape:
    """Return the shape of ``Annotated[type, notes]``; what pydantic is needed for goes to pydantic."""
    kind, *notes = arguments
    if any(map(is_field, notes)):
        return model_shape(annotation)
    shape = shape_of(kind)
    schema = dict(shape.schema)
    for note in notes:
        schema |= _keywords(note, schema.get("type", ""))
    return replace(shape, schema=schema)


def _keywords(note: Any, kind: str) -> Schema:
    """Return the keywords that a note beside a type stands for; a note of others, which holds nothing, has none."""
    text = note if isinstance(note, str) else getattr(note, "documentation", None)
    if isinstance(text, str):
        return {"description": text}
    names = {**_BOUNDS, **_LENGTHS.get(kind, {})}
    found = {keyword: getattr(note, name) for name, keyword in names.items() if getattr(note, name, None) is not None}
    if not found and type(note).__module__ == "annotated_types":
        raise NoShape(f"a type held to {note!r:.60}")
    return {keyword: _plain_number(value) for keyword, value in found.items()}


def _plain_number(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if not isinstance(value, int | float):
        raise NoShape(f"a bound that is no number: {value!r:.60}")
    return value


def _union(shapes: list[Shape]) -> Shape:
    """Return the shape of any of ``shapes``; what JSON cannot tell apart is refused where it must be built."""
    schema = {"anyOf": [shape.schema for shape in shapes]}
    definitions = merged(shapes)
    if not any(shape.build for shape in shapes):
        return Shape(schema, definitions=definitions)
    kinds = [kind for shape in shapes for kind in _json_types(shape)]
    if len(set(kinds)) < len(kinds):
        raise NoShape("a union of types that JSON cannot tell apart")
    builds = {kind: shape.build for shape in shapes for kind in _json_types(shape)}

    def build(value: Any) -> Any:
        build = builds.get(_json_type(value))
        return build(value) if build else value

    return Shape(schema, build, definitions)


_JSON_TYPES: Mapping[type, str] = {
    bool: "boolean",
    **dict.fromkeys((int, float), "number"),
    str: "string",
    list: "array",
    dict: "object",
    types.NoneType: "null",
}


def _json_type(value: Any) -> str:
    return _JSON_TYPES.get(type(value), "")


def _json_types(shape: Shape) -> Iterator[str]:
    """Yield the types of JSON value that a shape takes; "integer" is "number" to whoever tells them apart."""
    schema = shape.schema
    if "$ref" in schema:
        schema = shape.definitions[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        for branch in schema["anyOf"]:
            yield from _json_types(replace(shape, schema=branch))
    elif "enum" in schema:
        yield from {_json_type(value) for value in schema["enum"]}
    elif "type" in schema:
        yield "number" if schema["type"] == "integer" else schema["type"]
    else:
        raise NoShape("a union of types that JSON cannot tell apart")


def _list(item: Shape, made: Callable[[Any], Any] | None) -> Shape:
    unique = {"uniqueItems": True} if made else {}
    schema = {"type": "array", "items": item.schema, **unique}
    each = item.build
    if each is None:
        return Shape(schema, made, item.definitions)
    return Shape(schema, lambda values: (made or list)(each(value) for value in values), item.definitions)


def _tuple(arguments: Sequence[Any]) -> Shape:
    if len(arguments) == 2 and arguments[1] is ...:
        rest = _list(shape_of(arguments[0]), None)
        return replace(rest, build=lambda values: tuple(rest.build(values) if rest.build else values))
    return _fixed([shape_of(argument) for argument in arguments], len(arguments), tuple)


def _fixed(shapes: Sequence[Shape], least: int, made: Callable[[Any], Any]) -> Shape:
    """Return the shape of a list with a schema for each place."""
    schema: Schema = {"type": "array", "minItems": least, "maxItems": len(shapes)}
    if shapes:
        schema["prefixItems"] = [shape.schema for shape in shapes]

    def build(values: Any) -> Any:
        return made(shape.build(each) if shape.build else each for shape, each in zip(shapes, values, strict=False))

    return Shape(schema, build, merged(shapes))


def _named_tuple(kind: Any) -> Shape:
    hints = typing.get_type_hints(kind, include_extras=True)
    shapes = [shape_of(hints[name]) for name in kind._fields]
    shape = _fixed(shapes, len(shapes) - len(kind._field_defaults), lambda values: kind(*values))
    return replace(shape, schema={**shape.schema, "description": ", ".join(kind._fields)})


def _map(value: Shape) -> Shape:
    each = value.build
    return Shape(
        {"type": "object", "additionalProperties": value.schema},
        each and (lambda values: {key: each(item) for key, item in values.items()}),
        value.definitions,
    )


def _dataclass(kind: type) -> Shape:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = [each for each in dataclasses.fields(kind) if each.init]
    shapes = {each.name: shape_of(hints[each.name]) for each in fields}
    missing = dataclasses.MISSING
    required = [each.name for each in fields if each.default is missing and each.default_factory is missing]

    def build(value: Any) -> Any:
        return value if isinstance(value, kind) else kind(**built(shapes, value))

    return Shape(object_schema(shapes, required), build, merged(shapes.values()))


def _typed_dict(kind: Any) -> Shape:
    shapes = {name: shape_of(hint) for name, hint in typing.get_type_hints(kind, include_extras=True).items()}
    schema = object_schema(shapes, [name for name in shapes if name in kind.__required_keys__])
    builds = any(shape.build for shape in shapes.values())
    return Shape(schema, (lambda value: built(shapes, value)) if builds else None, merged(shapes.values()))


def returned(annotation: Any) -> Schema | None:
    """Return the schema of what a function annotated so returns; ``None`` where the type draws no fields.

    A ``TypedDict``, a dataclass and a pydantic model do, also in a list or beside ``None``.
    """
    kinds = [*_leaves(annotation)]
    try:
        if any(map(is_model, kinds)):
            return returned_schema(annotation)
        if not any(dataclasses.is_dataclass(kind) or typing.is_typeddict(kind) for kind in kinds):
            return None
        shape = shape_of(annotation)
    except (NoShape, RecursionError, NameError):
        return None  # what a tool returns need not be known
    return with_definitions(shape.schema, shape.definitions)


def _leaves(annotation: Any) -> Iterator[Any]:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        yield from _leaves(arguments[0])
    elif origin in (list, abc.Sequence, typing.Union, types.UnionType):
        for argument in arguments:
            yield from _leaves(argument)
    else:
        yield annotation
