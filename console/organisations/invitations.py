"""The page an invitation's link opens: sign in or up first where needed, then accept."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from console.organisations import queries, services
from console.organisations.access import PageRequest, anyone, to_sign_in
from console.organisations.sign_up import INVITATION_KEY
from console.pages.answers import go, page


@anyone("GET", "POST")
def invitation(request: PageRequest, token: str) -> HttpResponse:
    """What is offered, and the button that takes it; a token that is old, used or made up finds nothing."""
    found = queries.invitation(token)
    if found is None:
        raise Http404
    if request.method != "POST":
        request.session[INVITATION_KEY] = token  # so that its holder may sign up, and comes back
        return page(request, "organisations/invitation.html", {"invitation": found})
    if not request.user.is_authenticated:
        return to_sign_in(request)
    by = services.accept_invitation(request.user, found)
    request.session.pop(INVITATION_KEY, None)
    name = by.organisation.name
    return go(request, "overview", slug=by.organisation.slug, said=_("You joined %(name)s.") % {"name": name})
