"""The theme a reader chose, kept in a cookie. (The language is chosen with Django's own view.)"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

COOKIE = "theme"
THEMES = ("system", "light", "dark")
A_YEAR = 60 * 60 * 24 * 365  # seconds


def theme_of(request: HttpRequest) -> str:
    """The chosen theme; the system's where none is."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else "system"


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme and go back to the page it was chosen on."""
    response = HttpResponseRedirect(_page_before(request))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
    return response


def _page_before(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()) else "/"
