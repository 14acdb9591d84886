"""What an agent asks of a licence: whether a model may read the personal data that tools return."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

PERSONAL_DATA = "personal_data"
"""The feature that lets a model read personal data."""

log = logging.getLogger("veraz.agent")


class Licence(Protocol):
    """A licence, as far as an agent knows it; :class:`veraz.sync.Licence` is one."""

    def allows(self, feature: str) -> bool:
        """Tell whether ``feature`` may be used now."""
        ...


class NoLicence:
    """The lowest plan: the check runs, and no feature beyond it."""

    def allows(self, feature: str) -> bool:
        """Tell that it may not."""
        return False


class PersonalReading:
    """Whether a model reads personal data: where that is asked for, and the licence allows it at that moment.

    What is asked for and not allowed is said in one warning, and again only after it was allowed meanwhile.

    :param licence: gives the licence as it is now.
    """

    def __init__(self, asked: bool, licence: Callable[[], Licence]) -> None:
        self._asked = asked
        self._licence = licence
        self._said = False
        self._lock = threading.Lock()

    def is_allowed(self) -> bool:
        """Tell whether a turn that begins now may show personal data to the model."""
        if not self._asked:
            return False
        allowed = self._licence().allows(PERSONAL_DATA)
        with self._lock:
            refused_anew, self._said = not allowed and not self._said, not allowed
        if refused_anew:
            log.warning(
                "personal_data is 'allow', and no licence allows it: what tools return of people is kept from the "
                "model, and those turns are told by phrasings. A model reads it on the Enterprise plan."
            )
        return allowed
