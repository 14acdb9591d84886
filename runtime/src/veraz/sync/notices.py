"""What is said in the log: each kind of trouble once, and once that it is over."""

from __future__ import annotations

import logging

log = logging.getLogger("veraz.sync")


class Notices:
    """Troubles of one piece of work; a kind that was said is not said again until :meth:`over`."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def trouble(self, kind: str, message: str) -> None:
        """Warn, unless this kind was said before."""
        if kind not in self._said:
            self._said.add(kind)
            log.warning("%s", message)

    def over(self, message: str) -> None:
        """Tell that all is well again, where anything was said."""
        if self._said:
            self._said.clear()
            log.info("%s", message)
