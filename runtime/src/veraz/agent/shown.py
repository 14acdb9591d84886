"""A reply that the person reads as it comes: what was shown so far, and what may be shown of what the model says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from veraz.agent.doing import Do

if TYPE_CHECKING:
    from veraz.replies.stream import ReplyStream, WatchedStream
    from veraz.replies.verdict import Verdict


class Shown:
    """What the person has read of a turn.

    :ivar before: what they read before the model's words of this round, and the gap after it.
    """

    def __init__(self) -> None:
        self.before = ""
        self._round = ""
        self._all = ""

    def more(self, text: str) -> str:
        """Take ``text`` on, of the model's words in this round, and return what is to be shown now."""
        self._round += text
        return self.rest(self.before + self._round)

    def rest(self, text: str) -> str:
        """Return what of ``text``, all that they read, is not shown yet."""
        new, self._all = text[len(self._all) :], text
        return new

    def end_round(self) -> str:
        """End a round in which the model asked for calls, and return what was shown of its words beside them."""
        said, self._round = self._round, ""
        self.before = f"{self._all}\n\n" if self._all else ""
        return said


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply as it comes in: ``feed`` returns what may be shown, and ``verdict`` what the check made of the whole.

    :ivar verdict: returns ``None`` where nothing was checked on the way.
    """

    feed: Callable[[str], str]
    verdict: Callable[[], Verdict | None]

    @classmethod
    def checked(cls, stream: ReplyStream | WatchedStream) -> Heard:
        """Return one that shows each unit once it stands."""
        return cls(stream.feed, lambda: stream.finish()[1])

    @classmethod
    def unchecked(cls) -> Heard:
        """Return one that shows all as it comes; blanks wait for what follows, which may take their place."""
        return cls(_Unblanked().feed, lambda: None)

    @classmethod
    def held_back(cls) -> Heard:
        """Return one that shows nothing on the way."""
        return cls(lambda text: "", lambda: None)


class _Unblanked:
    """Gives a text as it comes, but for the blanks at its end."""

    def __init__(self) -> None:
        self._blanks = ""

    def feed(self, text: str) -> str:
        text = self._blanks + text
        kept = text.rstrip()
        self._blanks = text[len(kept) :]
        return kept


def is_stream(given: Any) -> bool:
    """Tell whether a model returned the pieces of its answer, to be asked for one by one."""
    return isinstance(given, Iterator | AsyncIterator)


def next_piece(stream: Iterator[Any] | AsyncIterator[Any]) -> Do:
    """Return how to have the next piece of ``stream``: ``None`` at its end."""
    return Do(_awaited if isinstance(stream, AsyncIterator) else _next, (stream,))


def _next(stream: Iterator[Any]) -> Any:
    return next(stream, None)


async def _awaited(stream: AsyncIterator[Any]) -> Any:
    return await anext(stream, None)
