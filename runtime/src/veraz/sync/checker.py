"""The check alone, for people who have an agent already: its phrasings follow a console, and its counts are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from veraz.agent.console import Console
from veraz.agent.live_checker import LiveChecker
from veraz.meters import counted
from veraz.outcomes import Call
from veraz.replies.check import Checker
from veraz.replies.verdict import Verdict

if TYPE_CHECKING:
    from veraz.replies.stream import ReplyStream, WatchedStream


class ConnectedChecker:
    """A :class:`veraz.Checker` whose phrasings follow ``console``, and whose counts it is handed."""

    def __init__(self, checker: Checker, console: Console) -> None:
        self._live = LiveChecker(checker, console)
        self._console = console

    def check(
        self,
        reply: str,
        calls: Iterable[Call] = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        turn: str | None = None,
        additions_to: str | None = None,
    ) -> Verdict:
        """Return what the person reads in place of ``reply``, and why; see :meth:`veraz.Checker.check`."""
        checker = self._live.now
        return self._counted(checker.check(reply, calls, now=now, user=user, turn=turn, additions_to=additions_to))

    def stream(
        self,
        calls: Iterable[Call] = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        turn: str | None = None,
        additions_to: str | None = None,
    ) -> CountedStream:
        """Return what checks a reply while the model writes it; see :meth:`veraz.Checker.stream`."""
        stream = self._live.now.stream(calls, now=now, user=user, turn=turn, additions_to=additions_to)
        return CountedStream(stream, self._counted)

    def compose(self, calls: Iterable[Call]) -> Verdict:
        """Return the phrasing of each call of this turn, in order; see :meth:`veraz.Checker.compose`."""
        return self._counted(self._live.now.compose(calls))

    def _counted(self, verdict: Verdict) -> Verdict:
        language = self._live.now.grammar.code
        self._console.count(counted(verdict.counts, language=language, version=verdict.version))
        return verdict


class CountedStream:
    """A :class:`veraz.replies.stream.ReplyStream` whose counts are handed over when it is finished."""

    def __init__(self, stream: ReplyStream | WatchedStream, count: Callable[[Verdict], Verdict]) -> None:
        self._stream = stream
        self._count = count

    def feed(self, delta: str) -> str:
        """Take what the model wrote next, and return what may be shown now."""
        return self._stream.feed(delta)

    def finish(self, *, truncated: bool = False) -> tuple[str, Verdict]:
        """Return what is left to show, and the verdict on the whole reply."""
        rest, verdict = self._stream.finish(truncated=truncated)
        return rest, self._count(verdict)
