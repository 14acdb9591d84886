"""Tasks by name. What is known of a task between processes is its name and ids; everything else is in the database."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Task:
    """A function of ids. Doing it twice for the same ids does no harm: it may be told twice, or found again."""

    name: str
    work: Work

    def __call__(self, *ids: int) -> None:
        """Do it now, here."""
        self.work(*ids)


_KNOWN: dict[str, Task] = {}


def task(name: str) -> Callable[[Work], Task]:
    """Make a task of a function in an app's `tasks` module; a name is given once, and ids are all it takes."""

    def decorate(work: Work) -> Task:
        if name in _KNOWN:
            raise ValueError(f"The task {name} is named twice.")
        takes = inspect.signature(work).parameters.values()
        if others := [each.name for each in takes if each.annotation not in ("int", int)]:
            raise TypeError(f"The task {name} takes {', '.join(others)}; a task takes ids alone (int).")
        _KNOWN[name] = Task(name, work)
        return _KNOWN[name]

    return decorate


def named(name: str) -> Task:
    """The task of that name. Raises KeyError where no app has one."""
    return _KNOWN[name]


def known() -> list[Task]:
    """Every task of the installed apps, by name."""
    return [_KNOWN[name] for name in sorted(_KNOWN)]
