"""A tool from a function: its name, its input schema from the typed parameters, and the way back from JSON to them."""

from __future__ import annotations

import functools
import inspect
import json
import typing
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from typing import Any

from veraz.errors import ToolError
from veraz.tools.faults import Fault
from veraz.tools.models import field_default, is_field, model_faults
from veraz.tools.names import named_part
from veraz.tools.schemas import names_in
from veraz.tools.shape import NoShape, Schema, Shape, merged, object_schema, with_definitions
from veraz.tools.type_shapes import returned, shape_of

_EMPTY = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function says of itself as a tool.

    :ivar output_schema: of its return annotation, where that draws fields.
    :ivar defaults: by parameter, as JSON, what a call that leaves it out runs with.
    """

    input_schema: Schema
    output_schema: Schema | None
    defaults: Mapping[str, Any]
    shapes: Mapping[str, Shape]

    def taking_json(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return ``function`` taking JSON values by name; itself where they are what it takes anyway."""
        builders = {name: shape.build for name, shape in self.shapes.items() if shape.build}
        return _building(function, builders) if builders else function

    def faults(self, arguments: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Return what the types of the parameters do not take of arguments that fit the schema."""
        found: list[Fault] = []
        known = names_in(self.input_schema)
        for name, value in arguments.items():
            build = self.shapes[name].build if name in self.shapes else None
            if build:
                found += _build_faults(name, build, value, known)
        return tuple(found)


def of_function(function: Callable[..., Any], tool: str, *, method: bool = False) -> Signature:
    """Return what ``function`` says of itself as a tool.

    :param method: whether its first parameter is the object it belongs to.
    :raises ToolError: naming the parameter that has no type, or one that JSON has no schema for.
    """
    try:
        parameters = [*inspect.signature(function).parameters.values()][method:]
        hints = _hints(function)
    except (TypeError, ValueError, NameError, AttributeError, SyntaxError) as error:
        raise ToolError(f"tool {tool!r}: its signature cannot be read: {error}") from error
    fixed = function.keywords if isinstance(function, functools.partial) else {}
    found: dict[str, Shape] = {}
    required: list[str] = []
    defaults: dict[str, Any] = {}
    for parameter in parameters:
        if parameter.name in fixed:
            continue
        shape, default = _of_parameter(tool, parameter, hints.get(parameter.name, parameter.annotation))
        found[parameter.name] = shape
        if default is _EMPTY:
            required.append(parameter.name)
        else:
            defaults |= _as_json(parameter.name, default, shape)
    return Signature(_input_schema(tool, found, required), returned(_return_hint(function)), defaults, found)


def _input_schema(tool: str, found: Mapping[str, Shape], required: list[str]) -> Schema:
    try:
        return with_definitions(object_schema(found, required), merged(found.values()))
    except NoShape as unknown:
        raise ToolError(f"tool {tool!r} has {unknown}; pass input_schema=") from None


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters; the return type may be one that only a type checker can read."""
    target: Any = named_part(function)
    target = target.__init__ if inspect.isclass(target) else inspect.unwrap(target)
    annotations = {name: hint for name, hint in getattr(target, "__annotations__", {}).items() if name != "return"}
    parameters: Any = SimpleNamespace(__annotations__=annotations)
    return typing.get_type_hints(parameters, getattr(target, "__globals__", None), include_extras=True)


def _return_hint(function: Callable[..., Any]) -> Any:
    target = named_part(function)
    if inspect.isclass(target):
        return None
    try:
        return typing.get_type_hints(target, include_extras=True).get("return")
    except (NameError, TypeError, AttributeError, SyntaxError):
        return None


def _of_parameter(tool: str, parameter: inspect.Parameter, annotation: Any) -> tuple[Shape, Any]:
    where = f"tool {tool!r}: parameter {parameter.name!r}"
    default = parameter.default
    if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
        raise ToolError(f"{where} cannot be given by name; a tool takes named parameters only")
    if annotation is _EMPTY:
        raise ToolError(f"{where} has no type; write one, such as {parameter.name}: str")
    if is_field(default):  # amount: float = Field(gt=0)
        annotation, default = typing.Annotated[annotation, default], field_default(default, _EMPTY)
    try:
        return shape_of(annotation), default
    except RecursionError:
        raise ToolError(f"{where} has a type that holds itself; pass input_schema=") from None
    except NameError as error:
        raise ToolError(f"{where} has a type with a field that cannot be read: {error}; pass input_schema=") from None
    except NoShape as unknown:
        raise ToolError(f"{where} has a type that JSON has no schema for: {unknown}; pass input_schema=") from None


def _as_json(name: str, default: Any, shape: Shape) -> dict[str, Any]:
    """Return ``default`` as JSON by its name; nothing where a call cannot be sent the same value."""
    try:
        value = json.loads(json.dumps(default, default=_plain, allow_nan=False))
        same = (shape.build(value) if shape.build else value) == default
    except Exception:  # it is the types' own code that builds and compares
        return {}
    return {name: value} if same is True else {}


def _plain(value: Any) -> Any:
    """Return a value of a type that JSON does not have as its shape has it."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, date | time):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else str(value)


def _building(function: Callable[..., Any], builders: Mapping[str, Callable[[Any], Any]]) -> Callable[..., Any]:
    def built(values: Mapping[str, Any]) -> dict[str, Any]:
        return {name: builders[name](value) if name in builders else value for name, value in values.items()}

    return _WRAPPERS.get(_kind(function), _plainly)(function, built)


_Built = Callable[[Mapping[str, Any]], dict[str, Any]]


def _plainly(function: Callable[..., Any], built: _Built) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **built(kwargs))

    return run


def _coroutine(function: Callable[..., Any], built: _Built) -> Callable[..., Any]:
    @functools.wraps(function)
    async def run(*args: Any, **kwargs: Any) -> Any:
        return await function(*args, **built(kwargs))

    return run


def _generator(function: Callable[..., Any], built: _Built) -> Callable[..., Any]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        return (yield from function(*args, **built(kwargs)))

    return run


def _async_generator(function: Callable[..., Any], built: _Built) -> Callable[..., Any]:
    @functools.wraps(function)
    async def run(*args: Any, **kwargs: Any) -> Any:
        async for item in function(*args, **built(kwargs)):
            yield item

    return run


_WRAPPERS: Mapping[str, Callable[[Callable[..., Any], _Built], Callable[..., Any]]] = {
    "coroutine": _coroutine,
    "generator": _generator,
    "async generator": _async_generator,
}
"""A wrapper is of the same kind as what it wraps, which is how whoever runs a tool knows what it hands back."""


def _kind(function: Any) -> str:
    tests = (("coroutine", inspect.iscoroutinefunction), ("async generator", inspect.isasyncgenfunction))
    return next((kind for kind, test in (*tests, ("generator", inspect.isgeneratorfunction)) if test(function)), "")


def _build_faults(name: str, build: Callable[[Any], Any], value: Any, known: Set[str]) -> list[Fault]:
    try:
        build(value)
    except Exception as error:  # whatever a type raises for a value it does not take
        return [*model_faults(name, error, known)] or [Fault(name, "takes another value than this")]
    return []
