"""A template printed for a call, or for several calls of one tool that ended alike, in one line that counts them."""

from __future__ import annotations

from collections.abc import Sequence
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
    return render_calls(template, tool, [call], defaults)


def render_calls(template: Template, tool: Tool, calls: Sequence[Call], defaults: Defaults) -> str:
    """Return ``template`` printed once for all of ``calls``: what differs from call to call is listed.

    The tool's name carries their number, «release seat (3 times)»; a template without it is told after that number.

    :raises MissingValue: where one of them has no value for a placeholder.
    """
    times = defaults.times.format(count=len(calls)) if len(calls) > 1 else ""
    action = f"{tool.words} ({times})" if times else tool.words
    reasons = list(dict.fromkeys(clean(call.reason) for call in calls if call.reason))
    words = {
        "action": action,
        "Action": action[:1].upper() + action[1:],
        "with": _with(tool, calls, defaults),
        "because": f": {defaults.listed(reasons)}" if any(reasons) else "",
        "reason": defaults.listed(reasons) if all(call.reason for call in calls) and any(reasons) else None,
    }
    contexts = (Context(words, call.arguments, call.result, defaults.more) for call in calls)
    text = template.render(*contexts, listed=defaults.listed)
    return text if not times or template.names_action else f"{times}: {text}"


def _with(tool: Tool, calls: Sequence[Call], defaults: Defaults) -> str:
    """Return what each of ``calls`` was sent, in the schema's order, without objects, personal and empty values."""
    schema = resolved(tool.input_schema, tool.input_schema)
    properties = {} if isinstance(schema, bool) else schema.get("properties", {})
    hidden = {path[:1] for path in tool.personal_paths("input")}
    sent = [name for name in calls[0].arguments if all(name in call.arguments for call in calls[1:])]
    names = [name for name in properties if name in sent]
    names += [name for name in sent if name not in properties]
    if hidden:
        names = [name for name in names if hidden.isdisjoint([(), (name,) if name in properties else ("*",)])]
    told = [(name, [_printed(call.arguments[name]) for call in calls]) for name in names]
    listed = [f"{name_in_words(name)} {defaults.listed(texts)}" for name, texts in told if all(texts)]
    return defaults.with_ + ", ".join(listed) if listed else ""


def _printed(value: Any) -> str:
    try:
        return plain(value)
    except MissingValue:
        return ""
