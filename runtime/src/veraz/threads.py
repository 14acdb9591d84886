"""Where other people's code runs that cannot run where it is called: threads of their own, and one loop a process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from contextvars import Context
from typing import TYPE_CHECKING, Any

from veraz.errors import OutcomeUnknown

if TYPE_CHECKING:
    import asyncio


def in_thread(function: Callable[[], Any], context: Context) -> Future[Any]:
    """Begin ``function`` in a thread of its own, and return what will hold what comes of it.

    One that hangs holds nobody up: no pool has a place the less, and the process ends without it.
    """
    came: Future[Any] = Future()

    def body() -> None:
        try:
            result = function()
        except BaseException as error:  # carried over to whoever waits, who judges it
            came.set_exception(error)
        else:
            came.set_result(result)

    came.set_running_or_notify_cancel()  # from here on it cannot be called back
    own = context.copy()  # the one given may be in use in the caller's thread
    threading.Thread(target=own.run, args=(body,), name="veraz-call", daemon=True).start()
    return came


def on_own_loop(coroutine: Coroutine[Any, Any, Any], context: Context, timeout: float | None = None) -> Any:
    """Return what ``coroutine`` comes to, run on a loop that lives as long as the process.

    What clients keep open between calls is bound to a loop, so all calls share one.

    :raises TimeoutError: after ``timeout`` seconds; the coroutine is cancelled then, and not waited for.
    """
    import asyncio  # which takes its time, and which only coroutines need

    loop = _LOOP.running()
    if threading.get_ident() == _LOOP.thread:  # called from what runs on it: waiting here would be for ever
        return in_thread(lambda: asyncio.run(coroutine), context).result(timeout)
    came = context.run(asyncio.run_coroutine_threadsafe, coroutine, loop)
    try:
        return came.result(timeout)
    except CancelledError:
        raise OutcomeUnknown("it was cancelled from within") from None
    finally:
        came.cancel()  # where it has not come: a time-out, or Ctrl+C


class _Loop:
    """The process's own loop, begun when it is first needed, and again in a child after a fork."""

    def __init__(self) -> None:
        self.thread = 0
        self._pid = 0
        self._loop: asyncio.AbstractEventLoop
        self._lock = threading.Lock()

    def running(self) -> asyncio.AbstractEventLoop:
        import asyncio

        with self._lock:
            if self._pid != os.getpid():
                self._loop = asyncio.new_event_loop()
                thread = threading.Thread(target=self._loop.run_forever, name="veraz-loop", daemon=True)
                thread.start()
                self.thread, self._pid = thread.ident or 0, os.getpid()
            return self._loop


_LOOP = _Loop()
