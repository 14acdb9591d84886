"""One turn of a person's at a time, in the order they came, whether threads or tasks wait for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager


class Gate:
    """Lets one in at a time; the rest wait in a line, threads without a loop and tasks without holding theirs up.

    :ivar holder: who is in: a thread's identity, or a task.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_taken = False
        self.holder: object = None
        self._line: deque[Future[None]] = deque()

    @property
    def is_taken(self) -> bool:
        """Whether someone is in."""
        return self._is_taken

    @contextmanager
    def here(self, who: object = None) -> Iterator[None]:
        """Wait in this thread, and go in as ``who``."""
        place = self._queue()
        with self._given_up(place):
            place.result()
        self.holder = who
        try:
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def on_loop(self, who: object = None) -> AsyncIterator[None]:
        """Wait in this task, and go in as ``who``."""
        import asyncio  # which takes its time, and which only loops need

        place = self._queue()
        with self._given_up(place):
            await asyncio.wrap_future(place)
        self.holder = who
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def _given_up(self, place: Future[None]) -> Iterator[None]:
        """Leave the line where waiting is broken off; whoever was let in just then lets the next one in."""
        try:
            yield
        except BaseException:
            if not place.cancel():
                self._leave()
            raise

    def _queue(self) -> Future[None]:
        place: Future[None] = Future()
        with self._lock:
            if self._is_taken:
                self._line.append(place)
            else:
                self._is_taken = True
                place.set_result(None)
        return place

    def _leave(self) -> None:
        self.holder = None
        with self._lock:
            while self._line:
                place = self._line.popleft()
                if place.set_running_or_notify_cancel():
                    place.set_result(None)
                    return
            self._is_taken = False
