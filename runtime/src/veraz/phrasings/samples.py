"""Values to try a phrasing with, made from a tool's schemas: plausible, always the same, and nobody's."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from veraz.languages import ENGLISH, Grammar
from veraz.outcomes import Call, Outcome
from veraz.phrasings.linting import WITHOUT_RESULT
from veraz.phrasings.outlines import Outline, outline
from veraz.phrasings.printables import folded_words, kind_of
from veraz.tools import ARGUMENT_SCHEMA, Tool
from veraz.tools.paths import Schema

_MOST_VALUES = 2_000
_DEEPEST = 8
_ITEMS = 3
_MOST_ITEMS = 20
_LONGEST = 200


def sample_call(tool: Tool, outcome: Outcome, grammar: Grammar = ENGLISH) -> Call:
    """Return a call of ``tool`` as its schemas have it, with a reason or a result where its outcome comes with one."""
    arguments = sample(tool.input_schema, grammar)
    reasons = {Outcome.REFUSED: ARGUMENT_SCHEMA, Outcome.FAILED: grammar.table("samples")["reason"][0]}
    returns = tool.output_schema is not None and outcome not in WITHOUT_RESULT
    return Call(
        tool.name,
        arguments if isinstance(arguments, dict) else {},
        outcome,
        reasons.get(outcome),
        sample(tool.output_schema or {}, grammar) if returns else None,
    )


def sample(schema: Schema, grammar: Grammar = ENGLISH) -> Any:
    """Return a plausible value for a schema that a tool may have; a list has three items. It never raises.

    Patterns, ``not`` and conditions are passed over. What stands inside itself, or very deep, is left out.
    """
    table = grammar.table("samples")
    made: list[Any] = []
    waiting = deque([_Blank(made, "", "", (schema,))])
    for _ in range(_MOST_VALUES):  # level by level: what the bound cuts off is the deepest
        if not waiting:
            break
        blank = waiting.popleft()
        shown = outline(schema, *blank.schemas)
        if blank.above.isdisjoint(shown.parts) and not any(each is False for each in blank.schemas):
            value = _value(shown, blank, table)
            blank.fill(value)
            waiting.extend(_blanks(shown, blank, value))
    return made[0] if made else None


@dataclass(frozen=True, slots=True)
class _Blank:
    """A place to fill: under ``key`` of an object, or at the end of a list.

    :ivar name: the name nearest to it: an item goes by its list's.
    :ivar turn: which item of a list it is in, from 0.
    :ivar above: the schemas it stands in, by identity.
    """

    into: dict[str, Any] | list[Any]
    key: str
    name: str
    schemas: tuple[Schema, ...]
    turn: int = 0
    depth: int = 0
    above: frozenset[int] = frozenset()

    def fill(self, value: Any) -> None:
        if isinstance(self.into, list):
            self.into.append(value)
        else:
            self.into[self.key] = value


def _value(shown: Outline, blank: _Blank, table: Mapping[str, Any]) -> Any:
    if shown.choices:
        return shown.choices[blank.turn % len(shown.choices)]
    match shown.kind:
        case "object":
            return {}
        case "array":
            return []
        case "boolean":
            return blank.turn % 2 == 0
        case "" if shown.nullable:
            return None
    values = next(_plain_values(shown, blank.name, table))
    value = values[blank.turn % len(values)]
    if shown.kind in ("integer", "number"):
        return _within(value, shown)
    return str(value)[: int(min(_LONGEST, shown.keywords.get("maxLength", _LONGEST)))]


def _plain_values(shown: Outline, name: str, table: Mapping[str, Any]) -> Iterator[Sequence[Any]]:
    """Yield the values that would do, the best first: the schema's own examples, then by format, name and kind."""
    kinds = (int, float) if shown.kind in ("integer", "number") else (str, int, float)
    keys = [shown.keywords.get("format", ""), *reversed(folded_words(name)), kind_of(name, shown), "text", "count"]
    for values in (shown.keywords.get("examples"), *(table.get(key) for key in keys)):
        if isinstance(values, list) and values and all(type(value) in kinds for value in values):
            yield values


def _within(number: int | float, shown: Outline) -> int | float:
    bounds = (("maximum", 0, min), ("exclusiveMaximum", -1, min), ("minimum", 0, max), ("exclusiveMinimum", 1, max))
    for key, step, nearer in bounds:
        if key in shown.keywords:
            number = nearer(number, shown.keywords[key] + step)
    return ceil(number) if shown.kind == "integer" else number


def _blanks(shown: Outline, blank: _Blank, value: Any) -> Iterator[_Blank]:
    """Yield the places inside a value just made, unless it came whole or stands too deep."""
    depth, above = blank.depth + 1, blank.above | shown.parts
    if shown.choices or depth > _DEEPEST:
        return
    if shown.kind == "object":
        for name, schemas in shown.properties.items():
            yield _Blank(value, name, name, schemas, blank.turn, depth, above)
    elif shown.kind == "array":
        for turn, item in enumerate(_items(shown.keywords)):
            yield _Blank(value, "", blank.name, (item,), turn, depth, above)


def _items(keywords: Mapping[str, Any]) -> list[Schema]:
    items = keywords.get("items", True)
    if isinstance(items, list):
        return items[:_MOST_ITEMS]
    count = max(keywords.get("minItems", 0), min(_ITEMS, keywords.get("maxItems", _ITEMS)))
    return [items] * int(min(count, _MOST_ITEMS))
