"""Django's error handlers, answered with our pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from console.pages.problems import EXPLANATIONS, Explanation, answer, is_fragment, message


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return answer(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return answer(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    """500: a page that needs neither the database nor the session, either of which may be what failed."""
    context = {"explanation": EXPLANATIONS[500]}
    if is_fragment(request):
        return message(render_to_string("problem.html#message", context), 500)
    return HttpResponse(render_to_string("500.html", context), status=500)


def csrf_failure(request: HttpRequest, reason: str = "", **kwargs: Any) -> HttpResponse:
    """403 of a form whose token is missing or old."""
    explanation = Explanation(_("This form is too old to be taken."), _("Go back, reload the page and send it again."))
    return answer(request, 403, explanation)
