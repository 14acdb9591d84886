"""Errors as problem documents (RFC 9457): a status, two sentences, and a `code` that never changes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions

from console.pages import problems as pages
from console.pages.problems import Fault

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: the status it is answered with and what it is called."""

    status: int
    title: str | Promise


KINDS = {
    "malformed": Kind(400, _("The request could not be read.")),
    "key_missing": Kind(401, _("An API key is needed.")),
    "key_invalid": Kind(401, _("This API key does not work.")),
    "scope_missing": Kind(403, _("This API key may not do that.")),
    "not_found": Kind(404, _("There is nothing at this address.")),
    "method_not_allowed": Kind(405, _("This address does not take that method.")),
    "not_acceptable": Kind(406, _("This address does not answer in what was asked for.")),
    "stale": Kind(409, _("Another version went live first.")),
    "conflict": Kind(409, _("Someone else changed this first.")),
    "too_large": Kind(413, _("The body is too large.")),
    "unsupported_media_type": Kind(415, _("This kind of body is not read.")),
    "invalid": Kind(422, _("Something in the request is not valid.")),
    "nothing_changed": Kind(422, _("This would change nothing.")),
    "too_many_requests": Kind(429, _("Too many requests came in a short time.")),
    "internal": Kind(500, _("Something failed on our side.")),
}
CODES = tuple(KINDS)


class ApiProblem(Exception):
    """Ends a request with a problem document; `more` are members of its own."""

    def __init__(
        self, code: str, detail: str | Promise = "", headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(code)
        self.code, self.detail, self.headers, self.more = code, detail, headers or {}, more


class TooLarge(exceptions.APIException):
    """A body over the bound, which is not read."""

    status_code = 413


# By class, the most particular first; Django's own, the framework's, and those of the pages.
_CODES: tuple[tuple[type[Exception], str], ...] = (
    (Http404, "not_found"),
    (PermissionDenied, "scope_missing"),
    (pages.Conflict, "conflict"),
    (pages.Invalid, "invalid"),
    (TooLarge, "too_large"),
    (exceptions.ValidationError, "invalid"),
    (exceptions.ParseError, "malformed"),
    (exceptions.NotAuthenticated, "key_missing"),
    (exceptions.AuthenticationFailed, "key_invalid"),
    (exceptions.PermissionDenied, "scope_missing"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "too_many_requests"),
)


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Answer what a view raised; None leaves it to Django, which answers 500."""
    problem = error if isinstance(error, ApiProblem) else _problem(error)
    if problem is None:
        return None
    response = answer(problem.code, problem.detail, **problem.more)
    for name, value in {**_headers(error, context), **problem.headers}.items():
        response[name] = value
    return response


def answer(code: str, detail: str | Promise = "", **more: Any) -> HttpResponse:
    """A problem document."""
    kind = KINDS[code]
    body = {"type": f"urn:veraz:problem:{code}", "title": str(kind.title), "status": kind.status, "code": code}
    if detail:
        body["detail"] = str(detail)
    return JsonResponse(
        {**body, **more}, status=kind.status, content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False}
    )


def of_status(status: int) -> HttpResponse:
    """A problem document for an error that no view of the interface raised."""
    return answer(next(code for code, kind in KINDS.items() if kind.status == status))


def _problem(error: Exception) -> ApiProblem | None:
    code = next((code for known, code in _CODES if isinstance(error, known)), None)
    if code is None:
        return None
    if isinstance(error, pages.Problem):
        told = error.explanation
        whole = Fault("", code, told.happened, told.advice)
        faults = (error.faults or (whole,)) if isinstance(error, pages.Invalid) else ()
        return ApiProblem(code, f"{told.happened} {told.advice}", **_errors(faults))
    if isinstance(error, exceptions.ValidationError):
        return ApiProblem(code, **_errors(_faults(error.detail, "")))
    if isinstance(error, exceptions.APIException):
        return ApiProblem(code, str(error.detail) if code in ("malformed", "key_invalid", "scope_missing") else "")
    return ApiProblem(code)


def _errors(faults: Any) -> dict[str, Any]:
    found = [{name: str(value) for name, value in asdict(fault).items()} for fault in faults]
    return {"errors": found} if found else {}


def _faults(detail: Any, path: str) -> Iterator[Fault]:
    """The framework's nested errors, each with the JSON pointer of its place."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _faults(inner, path if name == "non_field_errors" else f"{path}/{name}")
    elif isinstance(detail, list):
        for inner in detail:
            yield from _faults(inner, path)
    else:
        yield Fault(path, detail.code, str(detail))


def _headers(error: Exception, context: Mapping[str, Any]) -> dict[str, str]:
    headers = {}
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(max(1, math.ceil(getattr(error, "wait", None) or 60)))
    if isinstance(error, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    if challenge := getattr(error, "auth_header", ""):
        headers["WWW-Authenticate"] = challenge
    return headers
