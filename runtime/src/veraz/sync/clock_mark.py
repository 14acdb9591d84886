"""The latest time that was ever seen, for each thing that ends: a clock that is set back brings nothing back.

There is a mark for each licence and not one for all, so that a clock that once ran far ahead is cured by a new licence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from veraz.sync.whole_files import read_whole, write_whole

FILE = "licence-clock.txt"

_LARGEST = 64 * 1024  # bytes
_MOST = 50  # things that end; the ones marked longest ago go first


class ClockMark(Protocol):
    """Marks of the clock that outlive the process."""

    def latest(self, of: str) -> float:
        """Return the latest time (Unix time, seconds) seen since ``of`` was first asked about, now's included."""
        ...


class ReadMark:
    """Marks that were kept by others: to ask about them changes nothing."""

    def __init__(self, kept: Mapping[str, float], clock: Callable[[], float] = time.time) -> None:
        self._kept = kept
        self._clock = clock

    def latest(self, of: str) -> float:
        """Return the latest time seen of ``of``, now's included."""
        return max(self._kept.get(of, 0.0), self._clock())


class FileMark:
    """Marks in a small file of ``folder``, a line each; in memory where it cannot be written."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._marks: dict[str, int] = {}

    def latest(self, of: str) -> float:
        """Return the latest time seen since ``of`` was first asked about, and keep it."""
        kept = kept_marks(self._file.parent)
        marks = {**self._marks, **{name: max(mark, self._marks.get(name, 0)) for name, mark in kept.items()}}
        latest = marks[of] = max(marks.pop(of, 0), int(self._clock()))
        self._marks = dict(list(marks.items())[-_MOST:])
        if self._marks != kept:
            self._keep(self._marks)
        return latest

    def _keep(self, marks: dict[str, int]) -> None:
        lines = [f"{name} {mark}\n" for name, mark in marks.items()]
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._file, "".join(lines).encode())


def kept_marks(folder: Path) -> dict[str, int]:
    """Return the marks of the file in ``folder``; lines that are none are passed over."""
    marks: dict[str, int] = {}
    with suppress(OSError, ValueError):
        for line in (read_whole(folder / FILE, _LARGEST) or b"").decode("ascii").splitlines():
            name, _, mark = line.partition(" ")
            marks[name] = int(mark)
    return marks
