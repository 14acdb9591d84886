"""What a tool says proves its calls done, or still running: a path, a path's values, or a function of the result.

Only their form is checked here; :mod:`veraz.records` holds results to them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from veraz.errors import ToolError

Condition = str | Mapping[str, Any] | Callable[[Any], bool]
"""``"refund.id"``, which must be there; ``{"status": ["succeeded", "paid"]}``; or a function of the result."""


def checked_condition(condition: object, where: str) -> None:
    """Raise :class:`ToolError` with ``where`` for what is no :data:`Condition`."""
    if isinstance(condition, str):
        _check_path(condition, where)
    elif isinstance(condition, Mapping):
        if not condition:
            raise ToolError(f"{where} names no path, so every result would do")
        for path, values in condition.items():
            _check_path(path, where)
            _check_values(values, f"{where}: {path!r:.60}")
    elif not callable(condition):
        takes = "a path such as 'refund.id', a mapping of paths to values, or a function"
        raise ToolError(f"{where} is {condition!r:.60}; it takes {takes}")
    else:
        refuse_async(condition, where)


def refuse_async(function: object, where: str) -> None:
    """Raise :class:`ToolError` with ``where`` for a function that nobody would await, and that so is always true."""
    while isinstance(function, functools.partial):
        function = function.func
    called = function if inspect.isroutine(function) else type(function).__call__
    if inspect.iscoroutinefunction(called) or inspect.isasyncgenfunction(called):
        raise ToolError(f"{where} is async; it takes a plain function, which says true or false at once")


def _check_path(path: object, where: str) -> None:
    if not isinstance(path, str) or not path or not all(name and name == name.strip() for name in path.split(".")):
        raise ToolError(f"{where}: {path!r:.60} is no path; write one such as 'refund.id' or 'events.0.title'")


def _check_values(values: object, where: str) -> None:
    wanted = values if isinstance(values, list | tuple | set | frozenset) else [values]
    if not wanted or not all(value is None or isinstance(value, str | int | float) for value in wanted):
        raise ToolError(f"{where} takes a text, a number, true, false or null, or a list of them")
