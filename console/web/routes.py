"""What log lines say of where a request went: the pattern of its address, since the address itself may hold a token."""

from __future__ import annotations

import logging
from typing import Any


def route(request: Any) -> str:
    """The pattern, as `invitations/<str:token>/`; "unmatched" where no address of the site is like it."""
    match = getattr(request, "resolver_match", None)
    return match.route if match else "unmatched"


class WithoutPath(logging.Filter):
    """Puts the pattern in the place of the path in what Django logs of a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass."""
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            record.args = tuple(route(request) if each == path else each for each in record.args)
        return True
