"""Versions: all of them, one, and what differs between two."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse

from console.organisations.access import MemberRequest, members
from console.pages.answers import PAGE_ROWS, page, rows
from console.pages.problems import Problem
from phrasings import queries
from phrasings.forms import CompareForm, NoteForm


@members("GET")
def version_list(request: MemberRequest) -> HttpResponse:
    """The versions, newest first."""
    found = rows(request, queries.versions(request.actor.organisation))
    context = {"versions": found, "rows": [queries.row(version) for version in found]}
    return page(request, "phrasings/versions.html", context, part="versions")


@members("GET")
def one(request: MemberRequest, number: int) -> HttpResponse:
    """A version: what it changed, and its way back."""
    return version_page(request, number)


@members("GET")
def compare(request: MemberRequest) -> HttpResponse:
    """What differs from `?old=` to `?new=`."""
    form = CompareForm(request.GET)
    if not form.is_valid():
        asked = {"form": form if request.GET else CompareForm()}
        return page(request, "phrasings/compare.html", asked, part="comparison", status=422 if request.GET else 200)
    given = form.cleaned_data
    found = queries.compare(request.actor.organisation, given["old"], given["new"])
    shown = Paginator(found.changes, PAGE_ROWS).get_page(request.GET.get("page"))
    context = {"form": form, "comparison": found, "shown": shown}
    return page(request, "phrasings/compare.html", context, part="comparison")


def version_page(
    request: MemberRequest, number: int, form: NoteForm | None = None, problem: Problem | None = None, status: int = 200
) -> HttpResponse:
    """The page of one version, with the form that restores it."""
    organisation = request.actor.organisation
    version = queries.row(queries.version(organisation, number))
    live = queries.live_number(organisation)
    found = rows(request, queries.changes_of(organisation, number))
    context = {
        "version": version,
        "live": live,
        "next": live + 1,
        "changes": found,
        "shown": [queries.change(each) for each in found],
        "form": form or NoteForm(initial={"base_version": live}),
        "problem": problem,
    }
    return page(request, "phrasings/version.html", context, part="version", status=status)
