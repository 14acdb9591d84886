"""The first page of the site and of an organisation."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from console.organisations import queries
from console.organisations.access import MemberRequest, SignedInRequest, members, signed_in
from console.pages.answers import page


@signed_in("GET")
def home(request: SignedInRequest) -> HttpResponse:
    """The person's only organisation, or the list to choose from."""
    found = queries.organisations_of(request.user)
    if len(found) == 1:
        return redirect("overview", slug=found[0].slug)
    return page(request, "web/home.html", {"organisations": found})


@members("GET")
def overview(request: MemberRequest) -> HttpResponse:
    """What there is to do first."""
    return page(request, "web/overview.html", {}, part="overview")
