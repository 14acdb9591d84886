"""What the templates of phrasings say things with."""

from __future__ import annotations

from django import template

from phrasings import diff, words
from phrasings.content import Change
from veraz.phrasings import Finding

register = template.Library()


@register.filter
def stretches(change: Change) -> list[diff.Stretch]:
    """What changed, word by word."""
    return diff.words(change.before, change.after)


@register.filter
def told(finding: Finding) -> str:
    """What a finding says, in the reader's language."""
    return words.told(finding)


@register.filter
def outcome_name(outcome: str) -> str:
    """What an outcome is called."""
    return str(words.OUTCOME_NAMES.get(outcome, outcome))


@register.filter
def language_name(language: str) -> str:
    """What a language is called."""
    return words.LANGUAGE_NAMES.get(language, language)
