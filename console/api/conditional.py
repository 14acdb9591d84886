"""Conditional reads. They are judged inside a view, once the key is known: a decorator would answer 304 to anyone."""

from __future__ import annotations

from typing import TypeVar

from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.request import Request

Answer = TypeVar("Answer", bound=HttpResponse)

_REVALIDATED = {"Cache-Control": "private, no-cache", "Vary": "Accept, Authorization"}


def unchanged(request: Request, etag: str) -> bool:
    """Tell whether the caller holds what `etag` names, compared weakly, since proxies may weaken tags."""
    held = {each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))}
    return etag in held or "*" in held


def not_modified(etag: str) -> HttpResponse:
    """Answer that what the caller holds still holds, with nothing to render."""
    response = tagged(HttpResponse(status=304), etag)
    del response["Content-Type"]
    return response


def tagged(response: Answer, etag: str) -> Answer:
    """Return the response to be kept by its caller alone, who asks each time whether it has changed."""
    for name, value in {"ETag": etag, **_REVALIDATED}.items():
        response[name] = value
    return response
