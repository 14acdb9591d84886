"""Asking a judge, for no longer than it may take."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Sequence
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import Any

from veraz.replies.inquiry.question import Judge, Question
from veraz.threads import in_thread, on_own_loop

log = logging.getLogger("veraz.replies")


def ask(judge: Judge, questions: Sequence[Question], seconds: float) -> Any:
    """Return what ``judge`` answers; ``None`` where it raises, or takes longer than ``seconds``.

    It runs in a thread of its own, which is left behind when its time is up; a coroutine is cancelled.
    """
    context, ends = copy_context(), monotonic() + seconds
    try:
        came = in_thread(partial(judge, questions), context)
        error = came.exception(seconds)
        given = None if error else came.result()
        while inspect.isawaitable(given):
            given = on_own_loop(_awaited(given), context, ends - monotonic())
    except Exception as raised:  # a judge is someone else's code: the rules' verdict stands
        error = raised
    if error is None:
        return given
    failed(error)
    return None


def failed(error: BaseException) -> None:
    """Say in the log that a judge did not answer, with nothing of what it was asked."""
    log.warning("the judge raised %s; what the rules made of the reply stands", type(error).__name__)


async def _awaited(given: Any) -> Any:
    return await given
