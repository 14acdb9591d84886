"""Phrasings: every tool and outcome."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse

from console.organisations.access import MemberRequest, members
from console.pages.answers import PAGE_ROWS, asked, page
from console.tools.words import OUTCOME_NAMES
from phrasings.content import OUTCOMES
from phrasings.matrix import Matrix, Show
from phrasings.queries import live_number


@members("GET")
def matrix(request: MemberRequest) -> HttpResponse:
    """The matrix; `?q=` and `?show=` narrow it."""
    organisation = request.actor.organisation
    show = Show(asked(request, "show")) if asked(request, "show") in list(Show) else Show.ALL
    whole = Matrix.of(organisation)
    found = Paginator(whole.names(asked(request, "q"), show), PAGE_ROWS).get_page(request.GET.get("page"))
    context = {
        "q": asked(request, "q"),
        "show": show,
        "live": live_number(organisation),
        "drafts": whole.drafts,
        "is_empty": whole.is_empty,
        "outcomes": [OUTCOME_NAMES[outcome] for outcome in OUTCOMES],
        "tools": found,
        "rows": whole.rows(list(found)),
    }
    return page(request, "phrasings/matrix.html", context, part="matrix")
