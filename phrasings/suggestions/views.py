"""Suggestions: the list, one of them to edit, and what becomes of each."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages import answers
from console.pages.answers import asked, go, page
from console.pages.problems import Conflict, Invalid, Problem, is_fragment
from console.tools.queries import registration_of
from phrasings.suggestions import queries, services
from phrasings.suggestions.forms import RejectionForm
from phrasings.suggestions.models import State


@members("GET", "POST")
def suggestion_list(request: MemberRequest) -> HttpResponse:
    """What waits to be judged, by tool; `?q=`, `?language=` and `?state=` choose others. A post accepts many."""
    return _accept_many(request) if request.method == "POST" else _list(request)


@members("POST", role=Role.EDITOR)
def refresh(request: MemberRequest) -> HttpResponse:
    """Draft what the tools suggest now."""
    drafted = services.refresh(request.actor)
    new = drafted.added + drafted.changed
    said = ngettext("Drafted %(n)s suggestion.", "Drafted %(n)s suggestions.", new) % {"n": new}
    return _done(request, said if new else _("The tools suggest nothing new."))


@members("GET", "POST", role=Role.EDITOR)
def one(request: MemberRequest, pk: int) -> HttpResponse:
    """One suggestion to edit; a post accepts it as it was edited."""
    if request.method != "POST":
        return _one(request, pk)
    text = request.POST.get("text", "")
    try:
        services.accept(request.actor, pk, text)
    except Problem as problem:
        return _one(request, pk, text=_lines(text), problem=problem, status=problem.status)
    return go(request, _address(request), said=_("Accepted the suggestion as a draft."))


@members("POST", role=Role.EDITOR)
def check(request: MemberRequest, pk: int) -> HttpResponse:
    """What was typed, checked and previewed; nothing is saved."""
    return _one(request, pk, text=_lines(request.POST.get("text", "")), part="judged")


@members("POST", role=Role.EDITOR)
def accept(request: MemberRequest, pk: int) -> HttpResponse:
    """Accept a suggestion as it is."""
    services.accept(request.actor, pk)
    return _done(request, _("Accepted the suggestion as a draft."))


@members("POST", role=Role.EDITOR)
def reject(request: MemberRequest, pk: int) -> HttpResponse:
    """Reject a suggestion, with a reason."""
    form = RejectionForm(request.POST)
    if not form.is_valid():
        return _one(request, pk, rejection=form, status=422)
    services.reject(request.actor, pk, form.cleaned_data["reason"])
    return go(request, _address(request), said=_("Rejected the suggestion."))


@members("POST", role=Role.EDITOR)
def offer_again(request: MemberRequest, pk: int) -> HttpResponse:
    """Let a rejected suggestion wait once more."""
    services.offer_again(request.actor, pk)
    return _done(request, _("The suggestion waits again."))


def _accept_many(request: MemberRequest) -> HttpResponse:
    """Accept the suggestions that were chosen, or all that were shown, and say which were skipped."""
    request.actor.require(Role.EDITOR)
    sent = request.POST.getlist("shown" if "all" in request.POST else "chosen")
    chosen = [int(each) for each in sent if each.isdecimal() and len(each) < 10]
    if not chosen:
        raise Invalid(_("No suggestion was chosen."), _("Tick those that you want as drafts, then accept them."))
    done = services.accept_all(request.actor, chosen)
    if not (done.accepted or done.skipped):
        raise Conflict(_("These suggestions are no longer there."), _("Reload to see those that wait now."))
    count = len(done.accepted)
    said = ngettext("Accepted %(n)s suggestion as a draft.", "Accepted %(n)s suggestions as drafts.", count)
    if not done.skipped:
        return _done(request, said % {"n": count})
    if count:
        messages.success(request, said % {"n": count})
    return _list(request, skipped=done.skipped)


def _list(request: MemberRequest, **context: Any) -> HttpResponse:
    organisation = request.actor.organisation
    filters = queries.Filters(**{name: asked(request, name) for name in queries.Filters.__slots__})
    found = answers.rows(request, queries.suggestions(organisation, filters))
    context |= {
        "filters": filters,
        "states": State.choices,
        "state": filters.state if filters.state in State.values else State.WAITING.value,
        "suggestions": found,
        "rows": queries.rows(organisation, list(found)),
        "registration": registration_of(organisation),
        "rejection": RejectionForm(auto_id=False),
    }
    return page(request, "suggestions/list.html", context, part="suggestions")


def _one(
    request: MemberRequest,
    pk: int,
    *,
    text: str | None = None,
    problem: Problem | None = None,
    rejection: RejectionForm | None = None,
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    edited = queries.edited(request.actor.organisation, pk, text)
    context = {"edited": edited, "problem": problem, "rejection": rejection or RejectionForm()}
    return page(request, "suggestions/edit.html", context, part=part, status=status)


def _done(request: MemberRequest, said: str) -> HttpResponse:
    """After a change in the list: the list again, with the same filters."""
    if not is_fragment(request):
        return go(request, _address(request), said=said)
    messages.success(request, said)
    return _list(request)


def _address(request: MemberRequest) -> str:
    address = reverse("suggestions:list", kwargs={"slug": request.actor.organisation.slug})
    return f"{address}?{request.GET.urlencode()}" if request.GET else address


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")
