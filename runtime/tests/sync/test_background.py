"""One thread does what is due; nothing else waits for it."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable
from typing import Any

import pytest

from veraz.sync.background import Background


class Counting:
    """A job that counts its runs and returns ``pause``, or raises it."""

    def __init__(self, pause: Any = math.inf) -> None:
        self.pause = pause
        self.runs = 0
        self.finished: list[float] = []
        self.thread: threading.Thread | None = None

    def run(self) -> float:
        self.runs += 1
        self.thread = threading.current_thread()
        if isinstance(self.pause, Exception):
            raise self.pause
        return float(self.pause)

    def finish(self, deadline_seconds: float) -> None:
        self.finished.append(deadline_seconds)


def test_each_job_runs_when_it_is_due_in_a_thread_that_keeps_no_process_alive(eventually: Callable[..., bool]) -> None:
    often, once = Counting(0.001), Counting()
    background = Background(often, once)
    assert (often.runs, once.runs) == (0, 0)
    background.start()
    background.start()
    assert eventually(lambda: often.runs > 5)
    assert once.runs == 1
    assert often.thread is once.thread is not threading.current_thread()
    assert often.thread is not None
    assert often.thread.daemon
    background.close()


def test_a_job_that_fails_is_said_and_leaves_the_others_to_run(
    eventually: Callable[..., bool], caplog: pytest.LogCaptureFixture
) -> None:
    wrong, well = Counting(ValueError("oh")), Counting(0.001)
    background = Background(wrong, well)
    background.start()
    assert eventually(lambda: well.runs > 5)
    assert wrong.runs == 1
    assert "Counting failed; it is tried again in 60 s" in caplog.text
    background.close()


def test_closing_lets_each_job_finish_within_what_is_left_and_ends_the_thread(eventually: Callable[..., bool]) -> None:
    first, second = Counting(0.001), Counting()
    background = Background(first, second)
    background.start()
    assert eventually(lambda: second.runs)
    background.close(1.5)
    assert len(first.finished) == len(second.finished) == 1
    assert all(0 < seconds <= 1.5 for seconds in first.finished + second.finished)
    runs = first.runs
    background.start()
    assert first.runs == runs
    assert first.thread is not None
    assert not first.thread.is_alive()


def test_closing_does_not_wait_longer_than_it_is_told_to_for_a_job_that_hangs(eventually: Callable[..., bool]) -> None:
    going_on = threading.Event()

    class Hanging(Counting):
        def run(self) -> float:
            super().run()
            going_on.wait(60)
            return math.inf

    job = Hanging()
    background = Background(job)
    background.start()
    assert eventually(lambda: job.runs)
    background.close(0.01)
    assert job.finished == []
    going_on.set()


def test_what_was_never_started_or_has_nothing_to_do_has_no_thread() -> None:
    before = threading.active_count()
    job = Counting()
    Background(job).close()
    Background().start()
    assert threading.active_count() == before
    assert (job.runs, job.finished) == (0, [])


def test_where_no_thread_can_be_had_the_caller_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    background = Background(Counting())
    for _ in range(3):
        background.start()
    assert caplog.text.count("can't start new thread") == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # that threads run beside is what is tested
def test_a_process_that_is_forked_has_a_thread_of_its_own(eventually: Callable[..., bool]) -> None:
    job = Counting(0.001)
    background = Background(job)
    background.start()
    assert eventually(lambda: job.runs)
    pid = os.fork()
    if pid == 0:  # only numbers come back from here
        runs = job.runs
        background.start()
        os._exit(0 if eventually(lambda: job.runs > runs + 2) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    background.close()
