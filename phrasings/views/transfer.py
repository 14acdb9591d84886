"""Whole sets in and out, as a phrasings file."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import ngettext

from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import go, page
from console.pages.problems import Problem
from phrasings import queries, services
from phrasings.checks import Blocked
from phrasings.content import LANGUAGES, flat
from phrasings.forms import ImportForm
from phrasings.transfer import Import, to_yaml


@members("GET")
def export(request: MemberRequest, number: int) -> HttpResponse:
    """A version as a file that the runtime reads, and the import takes."""
    organisation = request.actor.organisation
    version = queries.version(organisation, number)
    answer = HttpResponse(to_yaml(flat(version.content)), content_type="application/yaml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{organisation.slug}-phrasings-v{number}.yaml"'
    return answer


@members("GET", "POST", role=Role.EDITOR)
def import_file(request: MemberRequest) -> HttpResponse:
    """A file to make drafts of; `do=try` only tells what it would change."""
    if request.method != "POST":
        return _page(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    text, language = form.given(), form.cleaned_data["language"] or LANGUAGES[0]
    again = ImportForm(initial={"text": text, "language": language})
    dry_run = request.POST.get("do") != "import"
    try:
        found = services.import_yaml(request.actor, text, dry_run, language)
    except Blocked as blocked:
        return _page(request, again, found=Import((), blocked.findings), status=blocked.status)
    except Problem as problem:
        return _page(request, again, problem=problem, status=problem.status)
    if dry_run:
        return _page(request, again, found=found)
    count = len(found.changes)
    said = ngettext("Imported %(count)s draft.", "Imported %(count)s drafts.", count) % {"count": count}
    return go(request, "phrasings:publish", said=said, slug=request.actor.organisation.slug)


def _page(
    request: MemberRequest,
    form: ImportForm,
    *,
    found: Import | None = None,
    problem: Problem | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"form": form, "found": found, "problem": problem}
    return page(request, "phrasings/import.html", context, part="import", status=status)
