"""The checker that turns begin with, which follows a console's versions."""

from __future__ import annotations

import logging

from veraz.agent.console import Console, LiveVersion
from veraz.replies.check import Checker

log = logging.getLogger("veraz.agent")

_TOLD = 5  # of the texts that cannot be used; the console's own check tells them all


class LiveChecker:
    """Holds the checker there is now, and puts another in its place whole when ``console`` has a new version.

    A turn takes :attr:`now` once, when it begins, and keeps it.
    """

    def __init__(self, checker: Checker, console: Console | None = None) -> None:
        self.now = checker
        if console is not None:
            console.follow(self._take)

    def _take(self, version: LiveVersion) -> None:
        before = self.now.phrasings.version
        self.now = self.now.with_live(version.tools, version.number)
        passed_over = self.now.phrasings.passed_over
        if passed_over and before != version.number:
            more = f"; and {len(passed_over) - _TOLD} more" if len(passed_over) > _TOLD else ""
            told = "; ".join(passed_over[:_TOLD])
            log.warning("phrasings v%d: %d cannot be used: %s%s", version.number, len(passed_over), told, more)
