"""What an error that a tool raised tells: whether its call may have taken effect, and a short reason."""

from __future__ import annotations

from operator import attrgetter

from veraz.errors import OutcomeUnknown
from veraz.records.plain import attempted
from veraz.records.reasons import cleaned
from veraz.tools import name_in_words


def in_doubt(error: BaseException) -> bool:
    """Tell whether the call may have taken effect. HTTP clients name their time-outs so without subclassing ours."""
    return isinstance(error, OutcomeUnknown) or any("timeout" in kind.__name__.lower() for kind in type(error).__mro__)


def error_name(error: BaseException) -> str:
    """Return a short reason with no personal data: the error's own code, else its class in words; never its message.

    ``CardDeclined`` gives "card declined"; a string in the error's ``reason`` or ``code`` attribute comes first, where
    it is one that may be kept.
    """
    for attribute in ("reason", "code"):
        kept = cleaned(attempted(attrgetter(attribute), error))
        if kept:
            return kept
    return name_in_words(type(error).__name__)
