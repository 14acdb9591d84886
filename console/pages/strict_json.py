"""JSON from outside, held to what every database and page can keep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from math import isfinite
from typing import Any

from django.utils.translation import gettext as _

_DEEPEST = 64
_UNKEPT = re.compile(r"[\0\ud800-\udfff]")


class NotJson(ValueError):
    """Bytes that are not taken; the text says why in one sentence."""


def read_json(raw: bytes) -> Any:
    """Return the value written in `raw`.

    Beside what is no JSON, names given twice, numbers that are not finite, NUL characters, lone surrogates and nesting
    deeper than 64 levels are refused (NotJson).
    """
    try:
        text = raw.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_once, parse_float=_finite, parse_constant=_finite)
    except UnicodeDecodeError:
        raise NotJson(_("It is not text in UTF-8.")) from None
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise NotJson(_("It is not JSON at line %(line)s, column %(column)s.") % place) from None
    except RecursionError:
        raise NotJson(_("It is nested too deeply.")) from None
    except NotJson:
        raise
    except ValueError:  # a whole number of thousands of digits
        raise NotJson(_("It holds a number that is too large.")) from None
    _check(value, escapes="\\u" in text)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotJson(_("It gives a name twice in one object."))
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise NotJson(_("It holds a number that is too large."))
    return number


def _check(value: Any, *, escapes: bool) -> None:
    """Refuse what is nested too deeply, and what cannot be kept: JSON can only hold that escaped."""
    level: list[Any] = [[value]]
    for _depth in range(_DEEPEST + 1):
        inner = [each for outer in level for each in _inside(outer)]
        if escapes and any(_UNKEPT.search(text) for each in inner for text in _texts(each)):
            raise NotJson(_("It holds a character that cannot be kept: NUL, or half of a surrogate pair."))
        level = [each for each in inner if isinstance(each, dict | list)]
        if not level:
            return
    raise NotJson(_("It is nested too deeply."))


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _texts(value: Any) -> Iterable[str]:
    return [value] if isinstance(value, str) else value if isinstance(value, dict) else ()
