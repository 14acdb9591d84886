"""What a JSON schema says of one value, in short: references followed, parts put together, the first choice taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from veraz.tools.paths import Schema, chain, resolved

_MOST = 64  # parts of a schema, branches of a choice, values of an enum
_MOST_NAMES = 100
_DEEPEST = 32
_TELLING = {"properties": "object", "items": "array", "format": "string"}
_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}


@dataclass(frozen=True, slots=True)
class Outline:
    """A value as its schema draws it, good enough to draft from, not to check with.

    :ivar kind: its JSON type, the first of several; empty where the schema does not say, or allows ``null`` alone.
    :ivar nullable: whether it may be ``null``.
    :ivar properties: what stands under each name, in the schema's order; all schemas of a name hold at once.
    :ivar required: the names that every such object has.
    :ivar choices: the values it is one of, ``null`` aside; empty where any will do.
    :ivar keywords: every other keyword; the first schema to say one wins.
    :ivar parts: the schemas it was read from, by identity; one that stands in itself holds itself.
    """

    kind: str
    nullable: bool
    properties: Mapping[str, tuple[Schema, ...]]
    required: frozenset[str]
    choices: tuple[Any, ...]
    keywords: Mapping[str, Any]
    parts: frozenset[int]

    def surely_has(self, name: str) -> bool:
        """Tell whether every such object has ``name``; a schema that requires nothing is taken to leave nothing out."""
        return not self.required or name in self.required


def outline(root: Schema, *schemas: Schema) -> Outline:
    """Return the outline of a value that fits all of ``schemas``, parts of ``root``; it never raises and is bounded."""
    parts = list(islice((part for schema in schemas for part in _parts(root, schema)), _MOST))
    keywords: dict[str, Any] = {}
    properties: dict[str, tuple[Schema, ...]] = {}
    for part in parts:
        keywords = {**part, **keywords}
        for name, inner in islice(part.get("properties", {}).items(), _MOST_NAMES):
            properties[name] = (*properties.get(name, ()), inner)
    values = keywords["enum"] if "enum" in keywords else [keywords["const"]] if "const" in keywords else []
    choices = tuple(value for value in values[:_MOST] if value is not None)
    return Outline(
        kind=_kind(keywords, choices),
        nullable="null" in _types(keywords) or None in values or _has_null(root, parts),
        properties=properties,
        required=frozenset(name for part in parts for name in part.get("required", ())),
        choices=choices,
        keywords=keywords,
        parts=frozenset(map(id, parts)),
    )


def _parts(root: Schema, schema: Schema, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    for each in chain(root, schema) if depth <= _DEEPEST else ():
        if isinstance(each, bool):
            return
        yield each
        for part in each.get("allOf", ())[:_MOST]:
            yield from _parts(root, part, depth + 1)
        for branches in _choices(each):
            choice = next((part for part in branches if part is not False and not _is_null(root, part)), True)
            yield from _parts(root, choice, depth + 1)


def _choices(schema: Mapping[str, Any]) -> list[Sequence[Schema]]:
    return [schema[key][:_MOST] for key in ("anyOf", "oneOf") if key in schema]


def _has_null(root: Schema, parts: Sequence[Mapping[str, Any]]) -> bool:
    return any(_is_null(root, branch) for part in parts for branches in _choices(part) for branch in branches)


def _is_null(root: Schema, schema: Schema) -> bool:
    schema = resolved(root, schema)
    return isinstance(schema, Mapping) and (list(_types(schema)) == ["null"] or schema.get("const", False) is None)


def _types(keywords: Mapping[str, Any]) -> Sequence[str]:
    types = keywords.get("type", ())
    return [types] if isinstance(types, str) else types


def _kind(keywords: Mapping[str, Any], choices: Sequence[Any]) -> str:
    if choices:
        return _NAMES.get(type(choices[0]), "")
    types = _types(keywords)
    if types:
        return next((kind for kind in types if kind != "null"), "")
    return next((kind for key, kind in _TELLING.items() if key in keywords), "")
