from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from threading import Event
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from console.celery import app
from console.tasks import checks, periodic, periodic_thread, registry
from console.tasks.queue import later
from console.tasks.registry import Task, task
from console.tasks.worker import Worker
from tests.at_once import at_once

PATIENCE = 20  # seconds


@pytest.fixture(autouse=True)
def _own_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_KNOWN", {})


@pytest.fixture
def done() -> list[int]:
    return []


@pytest.fixture
def note(done: list[int]) -> Task:
    """A task that notes its id."""

    def work(pk: int) -> None:
        done.append(pk)

    return task("note")(work)


@pytest.fixture
def tick(done: list[int], settings: Any) -> Iterator[Callable[[int], None]]:
    """A periodic task, done every minute; gives what moves the clock on."""

    def work() -> None:
        done.append(len(done) + 1)

    task("tick")(work)
    settings.PERIODIC = {"tick": 60}
    with time_machine.travel("2027-03-01 09:00Z", tick=False) as clock:
        yield clock.shift


def test_a_name_is_given_once(note: Task) -> None:
    with pytest.raises(ValueError, match="note is named twice"):
        task("note")(lambda: None)


def test_a_task_that_takes_more_than_ids_is_refused() -> None:
    def work(pk: int, text: str) -> None:
        pass

    with pytest.raises(TypeError, match="takes text; a task takes ids alone"):
        task("letters")(work)


@pytest.mark.django_db(transaction=True)
def test_a_task_is_done_once_the_transaction_is_kept(note: Task, done: list[int]) -> None:
    with transaction.atomic():
        later(note, 1)
        assert done == []
    assert done == [1]


@pytest.mark.django_db(transaction=True)
def test_a_task_of_a_transaction_that_is_rolled_back_is_never_done(note: Task, done: list[int]) -> None:
    with transaction.atomic():
        later(note, 1)
        transaction.set_rollback(True)
    assert done == []


def test_a_worker_does_one_after_the_other_and_outlives_a_failure(note: Task, done: list[int]) -> None:
    def fail() -> None:
        raise RuntimeError("no")

    worker = Worker()
    for each, ids in ((note, (1,)), (task("fail")(fail), ()), (note, (2,))):
        worker.put(each, ids)
    worker.finish()
    assert done == [1, 2]


def test_a_worker_with_its_hands_full_leaves_the_rest_to_be_found(note: Task, done: list[int]) -> None:
    begun, gate = Event(), Event()

    def hold() -> None:
        begun.set()
        gate.wait(PATIENCE)

    worker = Worker(most_waiting=1)
    worker.put(task("hold")(hold), ())
    begun.wait(PATIENCE)
    for pk in (1, 2):
        worker.put(note, (pk,))
    gate.set()
    worker.finish()
    assert done == [1]


def test_periodic_work_is_done_when_due_and_not_before(tick: Callable[[int], None], done: list[int]) -> None:
    assert periodic.run_due() == ["tick"]
    tick(50)
    assert periodic.run_due() == []
    tick(10)
    assert periodic.run_due() == ["tick"]
    assert done == [1, 2]


def test_a_bell_that_rings_a_little_early_is_heard(tick: Callable[[int], None]) -> None:
    periodic.run_due()
    tick(56)
    assert periodic.run_due() == ["tick"]


def test_nobody_begins_what_another_is_doing_unless_that_one_has_died(tick: Callable[[int], None]) -> None:
    assert periodic._claim("tick", timezone.now())  # and whoever took it is never heard of again
    tick(120)
    assert periodic.run_due() == []
    tick(int(periodic.LEASE.total_seconds()))
    assert periodic.run_due() == ["tick"]


def test_work_that_fails_keeps_no_other_from_being_done(tick: Callable[[int], None], settings: Any) -> None:
    def fail() -> None:
        raise RuntimeError("no")

    task("fail")(fail)
    settings.PERIODIC = {"fail": 60, "tick": 60}
    assert periodic.run_due() == ["fail", "tick"]
    assert periodic.run_due() == []


@pytest.mark.django_db(transaction=True)
def test_of_many_processes_one_does_it(tick: Callable[[int], None], done: list[int]) -> None:
    assert sorted(at_once([partial(periodic.run_if_due, "tick")] * 4)) == [False, False, False, True]
    assert done == [1]


def test_the_command_does_what_is_due_with_what_it_sets_off(note: Task, done: list[int], settings: Any) -> None:
    def set_off() -> None:
        with transaction.atomic():
            later(note, 7)

    task("set off")(set_off)
    settings.PERIODIC, settings.TASKS = {"set off": 60}, "command"
    assert _due() == "set off\n"
    assert _due() == ""


@pytest.mark.django_db(transaction=True)
def test_where_cron_does_it_nothing_is_done_before(note: Task, done: list[int], settings: Any) -> None:
    settings.TASKS = "command"
    later(note, 1)
    assert done == []


def test_a_thread_sleeps_until_something_is_due(tick: Callable[[int], None], settings: Any) -> None:
    assert periodic_thread._round() == periodic_thread.LONGEST_SLEEP
    tick(45)
    assert periodic_thread._round() == 15


def test_no_thread_is_started_by_a_request_of_a_test(client: Any) -> None:
    client.get("/health")
    assert periodic_thread._thread is None


def test_settings_that_name_what_is_not_there_are_told_of(settings: Any) -> None:
    settings.PERIODIC, settings.TASKS = {"nothing": 60}, "somewhere"
    said = [each.msg for each in checks.check_settings()]
    assert said[0] == "PERIODIC names nothing, which no app has."
    assert said[1].startswith("TASKS is 'somewhere'; it takes one of: celery, threads, command")


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_does_not_answer_fails_no_request(
    note: Task, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*told: Any) -> None:
        raise OperationalError("refused")

    settings.TASKS = "celery"
    monkeypatch.setattr(app, "send_task", refuse)
    later(note, 1)


def _due() -> str:
    out = StringIO()
    call_command("due", stdout=out)
    return out.getvalue()
