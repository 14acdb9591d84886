"""Reads about tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Q, QuerySet

from console.organisations.models import Organisation
from console.tools.definitions import built
from console.tools.models import Registration, Tool
from veraz import tools as runtime
from veraz.phrasings.outlines import outline
from veraz.tools.paths import Path, Schema

_MOST_FIELDS = 200


@dataclass(frozen=True, slots=True)
class Filters:
    """Which tools are asked for; empty means any."""

    q: str = ""
    kind: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A tool as the pages list it; `personal` are its fields marked so, and None where its schemas cannot be read."""

    name: str
    write: bool
    description: str
    present: bool
    first_seen_at: datetime
    last_seen_at: datetime
    personal: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a tool takes or returns; in its path `*` stands for every item of a list."""

    path: str
    kind: str
    required: bool
    personal: bool
    choices: tuple[Any, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Schemas:
    """What a tool takes or returns, as fields and whole; `text` is empty where no schema is known."""

    fields: tuple[Field, ...]
    text: str


def tools_of(organisation: Organisation, filters: Filters) -> QuerySet[Tool]:
    """The organisation's tools that pass the filters, by name."""
    found = Tool.objects.filter(organisation=organisation)
    if filters.q:
        found = found.filter(Q(name__icontains=filters.q) | Q(description__icontains=filters.q))
    if filters.kind in ("read", "write"):
        found = found.filter(write=filters.kind == "write")
    if filters.state in ("present", "absent"):
        found = found.filter(present=filters.state == "present")
    return found


def tool_of(organisation: Organisation, name: str) -> Tool | None:
    """The tool of that name."""
    return Tool.objects.filter(organisation=organisation, name=name).first()


def registration_of(organisation: Organisation) -> Registration | None:
    """The last registration; None where there was none."""
    return Registration.objects.filter(organisation=organisation).first()


def toolset_of(organisation: Organisation) -> runtime.Toolset:
    """Every tool that was ever registered, absent ones too, as the runtime has them; it never raises.

    One whose stored definition is no longer taken comes with no schemas, so that its name is still known.
    """
    return runtime.Toolset(map(as_runtime, Tool.objects.filter(organisation=organisation)))


def as_runtime(tool: Tool) -> runtime.Tool:
    """One stored tool as the runtime has it."""
    return built(tool.definition) or runtime.Tool(tool.name, tool.write, tool.description)


def row(tool: Tool) -> Row:
    """A tool as the pages list it."""
    whole = built(tool.definition)
    personal = None if whole is None else _personal(whole)
    return Row(tool.name, tool.write, tool.description, tool.present, tool.first_seen_at, tool.last_seen_at, personal)


def takes(tool: runtime.Tool) -> Schemas:
    """What a tool takes."""
    return _schemas(tool.input_schema, tool.personal_paths("input"))


def returns(tool: runtime.Tool) -> Schemas:
    """What a tool returns."""
    return _schemas(tool.output_schema, tool.personal_paths("output"))


def _personal(tool: runtime.Tool) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(".".join, (*tool.personal_paths("input"), *tool.personal_paths("output")))))


def _schemas(schema: Any, personal: tuple[Path, ...]) -> Schemas:
    if not schema:
        return Schemas((), "")
    fields = tuple(islice(_fields(schema, (schema,), personal), _MOST_FIELDS))
    return Schemas(fields, json.dumps(schema, ensure_ascii=False, indent=2))


def _fields(
    root: Schema,
    schemas: tuple[Schema, ...],
    personal: tuple[Path, ...],
    path: Path = (),
    above: frozenset[int] = frozenset(),
) -> Iterator[Field]:
    """Yield the fields inside a value of `schemas`, outermost first; a schema that stands in itself is entered once."""
    whole = outline(root, *schemas)
    if not above.isdisjoint(whole.parts):
        return
    inside = above | whole.parts
    for name, parts in whole.properties.items():
        place = (*path, name)
        yield _field(outline(root, *parts), place, name in whole.required, personal)
        yield from _fields(root, parts, personal, place, inside)
    if isinstance(items := whole.keywords.get("items"), dict):
        yield from _fields(root, (items,), personal, (*path, "*"), inside)


def _field(shown: Any, path: Path, required: bool, personal: tuple[Path, ...]) -> Field:
    marked = any(path[: len(each)] == each for each in personal)
    description = str(shown.keywords.get("description", ""))
    return Field(".".join(path), shown.kind, required, marked, shown.choices, description)
