"""Django's error handlers, answered with our pages; below /v1/, with problem documents."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from console.api import problems
from console.pages.problems import EXPLANATIONS, Explanation, answer, is_fragment, message

API = "/v1/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return _answer(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _answer(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    """500: a page that needs neither the database nor the session, either of which may be what failed."""
    if request.path.startswith(API):
        return problems.of_status(500)
    context = {"explanation": EXPLANATIONS[500]}
    if is_fragment(request):
        return message(render_to_string("problem.html#message", context), 500)
    return HttpResponse(render_to_string("500.html", context), status=500)


def csrf_failure(request: HttpRequest, reason: str = "", **kwargs: Any) -> HttpResponse:
    """403 of a form whose token is missing or old."""
    explanation = Explanation(_("This form is too old to be taken."), _("Go back, reload the page and send it again."))
    return answer(request, 403, explanation)


def _answer(request: HttpRequest, status: int) -> HttpResponse:
    return problems.of_status(status) if request.path.startswith(API) else answer(request, status)
