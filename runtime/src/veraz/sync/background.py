"""One thread that does what is due, so that nothing else ever waits on the network."""

from __future__ import annotations

import atexit
import logging
import math
import os
import threading
import time
import weakref
from typing import Protocol

log = logging.getLogger("veraz.sync")

AT_EXIT = 2.0
"""Seconds that the process waits for last attempts when it ends."""

_AFTER_ERROR = 60.0  # seconds until a job that raised is tried again


class Job(Protocol):
    """Something done again and again."""

    def run(self) -> float:
        """Do it once, and return the seconds until the next time; ``math.inf`` is never again."""
        ...

    def finish(self, deadline_seconds: float) -> None:
        """Do what is left to do, since the process ends, within so many seconds."""
        ...


class Background:
    """Runs ``jobs``, each when it is due, in one daemon thread.

    The thread starts at :meth:`start`, which is cheap to call again and starts another in a process forked since. With
    no jobs it never does.
    """

    def __init__(self, *jobs: Job) -> None:
        self._jobs = jobs
        self._closed = False
        self._thread: threading.Thread | None = None
        self._renew()
        _ALL.add(self)

    def start(self) -> None:
        """See to it that the thread runs; once :meth:`close` was called, it never does again."""
        if self._pid != os.getpid():
            self._renew()
        if self._thread is None and self._jobs and not self._closed:
            with self._starting:
                if self._thread is None:
                    self._thread = self._started()

    def close(self, seconds: float = AT_EXIT) -> None:
        """Let each job finish, and wait for that at most so many seconds."""
        atexit.unregister(self.close)
        self._closed = True
        self._finish_by = time.monotonic() + seconds
        self._closing.set()
        thread = self._thread
        if self._pid == os.getpid() and thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    def _renew(self) -> None:
        """Begin anew: after a fork the parent's thread is not there, and its locks are as the fork met them."""
        self._pid = os.getpid()
        self._thread = None
        self._starting = threading.Lock()
        self._closing = threading.Event()
        self._finish_by = math.inf

    def _started(self) -> threading.Thread | None:
        thread = threading.Thread(target=self._work, name="veraz-sync", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the interpreter is shutting down, or the system gives no more threads
            log.warning("no thread to talk to the console from: %s; what is held stays as it is", error)
            self._closed = True
            return None
        atexit.register(self.close)
        return thread

    def _work(self) -> None:
        due = dict.fromkeys(self._jobs, time.monotonic())
        while not self._closing.is_set():
            job = min(due, key=due.__getitem__, default=None)
            wait = math.inf if job is None else due[job] - time.monotonic()
            if job is not None and wait <= 0:
                due[job] = time.monotonic() + self._run(job)
            else:
                self._closing.wait(min(wait, threading.TIMEOUT_MAX))
        for job in self._jobs:
            self._finish(job)

    def _run(self, job: Job) -> float:
        try:
            return job.run()
        except Exception:  # the thread's loop: whatever a job meets, the others go on, and it is tried again
            log.exception("%s failed; it is tried again in %d s", type(job).__name__, _AFTER_ERROR)
            return _AFTER_ERROR

    def _finish(self, job: Job) -> None:
        try:
            job.finish(max(0.0, self._finish_by - time.monotonic()))
        except Exception:  # the thread's end: the other jobs have theirs to finish
            log.exception("%s could not finish", type(job).__name__)


_ALL: weakref.WeakSet[Background] = weakref.WeakSet()


def _after_fork() -> None:
    for background in list(_ALL):
        background._renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
