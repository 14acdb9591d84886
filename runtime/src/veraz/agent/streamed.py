"""A turn that gives its text as it comes: begun when it is first iterated over, one turn of a person's at a time."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator

from veraz.agent.doing import Driven, is_inside
from veraz.agent.session import Session
from veraz.agent.turn import Reply
from veraz.errors import ConfigurationError


class Streamed:
    """Gives the text of a turn, piece by piece; what was given is never taken back.

    A turn that is not iterated over to its end is broken off: what had not begun is not attempted.
    """

    def __init__(self, session: Session, turn: Driven[Reply]) -> None:
        self._session = session
        self._turn = turn

    @property
    def reply(self) -> Reply:
        """The whole reply, once all its text was given.

        :raises ConfigurationError: before that.
        """
        return _reply(self._turn)

    def __iter__(self) -> Iterator[str]:
        """Yield each text once it may be read."""
        _refuse_inside(self._session)
        if self._session.gate.is_taken and _is_on_loop():
            raise ConfigurationError(f"a turn of {self._session.user!r} is under way; on a loop, use achat or aconfirm")
        with self._session.gate.here():
            yield from filter(None, self._turn.here())


class AsyncStreamed:
    """Gives the text of a turn as :class:`Streamed` does, on the caller's loop."""

    def __init__(self, session: Session, turn: Driven[Reply]) -> None:
        self._session = session
        self._turn = turn

    @property
    def reply(self) -> Reply:
        """The whole reply; see :attr:`Streamed.reply`."""
        return _reply(self._turn)

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield each text once it may be read."""
        _refuse_inside(self._session)
        async with self._session.gate.on_loop():
            async for text in self._turn.on_loop():
                if text:
                    yield text


def _reply(turn: Driven[Reply]) -> Reply:
    if turn.value is None:
        raise ConfigurationError("the reply is there once all its text was read")
    return turn.value


def _refuse_inside(session: Session) -> None:
    if is_inside(session):
        raise ConfigurationError(f"a turn of {session.user!r} is under way, and this was called inside it")


def _is_on_loop() -> bool:
    """Tell whether a loop runs in this thread; where asyncio was never imported, none does."""
    asyncio = sys.modules.get("asyncio")
    try:
        return bool(asyncio and asyncio.get_running_loop())
    except RuntimeError:
        return False
