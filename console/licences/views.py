"""Settings → Licence, for owners: the plan, the signed file to take to runtimes, and the keys to compare."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from console.licences import queries, services
from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import go, page


@members("GET", role=Role.OWNER)
def licence(request: MemberRequest) -> HttpResponse:
    """How the licence stands."""
    context = {"standing": queries.standing(request.actor.organisation), "keys": queries.signing_keys()}
    return page(request, "licences/licence.html", context, part="licence")


@members("POST", role=Role.OWNER)
def issue(request: MemberRequest) -> HttpResponse:
    """Issue a licence, or renew the one there is."""
    issued = services.issue(request.actor)
    said = _("Issued the licence %(name)s. Download it for your runtimes.") % {"name": issued}
    return go(request, "licences:licence", slug=request.actor.organisation.slug, said=said)


@members("GET", role=Role.OWNER)
def download(request: MemberRequest) -> HttpResponse:
    """The latest licence, as a file."""
    latest = queries.latest_of(request.actor.organisation)
    headers = {"Content-Disposition": f'attachment; filename="{latest}.licence"'}
    return HttpResponse(f"{latest.text}\n", content_type="application/jose", headers=headers)
