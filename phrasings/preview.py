"""A text as a person would read it, printed for a sample call that can be edited."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from console.pages.strict_json import NotJson, read_json
from phrasings.content import Key
from phrasings.registered import Registered
from veraz.errors import PhrasingError
from veraz.languages import grammar
from veraz.outcomes import Call, Outcome
from veraz.phrasings import Defaults, sample_call
from veraz.phrasings.rendering import render_call
from veraz.phrasings.template import Each, Field, Node, Template, Text, parse
from veraz.phrasings.values import MissingValue, value_at
from veraz.tools import Tool

LONGEST_SAMPLE = 4_000
"""Characters of a sample's arguments, and of its result."""

_LONGEST = 1_000_000  # characters that a preview may come to: a block prints what it holds a hundred times


@dataclass(frozen=True, slots=True)
class Sample:
    """The call that a preview is printed for, as typed: JSON, JSON, and the reason; `error` says why it cannot be."""

    arguments: str
    result: str
    reason: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a person would read.

    :ivar note: why it is not the text itself that is shown, where it is not.
    """

    text: str
    note: str = ""


def sample_of(tool: Tool, outcome: str, language: str) -> Sample:
    """The sample to begin with, made from the tool's schemas."""
    call = sample_call(tool, Outcome(outcome), grammar(language))
    return Sample(_written(dict(call.arguments)), _written(call.result), call.reason or "")


def read_sample(tool: Tool, outcome: str, sample: Sample) -> tuple[Call, Sample]:
    """The call that a sample makes; where it cannot be read, a call with nothing in it and the sample saying why."""
    call = Call(tool.name, {}, Outcome(outcome), sample.reason or None)
    try:
        arguments, result = _read(sample.arguments, {}), _read(sample.result, None)
    except NotJson as error:
        return call, replace(sample, error=_("The sample cannot be read. %(why)s") % {"why": error})
    if not isinstance(arguments, dict):
        return call, replace(sample, error=_("The sample’s arguments are an object: {…}."))
    return replace(call, arguments=arguments, result=result), sample


def preview(text: str, key: Key, tool: Tool, call: Call) -> Preview:
    """A text printed for a call: the text itself, or the default where it has none, an error or a value missing."""
    defaults = Defaults.of(grammar(key.language))
    standard = render_call(defaults.outcomes[call.outcome], tool, call, defaults)
    if not text:
        return Preview(standard, _("No text of your own: this is the default."))
    try:
        template = parse(text)
    except PhrasingError:
        return Preview(standard, _("With errors it is not used: this is the default."))
    if is_too_long(template, call):
        return Preview("", _("Too long to show with this sample."))
    try:
        return Preview(render_call(template, tool, call, defaults))
    except MissingValue as missing:
        note = _("The sample has no value for %(name)s, so the default is used.") % {"name": f"{{{missing}}}"}
        return Preview(standard, note)


def is_too_long(template: Template, call: Call) -> bool:
    """Whether a template could come to more than a page should show, printed for a call."""
    longest = sum(map(len, (_written(dict(call.arguments)), _written(call.result), call.reason or "")))
    return _most(template.nodes, call, longest) > _LONGEST


def tool_for(name: str, tool: Registered | None) -> Tool:
    """The runtime's tool of a phrasing; one with no schemas where none is registered."""
    return (tool.built() if tool else None) or Tool(name, write=True)


def _most(nodes: Iterable[Node], call: Call, longest: int) -> int:
    """The most characters that nodes can come to, where every value is as long as everything in the call."""
    return sum(_most_of(node, call, longest) for node in nodes)


def _most_of(node: Node, call: Call, longest: int) -> int:
    match node:
        case Text():
            return len(node.text)
        case Field():
            return longest
        case Each():
            return min(node.limit, _items(call.result, node.path)) * _most(node.body, call, longest)


def _items(result: Any, path: tuple[str, ...]) -> int:
    try:
        items = value_at(result, path)
    except MissingValue:
        return 0
    return len(items) if isinstance(items, list) else 0


def _written(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=2)


def _read(text: str, empty: Any) -> Any:
    if len(text) > LONGEST_SAMPLE:
        raise NotJson(_("It has more than %(longest)s characters.") % {"longest": LONGEST_SAMPLE})
    return read_json(text.encode()) if text.strip() else empty
