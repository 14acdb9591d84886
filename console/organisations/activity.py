"""Activity: the organisation's audit log, or one item's."""

from __future__ import annotations

from django.http import HttpResponse

from console.audit import queries
from console.audit.actions import known
from console.organisations.access import MemberRequest, members
from console.pages.answers import asked, page, rows


@members("GET")
def activity(request: MemberRequest) -> HttpResponse:
    """Who did what, newest first; `?who=`, `?action=` and `?item=` narrow it."""
    organisation = request.actor.organisation
    filters = queries.Filters(**{name: asked(request, name) for name in queries.Filters.__slots__})
    found = rows(request, queries.lines(organisation, filters))
    context = {
        "filters": filters,
        "lines": found,
        "rows": [queries.row(line) for line in found],
        "people": queries.people(organisation),
        "actions": known(),
    }
    return page(request, "organisations/activity.html", context, part="activity")
