"""Reads of suggestions."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from console.organisations.models import Organisation
from phrasings import checks
from phrasings.content import LANGUAGES
from phrasings.phrasing import placeholders
from phrasings.preview import Preview, preview, tool_for
from phrasings.queries import live_texts
from phrasings.registered import Registered, registered
from phrasings.services import drafts_of
from phrasings.suggestions.models import State, Suggestion
from veraz.languages import grammar
from veraz.outcomes import Outcome
from veraz.phrasings import Finding, Severity, sample_call


@dataclass(frozen=True, slots=True)
class Filters:
    """Which suggestions are asked for; empty means any, save that only those that wait are shown."""

    q: str = ""
    language: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A suggestion, and what a person would read of a sample call."""

    suggestion: Suggestion
    preview: Preview


@dataclass(frozen=True, slots=True)
class Edited:
    """A suggestion with the text that is in its box: its own, or what was typed over it.

    :ivar placeholders: what can be put into the text.
    """

    suggestion: Suggestion
    text: str
    findings: tuple[Finding, ...]
    preview: Preview
    placeholders: tuple[str, ...]

    @property
    def errors(self) -> int:
        """How many errors keep the text from being accepted."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)


def suggestions(organisation: Organisation, filters: Filters | None = None) -> QuerySet[Suggestion]:
    """The suggestions that pass; one that waits for a phrasing that has been written since is none."""
    filters = filters or Filters()
    state = filters.state if filters.state in State.values else State.WAITING
    found = Suggestion.objects.filter(organisation=organisation, state=state, tool__icontains=filters.q)
    if filters.language in LANGUAGES:
        found = found.filter(language=filters.language)
    return found.exclude(pk__in=_overtaken(organisation)) if state == State.WAITING else found


def rows(organisation: Organisation, found: list[Suggestion]) -> list[Row]:
    """The suggestions of a page, each printed for a sample call of its tool."""
    tools = registered(organisation, *{each.tool for each in found}) if found else {}
    return [Row(each, _preview(each, each.text, tools.get(each.tool))) for each in found]


def edited(organisation: Organisation, pk: int, text: str | None = None) -> Edited:
    """One suggestion, with `text` typed over its own; Http404 where the organisation has no such one."""
    suggestion = get_object_or_404(Suggestion, organisation=organisation, pk=pk)
    text = suggestion.text if text is None else text
    tools = registered(organisation, suggestion.tool)
    tool = tools.get(suggestion.tool)
    found = checks.findings({suggestion.key: text}, tools)
    usable = tuple(placeholders(tool_for(suggestion.tool, tool), suggestion.outcome))
    return Edited(suggestion, text, found, _preview(suggestion, text, tool), usable)


def _preview(suggestion: Suggestion, text: str, tool: Registered | None) -> Preview:
    whole = tool_for(suggestion.tool, tool)
    call = sample_call(whole, Outcome(suggestion.outcome), grammar(suggestion.language))
    return preview(text, suggestion.key, whole, call)


def _overtaken(organisation: Organisation) -> list[int]:
    """Those that wait for a phrasing which is live or drafted by now."""
    written = {*live_texts(organisation)[1], *drafts_of(organisation)}
    waiting = Suggestion.objects.filter(organisation=organisation, state=State.WAITING)
    keys = waiting.values_list("pk", "tool", "language", "outcome")
    return [pk for pk, *key in keys if tuple(key) in written]
