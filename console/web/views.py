"""The first page of the site and of an organisation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from console.alerts.queries import raised
from console.meters.days_summary import summary
from console.meters.found import known
from console.meters.meter_sentences import spelt_out
from console.meters.queries import installations
from console.meters.spans import Span
from console.organisations import queries
from console.organisations.access import MemberRequest, SignedInRequest, members, signed_in
from console.pages.answers import page, rows
from console.web.first_steps import first_steps
from console.web.runtimes import runtimes

DAYS = 7  # that the overview looks back over


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
    """What was counted in the last days and by which runtimes; before there is any, what there is to do first."""
    organisation = request.actor.organisation
    found = rows(request, installations(organisation))
    steps = first_steps(request.actor, request.build_absolute_uri("/").rstrip("/"))
    context: dict[str, Any] = {
        "alerts": raised(organisation),
        "steps": steps,
        "waiting": [step for step in steps if not step.done],
        "installations": found,
        "runtimes": runtimes(organisation, found, timezone.now()),
    }
    if known(organisation):
        last_days = summary(organisation, Span.up_to(timezone.localdate(), DAYS))
        context |= {"summary": last_days, "said": spelt_out(last_days.report)}
    return page(request, "web/overview.html", context, part="overview")
