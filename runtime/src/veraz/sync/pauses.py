"""How long to wait before a request is made again: what the console asks for, else longer after each failure."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

SHORTEST = 1.0
"""Seconds: less than this is never waited after a failure, whatever the console asks for."""

LONGEST = 3600.0
"""Seconds: more than this is never waited."""

_FIRST = 5.0  # seconds; the bound doubles from here to the longest
_DOUBLINGS = 10  # more than it takes to get there


def after_failure(failures: int, headers: Mapping[str, str], now: float) -> float:
    """Return the seconds to wait after so many failures in a row, the last answered with ``headers``.

    A ``Retry-After`` is honoured within :data:`SHORTEST` and :data:`LONGEST`. Without one any moment is as good as
    another up to a bound that doubles, so that runtimes that failed together do not come back together.

    :param now: the time, in seconds since the epoch.
    """
    asked = _asked(headers.get("retry-after", ""), now)
    if asked is not None:
        return min(max(asked, SHORTEST), LONGEST)
    bound = min(_FIRST * 2 ** min(max(failures, 1) - 1, _DOUBLINGS), LONGEST)
    return random.uniform(SHORTEST, bound)


def _asked(retry_after: str, now: float) -> float | None:
    """Return the seconds that a ``Retry-After`` asks for: a number of them, or a date."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, OverflowError):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now
