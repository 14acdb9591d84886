"""What a reader chose for themselves, kept in cookies; the language also where letters to them look for it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from console.accounts.languages import remember

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


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Keep the language that was chosen and go back to the page it was chosen on."""
    response = set_language(request)
    chosen = response.cookies.get(settings.LANGUAGE_COOKIE_NAME)
    if chosen and request.user.is_authenticated:
        remember(request.user, chosen.value)
    return response


def _page_before(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()) else "/"
