"""What the templates of phrasings say things with."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from console.tools.words import OUTCOME_NAMES
from phrasings import diff, words
from phrasings.content import LANGUAGES, OUTCOMES, Change, Key
from phrasings.queries import live_texts
from veraz.phrasings import Finding

register = template.Library()


@register.filter
def stretches(change: Change) -> list[diff.Stretch]:
    """What changed, word by word."""
    return diff.words(change.before, change.after)


@register.inclusion_tag("phrasings/of_tool.html", takes_context=True)
def phrasings_of(context: Context, tool: str) -> dict[str, Any]:
    """The live texts of a tool, by outcome and language, for a page that is about the tool."""
    texts = live_texts(context["organisation"])[1]
    rows = [(outcome, [texts.get(Key(tool, language, outcome), "") for language in LANGUAGES]) for outcome in OUTCOMES]
    return {"organisation": context["organisation"], "tool": tool, "languages": LANGUAGES, "rows": rows}


@register.filter
def told(finding: Finding) -> str:
    """What a finding says, in the reader's language."""
    return words.told(finding)


@register.filter
def outcome_name(outcome: str) -> str:
    """What an outcome is called."""
    return str(OUTCOME_NAMES.get(outcome, outcome))


@register.filter
def language_name(language: str) -> str:
    """What a language is called."""
    return words.LANGUAGE_NAMES.get(language, language)
