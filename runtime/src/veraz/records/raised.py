"""What an error that a tool raised tells: whether its call may have taken effect, and a short reason."""

from __future__ import annotations

import re

from veraz.errors import OutcomeUnknown
from veraz.records.reasons import cleaned

_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def in_doubt(error: BaseException) -> bool:
    """Tell whether the call may have taken effect. HTTP clients name their time-outs so without subclassing ours."""
    return isinstance(error, OutcomeUnknown) or any("timeout" in kind.__name__.lower() for kind in type(error).__mro__)


def error_name(error: BaseException) -> str:
    """Return a short reason with no personal data: the error's own code, else its class in words; never its message.

    ``CardDeclined`` gives "card declined"; a string in the error's ``reason`` or ``code`` attribute comes first, where
    it is one that may be kept.
    """
    for attribute in ("reason", "code"):
        kept = cleaned(getattr(error, attribute, None))
        if kept:
            return kept
    return _SEAM.sub(" ", type(error).__name__).replace("_", " ").lower()
