from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from console.celery import app
from console.tasks import checks, periodic, through_celery
from console.tasks.models import Due


def test_every_periodic_task_is_known_and_nothing_is_amiss_with_the_settings() -> None:
    assert checks.check_settings() == []


def test_celerys_beat_has_the_same_list_and_lets_no_backlog_grow() -> None:
    rung = {each["args"][0]: each["options"]["expires"] for each in app.conf.beat_schedule.values()}
    assert rung == settings.PERIODIC
    assert all(each["schedule"] <= settings.PERIODIC[name] for name, each in app.conf.beat_schedule.items())


@pytest.mark.parametrize("name", settings.PERIODIC)
def test_a_bell_of_celery_does_what_is_due_once(name: str, django_capture_on_commit_callbacks: Any) -> None:
    assert through_celery.app is app
    with django_capture_on_commit_callbacks(execute=True):
        for _bell in range(2):
            app.tasks["periodic"](name)
    due_at = Due.objects.get(name=name).due_at
    assert due_at - timezone.now() > timedelta(seconds=settings.PERIODIC[name] - 5)
    assert not periodic.run_if_due(name)


def test_celery_runs_a_task_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[int, ...]] = []
    monkeypatch.setattr(through_celery, "run", lambda task, *ids: ran.append((task.name, *ids)))
    app.tasks["run"]("letters.send", 7)
    assert ran == [("letters.send", 7)]
