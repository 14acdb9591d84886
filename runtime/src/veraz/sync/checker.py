"""The check alone, for people who have an agent already: its phrasings follow a console, and its counts are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from veraz.agent.console import Console
from veraz.agent.live import LiveChecker
from veraz.meters import counted
from veraz.outcomes import Call
from veraz.replies.check import Checker
from veraz.replies.verdict import Verdict


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
    ) -> Verdict:
        """Return what the person reads in place of ``reply``, and why; see :meth:`veraz.Checker.check`."""
        return self._counted(self._live.now.check(reply, calls, now=now, user=user))

    def compose(self, calls: Iterable[Call]) -> Verdict:
        """Return the phrasing of each call of this turn, in order; see :meth:`veraz.Checker.compose`."""
        return self._counted(self._live.now.compose(calls))

    def _counted(self, verdict: Verdict) -> Verdict:
        language = self._live.now.grammar.code
        self._console.count(counted(verdict.counts, language=language, version=verdict.version))
        return verdict
