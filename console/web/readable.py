"""What comes beside a body is read as text that every database keeps; bodies are held to that where they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest, HttpResponse

_NUL = "\0"  # PostgreSQL keeps no text that holds it


class Request(WSGIRequest):
    """A request; a kind of body that names an encoding which is none of texts is passed over."""

    def __init__(self, environ: dict[str, Any]) -> None:
        try:
            super().__init__(environ)
        except (LookupError, ValueError):
            super().__init__({**environ, "CONTENT_TYPE": ""})


class Readable:
    """Refuses NUL in an address, passes over cookies that hold it, and reads everything as UTF-8."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, if it can be read."""
        request.encoding = settings.DEFAULT_CHARSET  # and not the one it names
        if _NUL in request.path:
            raise Http404
        if _NUL in unquote(request.META.get("QUERY_STRING", "")):
            raise BadRequest
        for name in [name for name, value in request.COOKIES.items() if _NUL in value]:
            del request.COOKIES[name]
        return self.get_response(request)
