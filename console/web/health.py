"""Whether the console lives, and whether it is ready to answer."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and holds every migration, else 503 and why."""
    why = _why_not()
    return JsonResponse({"status": why or "ok"}, status=503 if why else 200)


def _why_not() -> str:
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError:
        return "database_unreachable"
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "migrations_waiting" if waiting else ""
