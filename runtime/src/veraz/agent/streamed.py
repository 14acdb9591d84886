"""A turn that gives its text as it comes: begun when it is first iterated over, one turn of a person's at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any

from veraz.agent.doing import Driven, is_inside
from veraz.agent.session import Session
from veraz.agent.turn import Reply
from veraz.errors import ConfigurationError


class Streamed(Iterator[str]):
    """Gives the text of a turn, piece by piece; what was given is never taken back.

    A turn that is not iterated over to its end holds the person's next one up until it is closed, by :meth:`close` or
    as a context manager: it is then broken off, and what had not begun is not attempted.
    """

    def __init__(self, session: Session, turn: Driven[Reply]) -> None:
        self._session = session
        self._turn = turn
        self._texts = self._given()

    @property
    def reply(self) -> Reply:
        """The whole reply, once all its text was given.

        :raises ConfigurationError: before that.
        """
        return _reply(self._turn)

    def __next__(self) -> str:
        text: str = next(self._texts)
        return text

    def close(self) -> None:
        """Break the turn off, where it has not ended."""
        self._texts.close()

    def __enter__(self) -> Streamed:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None) -> None:
        self.close()

    def _given(self) -> Any:
        _refuse_inside(self._session)
        if self._session.gate.is_taken:
            _refuse_own(self._session, threading.get_ident())
            if _task() is not None:
                raise ConfigurationError(f"{_under_way(self._session)}; on a loop, use achat or aconfirm")
        with self._session.gate.here(threading.get_ident()):
            yield from filter(None, self._turn.here())


class AsyncStreamed(AsyncIterator[str]):
    """Gives the text of a turn as :class:`Streamed` does, on the caller's loop."""

    def __init__(self, session: Session, turn: Driven[Reply]) -> None:
        self._session = session
        self._turn = turn
        self._texts = self._given()

    @property
    def reply(self) -> Reply:
        """The whole reply; see :attr:`Streamed.reply`."""
        return _reply(self._turn)

    async def __anext__(self) -> str:
        text: str = await anext(self._texts)
        return text

    async def aclose(self) -> None:
        """Break the turn off, where it has not ended."""
        await self._texts.aclose()

    async def __aenter__(self) -> AsyncStreamed:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None) -> None:
        await self.aclose()

    async def _given(self) -> Any:
        _refuse_inside(self._session)
        _refuse_own(self._session, _task())
        async with self._session.gate.on_loop(_task()):
            async for text in self._turn.on_loop():
                if text:
                    yield text


def _reply(turn: Driven[Reply]) -> Reply:
    if turn.value is None:
        raise ConfigurationError("the reply is there once all its text was read")
    return turn.value


def _refuse_inside(session: Session) -> None:
    if is_inside(session):
        raise ConfigurationError(f"{_under_way(session)}, and this was called inside it")


def _refuse_own(session: Session, who: object) -> None:
    """Refuse to wait for a turn that goes on only when who waits reads on."""
    if session.gate.is_taken and session.gate.holder is not None and session.gate.holder == who:
        raise ConfigurationError(f"{_under_way(session)}; read it to its end, or close it, before the next")


def _under_way(session: Session) -> str:
    return f"a turn of {session.user!r} is under way"


def _task() -> object:
    """Return the task that runs in this thread; where asyncio was never imported, none does."""
    asyncio = sys.modules.get("asyncio")
    try:
        return asyncio and asyncio.current_task()
    except RuntimeError:
        return None
