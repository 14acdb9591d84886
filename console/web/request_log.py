"""One log line a request, without its address or its body."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

from console.web.routes import route

log = structlog.get_logger("console.request")


class RequestLog:
    """Names each request, in its log lines and in `X-Request-ID`, and says how it ended."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, named, and write its line."""
        name, began = uuid.uuid4().hex, time.perf_counter()
        with structlog.contextvars.bound_contextvars(request=name):
            response = self.get_response(request)
            milliseconds = round((time.perf_counter() - began) * 1000, 1)
            log.info(
                "request", method=request.method, route=route(request), status=response.status_code, ms=milliseconds
            )
        response["X-Request-ID"] = name
        return response
