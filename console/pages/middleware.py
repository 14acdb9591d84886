"""Problems that views raise become answers, and what is answered is kept by no cache."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from console.pages import problems


class Problems:
    """Answers a Problem with its page or message."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a Problem; any other exception is Django's to handle."""
        if not isinstance(exception, problems.Problem):
            return None
        response = problems.answer(request, exception.status, exception.explanation)
        for name, value in exception.headers.items():
            response[name] = value
        return response


class KeptNowhere:
    """Keeps caches from keeping what does not say itself how long it may be kept: pages have secrets and names."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
