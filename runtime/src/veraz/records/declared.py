"""What a tool says itself of its results: what proves a call done (``done_when``), or still running (``pending_when``).

A condition is a path that must lead to something (``"order.id"``), a mapping from paths to the value or the values that
must stand there, or a function of the result.
"""

from __future__ import annotations

import inspect
import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from veraz.records.objects import json_in

Condition = str | Mapping[str, Any] | Callable[[Any], Any]


logger = logging.getLogger("veraz.records")


def meets(condition: Condition, result: Any, where: str) -> bool | None:
    """Tell whether ``result`` (JSON values) meets ``condition``; ``None`` where a function raises or does not say.

    :param where: whose condition it is, for the log: ``tool 'refund_card': done_when``.
    """
    if isinstance(result, str):
        result = json_in(result.strip()) or result
    if isinstance(condition, str):
        return _at(condition, result) is not None
    if isinstance(condition, Mapping):
        return all(_is_one_of(_at(path, result), values) for path, values in condition.items())
    return _answer(condition, result, where)


def _answer(condition: Callable[[Any], Any], result: Any, where: str) -> bool | None:
    try:
        answer = condition(result)
    except Exception as error:  # the tool's own code: what it cannot tell is not known
        at = traceback.extract_tb(error.__traceback__)[-1]
        logger.warning("%s raised %s at %s:%s", where, type(error).__name__, at.filename, at.lineno)
        return None
    if isinstance(answer, bool):
        return answer
    if inspect.iscoroutine(answer):
        answer.close()  # nobody awaits it
    logger.warning("%s returned %s; it takes true or false", where, type(answer).__name__)
    return None


def _at(path: str, result: Any) -> Any:
    for name in path.split("."):
        if isinstance(result, Mapping):
            result = result.get(name)
        elif isinstance(result, list) and name.isdecimal() and int(name) < len(result):
            result = result[int(name)]
        else:
            return None
    return result


def _is_one_of(value: Any, values: Any) -> bool:
    allowed = values if isinstance(values, list | tuple | set | frozenset) else [values]
    return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in allowed)
