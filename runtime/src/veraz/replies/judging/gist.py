"""What a reply says as a whole, which decides how its sentences are held."""

from __future__ import annotations

from collections.abc import Iterable

from veraz.outcomes import Stance
from veraz.reading import UnitReading

_TO_COME = (Stance.PROMISE, Stance.ASK)


class Gist:
    """What the units of one reply say together, as far as they are read.

    :ivar asks: whether any asks for the person's word; ``inquires`` whether for what an act takes.
    :ivar changes: whether any speaks of an act to come, whose figures a list may tell.
    :ivar unread: how many are in a language that no grammar reads.
    """

    def __init__(self) -> None:
        self.asks = self.inquires = self.changes = False
        self.unread = 0

    def add(self, units: Iterable[UnitReading]) -> None:
        """Take in the units that come next."""
        for unit in units:
            self.asks = self.asks or unit.asks
            self.inquires = self.inquires or unit.inquires
            self.unread += unit.unread
            self.changes = self.changes or unit.asks or any(claim.stance in _TO_COME for claim in unit.claims)
