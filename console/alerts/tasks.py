"""Looking at the counts for every alert."""

from __future__ import annotations

from django.db.models import F

from console.alerts import services
from console.alerts.models import Alert
from console.tasks.queue import later
from console.tasks.registry import task


@task("alerts.look")
def look(pk: int) -> None:
    """Look for one alert."""
    services.look(pk)


@task("alerts.look_all")
def look_all() -> None:
    """Look for all that are on, those first that were not looked at for longest."""
    waiting = Alert.objects.filter(is_on=True).order_by(F("looked_at").asc(nulls_first=True), "pk")
    for pk in waiting.values_list("pk", flat=True):
        later(look, pk)
