"""A tool's input schema from its function's signature, and the way back from JSON values to what the function takes."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any

from veraz.errors import ToolError

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What an annotation is in JSON: its schema, and how a JSON value becomes the annotated one."""

    schema: Schema
    build: Callable[[Any], Any] | None = None  # None: the JSON value is the value


class _Unknown(Exception):
    """An annotation that has no shape in JSON."""


_PLAIN: Mapping[Any, Shape] = {
    str: Shape({"type": "string"}),
    bool: Shape({"type": "boolean"}),
    int: Shape({"type": "integer"}),
    float: Shape({"type": "number"}),
    Decimal: Shape({"type": "number"}, lambda value: Decimal(str(value))),
    None: Shape({"type": "null"}),
    types.NoneType: Shape({"type": "null"}),
    date: Shape({"type": "string", "format": "date"}, lambda value: _parsed(date, value)),
    datetime: Shape({"type": "string", "format": "date-time"}, lambda value: _parsed(datetime, value)),
    time: Shape({"type": "string", "format": "time"}, lambda value: _parsed(time, value)),
    dict: Shape({"type": "object"}),
    list: Shape({"type": "array"}),
    Any: Shape({}),
}


def _parsed(kind: Any, value: Any) -> Any:
    return kind.fromisoformat(value) if isinstance(value, str) else value


def of_function(function: Callable[..., Any], tool: str) -> tuple[Schema, Callable[..., Any]]:
    """Return the input schema of ``function`` and the function that takes what the schema allows.

    :raises ToolError: naming the parameter that has no type, or one that JSON has no schema for.
    """
    try:
        signature = inspect.signature(function)
        hints = typing.get_type_hints(function, include_extras=True)
    except (TypeError, ValueError, NameError, AttributeError, SyntaxError) as error:
        raise ToolError(f"tool {tool!r}: its signature cannot be read: {error}") from error
    shapes: dict[str, Shape] = {}
    required: list[str] = []
    for name, parameter in signature.parameters.items():
        shapes[name] = _of_parameter(tool, parameter, hints.get(name, parameter.empty))
        if parameter.default is parameter.empty:
            required.append(name)
    return _object(shapes, required), _building(function, shapes)


def _of_parameter(tool: str, parameter: inspect.Parameter, annotation: Any) -> Shape:
    where = f"tool {tool!r}: parameter {parameter.name!r}"
    if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
        raise ToolError(f"{where} cannot be given by name; a tool takes named parameters only")
    if annotation is parameter.empty:
        raise ToolError(f"{where} has no type; write one, such as {parameter.name}: str")
    try:
        return _shape(annotation)
    except RecursionError:
        raise ToolError(f"{where} has a type that holds itself; pass input_schema=") from None
    except _Unknown as unknown:
        raise ToolError(f"{where} has a type that JSON has no schema for: {unknown}; pass input_schema=") from None


def _building(function: Callable[..., Any], shapes: Mapping[str, Shape]) -> Callable[..., Any]:
    builders = {name: shape.build for name, shape in shapes.items() if shape.build}
    if not builders:
        return function

    def run(*args: Any, **kwargs: Any) -> Any:
        built = {name: builders[name](value) if name in builders else value for name, value in kwargs.items()}
        return function(*args, **built)

    return run


def _shape(annotation: Any) -> Shape:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _described(_shape(arguments[0]), arguments[1:])
    if origin in (typing.Required, typing.NotRequired):
        return _shape(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return _union([_shape(argument) for argument in arguments])
    if origin is typing.Literal:
        return Shape({"enum": list(arguments)})
    if origin in (list, Sequence) and len(arguments) == 1:
        return _array(_shape(arguments[0]))
    if origin in (dict, Mapping) and arguments[0] is str:
        return _map(_shape(arguments[1]))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return Shape({"enum": [member.value for member in annotation]}, annotation)
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        return _dataclass(annotation)
    if typing.is_typeddict(annotation):
        return _typed_dict(annotation)
    try:
        return _PLAIN[annotation]
    except (KeyError, TypeError):
        raise _Unknown(getattr(annotation, "__name__", str(annotation))) from None


def _described(shape: Shape, notes: Sequence[Any]) -> Shape:
    text = next((note for note in notes if isinstance(note, str)), None)
    return Shape({**shape.schema, "description": text}, shape.build) if text else shape


def _union(shapes: list[Shape]) -> Shape:
    """Return the shape of any of ``shapes``; only ``X | None`` is built, as nothing says which other one was meant."""
    built = [shape.build for shape in shapes if shape.build]
    if not built:
        return Shape({"anyOf": [shape.schema for shape in shapes]})
    if len(shapes) > 2 or {"type": "null"} not in [shape.schema for shape in shapes]:
        raise _Unknown("a union of types that JSON cannot tell apart")
    build = built[0]
    return Shape({"anyOf": [shape.schema for shape in shapes]}, lambda value: value if value is None else build(value))


def _array(item: Shape) -> Shape:
    build = item.build
    return Shape({"type": "array", "items": item.schema}, build and (lambda values: [build(value) for value in values]))


def _map(value: Shape) -> Shape:
    build = value.build
    return Shape(
        {"type": "object", "additionalProperties": value.schema},
        build and (lambda values: {key: build(item) for key, item in values.items()}),
    )


def _object(shapes: Mapping[str, Shape], required: Sequence[str]) -> Schema:
    properties = {name: shape.schema for name, shape in shapes.items()}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _dataclass(kind: type) -> Shape:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = [field for field in dataclasses.fields(kind) if field.init]
    shapes = {field.name: _shape(hints[field.name]) for field in fields}
    missing = dataclasses.MISSING
    required = [field.name for field in fields if field.default is missing and field.default_factory is missing]

    def build(value: Any) -> Any:
        return value if isinstance(value, kind) else kind(**_built(shapes, value))

    return Shape(_object(shapes, required), build)


def _typed_dict(kind: Any) -> Shape:
    shapes = {name: _shape(hint) for name, hint in typing.get_type_hints(kind, include_extras=True).items()}
    schema = _object(shapes, [name for name in shapes if name in kind.__required_keys__])
    builds = any(shape.build for shape in shapes.values())
    return Shape(schema, (lambda value: _built(shapes, value)) if builds else None)


def _built(shapes: Mapping[str, Shape], values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: build(value) if (build := shapes[name].build) else value for name, value in values.items()}
