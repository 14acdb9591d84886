"""What a reader chose for themselves, kept in cookies. (The language is chosen with Django's own view.)"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

CHOICES = {
    "theme": ("system", "light", "dark"),  # the first is taken where nothing was chosen
    "keys": ("on", "off"),  # keys of one letter, which speech input may press by accident
}
A_YEAR = 60 * 60 * 24 * 365  # seconds


def preferences(request: HttpRequest) -> dict[str, str]:
    """Every preference by its name."""
    asked = {name: request.COOKIES.get(name, "") for name in CHOICES}
    return {name: asked[name] if asked[name] in CHOICES[name] else CHOICES[name][0] for name in CHOICES}


@require_POST
def choose(request: HttpRequest, name: str) -> HttpResponse:
    """Keep what was chosen and go back to the page it was chosen on."""
    response = HttpResponseRedirect(_page_before(request))
    chosen = request.POST.get(name, "")
    if chosen in CHOICES[name]:
        response.set_cookie(name, chosen, max_age=A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
    return response


def _page_before(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()) else "/"
