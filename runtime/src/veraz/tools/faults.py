"""What is wrong with the arguments of a call: which, and what it takes. Never the value, which is the person's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

MOST = 8
"""Faults told of one call."""

_MOST_CHOICES = 20
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that a call's arguments have wrong.

    :ivar where: the path of the argument: ``amount``, ``to.street``, ``items.0``; empty for the arguments as a whole.
    :ivar message: what it takes: ``takes a number``, ``is missing``.
    """

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


def path_of(names: Iterable[str | int], known: Set[str]) -> str:
    """Return a path as a person reads it, with ``*`` for a name that is not ``known``: a model made it up."""
    return ".".join(str(name) if isinstance(name, int) or name in known else "*" for name in names)


_ARTICLES: Mapping[str, str] = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
_FORMATS: Mapping[str, str] = {
    "date": "a date, such as 2027-03-05",
    "time": "a time with its offset, such as 10:00:00-03:00",
    "date-time": "a date and time with its offset, such as 2027-03-05T10:00:00-03:00",
    "duration": "a duration, such as PT1H30M",
    "email": "an e-mail address",
    "uri": "an address, such as https://example.com/page",
    "uuid": "a UUID",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
}


def _choices(values: Iterable[Any]) -> str:
    return f"one of: {', '.join(json.dumps(value, ensure_ascii=False) for value in [*values][:_MOST_CHOICES])}"


def _types(names: Iterable[str]) -> str:
    return _or(_ARTICLES.get(name, name) for name in sorted(names, key=[*_ARTICLES].index))


def _or(words: Iterable[str]) -> str:
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} or {last}" if first else last


_TAKES: Mapping[str, Callable[[Any], str]] = {
    "type": lambda kind: _types(kind.types),
    "enum": lambda kind: _choices(kind.options),
    "const": lambda kind: f"{json.dumps(kind.expected_value, ensure_ascii=False)} alone",
    "minimum": lambda kind: f"{kind.limit} or more",
    "maximum": lambda kind: f"{kind.limit} or less",
    "exclusiveMinimum": lambda kind: f"more than {kind.limit}",
    "exclusiveMaximum": lambda kind: f"less than {kind.limit}",
    "multipleOf": lambda kind: f"a multiple of {kind.multiple_of}",
    "minLength": lambda kind: f"text of {kind.limit} or more characters",
    "maxLength": lambda kind: f"text of at most {kind.limit} characters",
    "minItems": lambda kind: f"a list of {kind.limit} or more",
    "maxItems": lambda kind: f"a list of at most {kind.limit}",
    "minProperties": lambda kind: f"an object of {kind.limit} or more fields",
    "maxProperties": lambda kind: f"an object of at most {kind.limit} fields",
    "uniqueItems": lambda _: "a list whose items differ",
    "pattern": lambda kind: f"text that matches {kind.pattern}",
    "format": lambda kind: _FORMATS.get(kind.format, f"text in the form {kind.format}"),
    "contains": lambda _: "a list with an item that this one lacks",
}
"""What an argument takes, by the keyword of JSON Schema that it does not fit."""


def of_error(error: Any, known: Set[str]) -> list[Fault]:
    """Return what an error of the validator tells, in our own words and without the value.

    :param known: the names of arguments that the schema has itself; no others are told.
    """
    where, kind = list(error.instance_path), error.kind
    path = path_of(where, known)
    match kind.name:
        case "required":
            return [Fault(path_of([*where, kind.property], known | {kind.property}), "is missing")]
        case "additionalProperties" | "unevaluatedProperties":
            return [Fault(path_of([*where, name], known), "is not taken") for name in kind.unexpected]
        case "falseSchema":
            return [Fault(path, "is not taken")]
        case "anyOf" | "oneOf":
            return _of_branches(where, kind, known)
    takes = _TAKES.get(kind.name)
    return [Fault(path, f"takes {takes(kind)[:_LONGEST]}" if takes else "does not fit its schema")]


_KINDS = ("type", "const", "enum")  # a value that misses one of these is of another kind than the branch is for


def _of_branches(where: list[Any], kind: Any, known: Set[str]) -> list[Fault]:
    """Tell the faults of the branch that comes nearest; of none that a value of its kind may have, what they take."""
    branches = kind.context
    if not all(branches):  # one that has no fault fits, and so does another
        return [Fault(path_of(where, known), "fits several of its forms; it takes one")]
    missed = [error for branch in branches for error in branch if _is_other_kind(error, where)]
    near = [branch for branch in branches if not any(_is_other_kind(error, where) for error in branch)]
    if near:
        nearest = min(near, key=lambda branch: (sum(error.kind.name == "const" for error in branch), len(branch)))
        return [fault for error in nearest for fault in of_error(error, known)]
    takes = _or(_TAKES[error.kind.name](error.kind) for error in missed)
    return [Fault(path_of(where, known), f"takes {takes}"[:_LONGEST])]


def _is_other_kind(error: Any, where: list[Any]) -> bool:
    return error.kind.name in _KINDS and list(error.instance_path) == where
