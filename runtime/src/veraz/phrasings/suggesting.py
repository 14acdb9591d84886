"""Drafts of phrasings from what a tool returns: a new thing by its number, a list by its items, a result by its fields.

A draft is only ever offered: nothing of it is used before someone adds and saves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from veraz.languages import Grammar
from veraz.outcomes import Outcome
from veraz.phrasings.defaults import Defaults
from veraz.phrasings.draft_parts import Scope, Wording
from veraz.phrasings.linting import lint
from veraz.phrasings.rendering import render_call
from veraz.phrasings.samples import sample_call
from veraz.phrasings.template import parse
from veraz.phrasings.values import MissingValue
from veraz.tools import Tool, Toolset


class Shape(StrEnum):
    """What a draft tells."""

    NUMBER = "number"  # a new thing by its number
    LIST = "list"  # a line per item
    FIELDS = "fields"  # a result by its fields
    PLAIN = "plain"  # a result that is one value; or what a write was sent, where it returns nothing to tell


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A drafted phrasing.

    :ivar language: the code of the language it is written in: ``en``, ``pt-BR``.
    :ivar text: the template; the lint finds nothing in it.
    """

    tool: str
    outcome: Outcome
    language: str
    text: str
    shape: Shape


def suggest(tool: Tool, grammar: Grammar) -> tuple[Suggestion, ...]:
    """Return the phrasings drafted for ``tool`` in ``grammar``'s language, one an outcome; none where none would do.

    A phrasing with a value missing is passed over, so a field that the schema does not promise is used only where it
    promises none. Personal fields are left out.
    """
    for shape, text in _drafts(tool, Wording.of(grammar)):
        if _holds(tool, text, grammar):
            return (Suggestion(tool.name, Outcome.DONE, grammar.code, text, shape),)
    return ()


def _drafts(tool: Tool, wording: Wording) -> Iterator[tuple[Shape, str]]:
    """Yield what could be drafted, the best first."""
    result = Scope.of("result", tool.output_schema or {}, tool.personal_paths("output"), wording)
    if tool.may_write and (number := result.number()):
        yield Shape.NUMBER, wording.number.format(value=number)
    if result.lists:
        yield Shape.LIST, result.told_by_line()
    if result.is_plain:
        yield Shape.PLAIN, wording.plain.format(value="{result}")
    elif result.fields:
        yield Shape.FIELDS, result.told_by_field()
    sent = Scope.of("argument", tool.input_schema, tool.personal_paths("input"), wording)
    if tool.may_write and sent.fields:
        yield Shape.PLAIN, wording.sent.format(fields=sent.fields_told())


def _holds(tool: Tool, text: str, grammar: Grammar) -> bool:
    """Tell whether a draft passes the lint and prints: long names, or values that never print, keep one from it."""
    if lint({tool.name: {Outcome.DONE: text}}, Toolset([tool])):
        return False
    call = sample_call(tool, Outcome.DONE, grammar)
    try:
        return bool(render_call(parse(text), tool, call, Defaults.of(grammar)))
    except MissingValue:
        return False
