"""One phrasing: written, checked and previewed, its history below."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import asked, go, page, rows
from console.pages.problems import Problem
from console.tools.words import OUTCOME_NAMES
from phrasings import diff, services
from phrasings.content import LANGUAGES, Key
from phrasings.phrasing import NOTHING_TYPED, Typing, history, phrasing, require_heard_of, text_of
from phrasings.preview import Sample
from phrasings.services import StaleDraft, Typed, revision_of
from phrasings.words import LANGUAGE_NAMES, meaning


@members("GET", "POST")
def edit(request: MemberRequest, tool: str, outcome: str) -> HttpResponse:
    """Both languages side by side; a post saves the drafts. `?version=` puts that version's texts in the boxes."""
    if request.method != "POST":
        return _page(request, tool, outcome, _texts_of_version(request, tool, outcome))
    require_heard_of(request.actor.organisation, tool)
    typing = _typed(request)
    drafts = {language: Typed(typing.texts[language], typing.revisions.get(language, "")) for language in typing.texts}
    try:
        services.save_drafts(request.actor, tool, outcome, drafts)
    except StaleDraft as stale:
        revisions = {**typing.revisions, stale.key.language: revision_of(stale.theirs)}
        seen = Typing(typing.texts, revisions, typing.sample)
        return _page(request, tool, outcome, seen, problem=stale, status=stale.status)
    except Problem as problem:
        return _page(request, tool, outcome, typing, problem=problem, status=problem.status)
    address = {"slug": request.actor.organisation.slug, "tool": tool, "outcome": outcome}
    return go(request, "phrasings:edit", said=_("Saved the draft."), **address)


@members("GET", "POST")
def check(request: MemberRequest, tool: str, outcome: str) -> HttpResponse:
    """What was typed, checked and previewed; nothing is saved. With nothing typed, the editor."""
    if request.method != "POST":
        return redirect("phrasings:edit", slug=request.actor.organisation.slug, tool=tool, outcome=outcome)
    return _page(request, tool, outcome, _typed(request), part="judged")


@members("POST", role=Role.EDITOR)
def discard(request: MemberRequest, tool: str, outcome: str, language: str) -> HttpResponse:
    """Leave the phrasing as it is live."""
    services.discard_draft(request.actor, tool, language, outcome, request.POST.get("revision"))
    said = _("Discarded the draft in %(language)s.") % {"language": LANGUAGE_NAMES[language]}
    return go(request, "phrasings:edit", said=said, slug=request.actor.organisation.slug, tool=tool, outcome=outcome)


def _page(
    request: MemberRequest,
    tool: str,
    outcome: str,
    typing: Typing,
    *,
    problem: Problem | None = None,
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    organisation = request.actor.organisation
    shown = phrasing(organisation, tool, outcome, typing)
    stale = problem if isinstance(problem, StaleDraft) else None
    context = {
        "phrasing": shown,
        "outcome_name": OUTCOME_NAMES[outcome],
        "outcomes": OUTCOME_NAMES.items(),
        "means": meaning(outcome),
        "problem": problem,
        "stale": stale,
        "stale_diff": diff.words(stale.theirs, stale.typed) if stale else None,
        "changes": rows(request, history(organisation, tool, outcome)),
    }
    return page(request, "phrasings/edit.html", context, part=part, status=status)


def _typed(request: MemberRequest) -> Typing:
    sent = request.POST
    texts = {language: _lines(sent[f"text.{language}"]) for language in LANGUAGES if f"text.{language}" in sent}
    sample = Sample(*(_lines(sent.get(name, "")) for name in ("arguments", "result", "reason")))
    return Typing(texts, _revisions(sent), sample if "arguments" in sent else None)


def _revisions(sent: Mapping[str, str]) -> dict[str, str]:
    return {language: sent[f"revision.{language}"] for language in LANGUAGES if f"revision.{language}" in sent}


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")


def _texts_of_version(request: MemberRequest, tool: str, outcome: str) -> Typing:
    number = asked(request, "version")
    if not (number.isdecimal() and len(number) < 10):
        return NOTHING_TYPED
    keys = [Key(tool, language, outcome) for language in LANGUAGES]
    texts = {key.language: text_of(request.actor.organisation, key, int(number)) or "" for key in keys}
    return Typing(texts, {})
