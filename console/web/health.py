"""Whether the console lives, and whether it is ready to answer."""

from __future__ import annotations

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from console.letters.queries import undelivered
from console.tasks.periodic import is_behind
from console.web.checks import missing_static_files


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, holds every migration, and pages have their files; else 503 and why.

    What waits for others is told beside it: no console answers better for being taken out of service over that.
    """
    if why := _why_not():
        return JsonResponse({"status": why}, status=503)
    return JsonResponse({"status": "ok", "waiting": _waiting()})


_ANSWERS = {"/health": live, "/ready": ready}


class Probes:
    """Answers both to whoever asks, by whatever name and over plain HTTP: load balancers ask by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or pass the request on."""
        return _ANSWERS.get(request.path_info, self.get_response)(request)


def _why_not() -> str:
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError:
        return "database_unreachable"
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return "migrations_waiting"
    return "static_files_missing" if missing_static_files() else ""


def _waiting() -> list[str]:
    found = {"tasks": is_behind(timezone.now()), "letters": undelivered()}
    return [name for name, waits in found.items() if waits]
