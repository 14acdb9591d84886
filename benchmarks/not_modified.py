"""How many polls a second are answered 304, beside a bare Django view in the same run.

    [DATABASE_URL=postgres://…] python benchmarks/not_modified.py [--seconds 5]

A runtime polls with the ETag that it holds. Requests go through the WSGI application as a server would pass them on, in
this one process: with keys, rates, middleware and the database. The bare view answers 304 at once; it stands behind the
same middleware, and again behind none. They take turns of half a second, so that whatever else the machine does falls
on each alike. Each key keeps to its rate, so a fleet of them polls.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from io import BytesIO, StringIO
from itertools import cycle
from statistics import median
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.http import HttpRequest, HttpResponse
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import include, path
from scratch import engine, scratch_database

from console.keys.models import Scope
from console.keys.services import create_key
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.tools.services import register
from phrasings.services import publish_set

TURN = 0.5  # seconds
KEYS = 50


def bare(request: HttpRequest) -> HttpResponse:
    """What answers a poll with nothing asked."""
    return HttpResponse(status=304)


urlpatterns = [path("bare", bare), path("", include("console.web.urls"))]


class Polls:
    """Requests for one address, each with the next of the keys."""

    def __init__(self, address: str, keys: Sequence[str] = ("",), accept: str = "*/*") -> None:
        self._handler = WSGIHandler()
        self._environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": address,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": "http",
            "HTTP_ACCEPT": accept,
        }
        self._keys = cycle(keys)
        self._etag = "none"
        self._etag = self().get("ETag", "")
        assert self()["status"].startswith("304")

    def __call__(self) -> dict[str, str]:
        """Make one, and return the headers of the answer."""
        told: dict[str, str] = {}

        def start(status: str, headers: list[tuple[str, str]], *_more: Any) -> None:
            told.update(headers, status=status)

        held = {"HTTP_AUTHORIZATION": f"Bearer {next(self._keys)}", "HTTP_IF_NONE_MATCH": self._etag}
        answer = self._handler({**self._environ, **held, "wsgi.input": BytesIO(), "wsgi.errors": StringIO()}, start)
        b"".join(answer)
        answer.close()
        return told


def rate(poll: Callable[[], object]) -> float:
    """How many a second, over one turn."""
    done, started = 0, time.perf_counter()
    while time.perf_counter() - started < TURN:
        poll()
        done += 1
    return done / (time.perf_counter() - started)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5)
    turns = max(1, round(parser.parse_args().seconds / TURN))
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # a server keeps them too, for as long as the settings say
    with scratch_database(), override_settings(ROOT_URLCONF=__name__):
        polls = fleets()
        figures: dict[str, list[float]] = {name: [] for name in polls}
        for name, poll in list(polls.items()) * turns:
            figures[name].append(rate(poll))
        print(f"{engine()}\n")
        for name, found in figures.items():
            with CaptureQueriesContext(connection) as ran:
                polls[name]()
            print(f"{name:36}{len(ran):>4} queries{median(found):>10,.0f} a second")


def fleets() -> dict[str, Polls]:
    """What is compared, of an organisation with a version that is live."""
    organisation = Organisation.objects.create(name="Bench", slug="bench")
    by = Actor(organisation, Role.OWNER, "bench")
    register(by, [{"name": "refund_card", "write": True, "input_schema": {}}])
    publish_set(by, 0, "First", {"refund_card": {"en": {"done": "Done."}}})
    keys = [create_key(by, f"bench {number}", [Scope.PHRASINGS_READ]).secret for number in range(KEYS)]
    with override_settings(MIDDLEWARE=[]):
        nothing = Polls("/bare")
    return {
        "bare view, no middleware": nothing,
        "bare view, all middleware": Polls("/bare"),
        "phrasings held, plain": Polls("/v1/outcome-phrasings", keys),
        "phrasings held, signed": Polls("/v1/outcome-phrasings", keys, "application/jose+json"),
    }


if __name__ == "__main__":
    main()
