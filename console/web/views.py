"""The first page of the site and of an organisation."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect

from console.organisations import queries
from console.organisations.access import MemberRequest, SignedInRequest, members, signed_in
from console.pages.answers import page
from console.web.first_steps import first_steps


@signed_in("GET")
def home(request: SignedInRequest) -> HttpResponse:
    """The person's only organisation, or the list to choose from."""
    found = queries.organisations_of(request.user)
    if len(found) == 1:
        return redirect("overview", slug=found[0].slug)
    may_make = settings.SIGN_UP_OPEN or request.user.is_staff
    return page(request, "web/home.html", {"organisations": found, "may_make": may_make})


@members("GET")
def overview(request: MemberRequest) -> HttpResponse:
    """What there is to do first."""
    steps = first_steps(request.actor)
    waiting = [step for step in steps if not step.done]
    return page(request, "web/overview.html", {"steps": steps, "waiting": waiting}, part="overview")
