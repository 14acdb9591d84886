"""Publishing what was drafted, or an old version again: the page that shows it is the page that confirms it."""

from __future__ import annotations

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _

from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import PAGE_ROWS, go, page
from console.pages.problems import Problem
from phrasings import queries, services
from phrasings.forms import NoteForm, WarnedNoteForm
from phrasings.models import Version
from phrasings.views.versions import version_page


@members("GET", "POST")
def publish(request: MemberRequest) -> HttpResponse:
    """What would change; a post, with a note, makes it live."""
    review = queries.review(request.actor.organisation)
    asks = WarnedNoteForm if review.warnings else NoteForm
    if request.method != "POST":
        return _review(request, review, asks(initial={"base_version": review.live, "reviewed": review.reviewed}))
    request.actor.require(Role.PUBLISHER)
    form = asks(request.POST)
    if not form.is_valid():
        return _review(request, review, form, status=422)
    given = form.cleaned_data
    return _publish(
        request,
        lambda: services.publish(
            request.actor, given["note"], given["base_version"], reviewed=given["reviewed"] or None
        ),
        lambda problem: _review(request, review, _again(form, review), problem, problem.status),
    )


@members("POST", role=Role.PUBLISHER)
def restore(request: MemberRequest, number: int) -> HttpResponse:
    """Make an old version live again, as a new one."""
    queries.version(request.actor.organisation, number)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return version_page(request, number, form, status=422)
    given = form.cleaned_data
    return _publish(
        request,
        lambda: services.restore(request.actor, number, given["base_version"], given["note"]),
        lambda problem: version_page(request, number, _on_live(request, form), problem, problem.status),
    )


def _publish(
    request: MemberRequest, make: Callable[[], Version], refuse: Callable[[Problem], HttpResponse]
) -> HttpResponse:
    try:
        version = make()
    except Problem as problem:
        return refuse(problem)
    said = _("Restored v%(old)s as v%(new)s.") if version.restores else _("Published v%(new)s.")
    address = {"slug": request.actor.organisation.slug, "number": version.number}
    return go(request, "phrasings:version", said=said % {"old": version.restores, "new": version.number}, **address)


def _review(
    request: MemberRequest,
    review: queries.Review,
    form: NoteForm,
    problem: Problem | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = Paginator(review.pending, PAGE_ROWS).get_page(request.GET.get("page"))
    context = {"review": review, "shown": shown, "form": form, "problem": problem}
    return page(request, "phrasings/publish.html", context, part="review", status=status)


def _again(form: NoteForm, review: queries.Review) -> NoteForm:
    """The form as it was typed, over what is live and drafted now: whoever sends it again has seen that."""
    return type(form)({**form.cleaned_data, "base_version": review.live, "reviewed": review.reviewed})


def _on_live(request: MemberRequest, form: NoteForm) -> NoteForm:
    return NoteForm({**form.cleaned_data, "base_version": queries.live_number(request.actor.organisation)})
