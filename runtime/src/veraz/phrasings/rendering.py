"""A template printed for a call."""

from __future__ import annotations

from typing import Any

from veraz.outcomes import Call
from veraz.phrasings.defaults import Defaults
from veraz.phrasings.template import Context, Template
from veraz.phrasings.values import MissingValue, clean, plain
from veraz.tools import Tool, name_in_words
from veraz.tools.paths import resolved


def render_call(template: Template, tool: Tool, call: Call, defaults: Defaults) -> str:
    """Return ``template`` printed for ``call`` of ``tool`` in the language of ``defaults``.

    :raises MissingValue: where the call has no value for a placeholder.
    """
    reason = clean(call.reason) if call.reason else None
    words = {
        "action": tool.words,
        "Action": tool.words[:1].upper() + tool.words[1:],
        "with": _with(tool, call, defaults),
        "because": f": {reason}" if reason else "",
        "reason": reason or None,
    }
    return template.render(Context(words, call.arguments, call.result, defaults.more))


def _with(tool: Tool, call: Call, defaults: Defaults) -> str:
    """Return what the call was sent, in the schema's order; objects, personal and empty values are left out."""
    schema = resolved(tool.input_schema, tool.input_schema)
    properties = {} if isinstance(schema, bool) else schema.get("properties", {})
    hidden = {path[:1] for path in tool.personal_paths("input")}
    names = [name for name in properties if name in call.arguments]
    names += [name for name in call.arguments if name not in properties]
    if hidden:
        names = [name for name in names if hidden.isdisjoint([(), (name,) if name in properties else ("*",)])]
    told = [f"{name_in_words(name)} {text}" for name in names if (text := _printed(call.arguments[name]))]
    return defaults.with_ + ", ".join(told) if told else ""


def _printed(value: Any) -> str:
    try:
        return plain(value)
    except MissingValue:
        return ""
