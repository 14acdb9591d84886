"""Settings → Alerts: what is looked at, what it says, and when it changed. Owners change it; members see it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from console.alerts import queries, services
from console.alerts.forms import FORMS, AlertForm
from console.alerts.models import Alert, Kind
from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import go, page, rows


@members("GET")
def alert_list(request: MemberRequest) -> HttpResponse:
    """The alerts, and what each says."""
    context = {"alerts": queries.alerts_of(request.actor.organisation), "kinds": Kind}
    return page(request, "alerts/list.html", context, part="alerts")


@members("GET", "POST", role=Role.OWNER)
def new(request: MemberRequest, kind: str) -> HttpResponse:
    """The form of a new alert; a post makes it, or only tells what it would say now."""
    if kind not in Kind:
        raise Http404
    form = FORMS[Kind(kind)](request.actor, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _form(request, "alerts/new.html", form)
    if _only_tries(request):
        return _form(request, "alerts/new.html", form, preview=queries.preview(request.actor, form.asked()))
    made = services.make_alert(request.actor, form.described())
    return _to_one(request, made.pk, _("Made the alert %(name)s.") % {"name": made.name})


@members("GET", "POST")
def one(request: MemberRequest, pk: int) -> HttpResponse:
    """An alert and its history; a post changes it, or only tells what it would say now."""
    found = queries.alert(request.actor.organisation, pk)
    if request.method == "POST":
        request.actor.require(Role.OWNER)
    form = FORMS[Kind(found.kind)](request.actor, request.POST if request.method == "POST" else None, found)
    if not form.is_valid():
        return _one(request, found, form)
    if _only_tries(request):
        return _one(request, found, form, preview=queries.preview(request.actor, form.asked()))
    changed = services.change_alert(request.actor, pk, form.described())
    return _to_one(request, pk, _("Saved %(name)s.") % {"name": changed.name})


@members("POST", role=Role.OWNER)
def remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Take an alert away."""
    said = _("Removed %(name)s.") % {"name": services.remove_alert(request.actor, pk)}
    return go(request, "alerts:list", slug=request.actor.organisation.slug, said=said)


def _one(request: MemberRequest, found: Alert, form: AlertForm, **more: Any) -> HttpResponse:
    changes = rows(request, queries.changes(found))
    told = {"alert": queries.row(found), "changes": changes, "rows": [queries.change_row(each) for each in changes]}
    return _form(request, "alerts/one.html", form, **told, **more)


def _form(request: MemberRequest, template: str, form: AlertForm, **more: Any) -> HttpResponse:
    status = 422 if form.is_bound and not form.is_valid() else 200
    return page(request, template, {"form": form, "kind": form.kind, **more}, part="alert", status=status)


def _only_tries(request: MemberRequest) -> bool:
    return "try" in request.POST


def _to_one(request: MemberRequest, pk: int, said: str) -> HttpResponse:
    return go(request, "alerts:one", slug=request.actor.organisation.slug, pk=pk, said=said)
