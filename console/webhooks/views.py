"""Settings → Webhooks: what is told where, and how each attempt went. Owners change it; members see it."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import go, page, rows
from console.pages.problems import Invalid
from console.webhooks import queries, services
from console.webhooks.forms import EndpointForm, OverlapForm


@members("GET", "POST")
def endpoint_list(request: MemberRequest) -> HttpResponse:
    """The endpoints; a post adds one and shows its secret, this once."""
    if request.method != "POST":
        return _list(request, EndpointForm())
    request.actor.require(Role.OWNER)
    form = EndpointForm(request.POST)
    if not form.is_valid():
        return _list(request, form, status=422)
    return _list(request, EndpointForm(), new=services.add_endpoint(request.actor, form.described()), status=201)


@members("GET", "POST")
def one(request: MemberRequest, pk: int) -> HttpResponse:
    """An endpoint and its deliveries; a post changes it."""
    found = queries.endpoint(request.actor, pk)
    if request.method != "POST":
        return _one(request, pk, EndpointForm(of=found))
    request.actor.require(Role.OWNER)
    form = EndpointForm(request.POST, of=found)
    if not form.is_valid():
        return _one(request, pk, form, status=422)
    changed = services.change_endpoint(request.actor, pk, form.described())
    return _to_one(request, pk, _("Saved %(name)s.") % {"name": changed.name})


@members("POST", role=Role.OWNER)
def rotate(request: MemberRequest, pk: int) -> HttpResponse:
    """Make a new secret, shown this once; the old one signs too for a while."""
    form = OverlapForm(request.POST)
    if not form.is_valid():
        raise Invalid(_("That is not one of the times to choose from."))
    new = services.rotate_secret(request.actor, pk, form.duration())
    return _one(request, pk, EndpointForm(of=new.endpoint), new=new, status=201)


@members("POST", role=Role.OWNER)
def test(request: MemberRequest, pk: int) -> HttpResponse:
    """Send a test, and go to where its result appears."""
    sent = services.send_test(request.actor, pk)
    return _to_delivery(request, sent.pk, _("A test is on its way."))


@members("POST", role=Role.OWNER)
def stop(request: MemberRequest, pk: int) -> HttpResponse:
    """Send nothing more to an endpoint."""
    stopped = services.stop(request.actor, pk)
    return _to_one(request, pk, _("Turned %(name)s off.") % {"name": stopped.name})


@members("POST", role=Role.OWNER)
def start(request: MemberRequest, pk: int) -> HttpResponse:
    """Send to an endpoint again."""
    started = services.start(request.actor, pk)
    return _to_one(request, pk, _("Turned %(name)s on.") % {"name": started.name})


@members("POST", role=Role.OWNER)
def remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Take an endpoint away."""
    said = _("Removed %(name)s.") % {"name": services.remove_endpoint(request.actor, pk)}
    return go(request, "webhooks:list", slug=request.actor.organisation.slug, said=said)


@members("GET")
def delivery(request: MemberRequest, pk: int) -> HttpResponse:
    """What was sent, and each attempt at it."""
    found = queries.delivery(request.actor, pk)
    context = {"endpoint": found.endpoint, "delivery": queries.delivery_row(found), "body": found.body}
    return page(request, "webhooks/delivery.html", context, part="delivery")


@members("POST", role=Role.OWNER)
def resend(request: MemberRequest, pk: int) -> HttpResponse:
    """Make another attempt now."""
    services.resend(request.actor, pk)
    return _to_delivery(request, pk, _("Another attempt is on its way."))


def _list(
    request: MemberRequest, form: EndpointForm, *, new: services.NewSecret | None = None, status: int = 200
) -> HttpResponse:
    context = {"form": form, "endpoints": queries.endpoints_of(request.actor), "new": new}
    return page(request, "webhooks/list.html", context, part="webhooks", status=status)


def _one(
    request: MemberRequest, pk: int, form: EndpointForm, *, new: services.NewSecret | None = None, status: int = 200
) -> HttpResponse:
    row = queries.endpoint_row(request.actor, pk)
    shown = rows(request, queries.deliveries(row))
    context = {
        "endpoint": row,
        "form": form,
        "overlap": OverlapForm(auto_id=False),
        "new": new,
        "deliveries": shown,
        "rows": [queries.delivery_row(each) for each in shown],
    }
    return page(request, "webhooks/one.html", context, part="webhook", status=status)


def _to_one(request: MemberRequest, pk: int, said: str) -> HttpResponse:
    return go(request, "webhooks:one", slug=request.actor.organisation.slug, pk=pk, said=said)


def _to_delivery(request: MemberRequest, pk: int, said: str) -> HttpResponse:
    return go(request, "webhooks:delivery", slug=request.actor.organisation.slug, pk=pk, said=said)
