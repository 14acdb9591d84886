"""Pydantic's models and fields, where pydantic is in use; it is never imported: who has a model has imported it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Set
from typing import Any

from veraz.tools.faults import Fault, path_of
from veraz.tools.shape import NoShape, Schema, Shape


def is_model(annotation: Any) -> bool:
    """Tell whether a type is a model or a dataclass of pydantic's."""
    return isinstance(annotation, type) and "pydantic" in sys.modules and hasattr(annotation, "__pydantic_validator__")


def is_field(note: Any) -> bool:
    """Tell whether a default or a note beside a type is one of pydantic's, as ``Field(gt=0)`` is."""
    return type(note).__module__.partition(".")[0] == "pydantic"


def field_default(field: Any, none: Any) -> Any:
    """Return the default that a pydantic field gives, or ``none``."""
    default = getattr(field, "default", ...)
    return none if default is ... or type(default).__name__ == "PydanticUndefinedType" else default


def model_shape(annotation: Any) -> Shape:
    """Return what a type is in JSON that pydantic reads.

    :raises NoShape: where pydantic has no schema for it.
    """
    adapter, schema = _read(annotation, "validation")
    return Shape(schema, adapter.validate_python, schema.pop("$defs", {}))


def returned_schema(annotation: Any) -> Schema:
    """Return the schema of what a function returns whose annotation holds a model.

    :raises NoShape: where pydantic has none.
    """
    return _read(annotation, "serialization")[1]


def _read(annotation: Any, mode: str) -> tuple[Any, Schema]:
    try:
        adapter = sys.modules["pydantic"].TypeAdapter(annotation)
        return adapter, adapter.json_schema(mode=mode)
    except Exception as error:  # pydantic's own, of which there are several
        raise NoShape(f"a type that pydantic has no schema for: {error!s:.200}") from error


def model_faults(name: str, error: Exception, known: Set[str]) -> Iterator[Fault]:
    """Yield what pydantic says is wrong: where, and the kind of error in words; its message may hold the value.

    :param known: the names that may be told, as :func:`~veraz.tools.faults.path_of` has them.
    """
    errors = getattr(error, "errors", None)
    if callable(errors) and type(error).__module__.partition("_")[0] == "pydantic":
        for each in errors(include_url=False, include_context=False, include_input=False):
            yield Fault(path_of([name, *each["loc"]], known), f"is not taken: {each['type'].replace('_', ' ')}")
