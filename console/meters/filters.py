"""Which counts are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from console.meters.spans import Span
from console.meters.words import COUNTS, Count


@dataclass(frozen=True, slots=True)
class Filters:
    """What was asked for, once it is known to be right.

    :ivar key: which of the counts.
    :ivar preset: the range that `span` came of, by its name in the address; empty where days were named.
    :ivar asked: the values that were asked for, by label, whether or not the count carries it.
    :ivar asked_by: the label that bars were to be told apart by.
    """

    key: str
    span: Span
    preset: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    asked_by: str = ""

    @property
    def count(self) -> Count:
        """What is counted."""
        return COUNTS[self.key]

    @property
    def whole(self) -> Count | None:
        """What it is a share of."""
        return COUNTS.get(self.count.whole)

    @property
    def only(self) -> dict[str, str]:
        """The values that are asked of the count."""
        return self._carried(self.count)

    @property
    def only_of_whole(self) -> dict[str, str]:
        """The values that are asked of what it is a share of."""
        return self._carried(self.whole) if self.whole else {}

    @property
    def by(self) -> str:
        """The label that bars are told apart by; empty where they are not."""
        return self.asked_by if self.asked_by in self.count.labels else ""

    @property
    def passed_over(self) -> list[str]:
        """Labels that were asked for and that the count does not carry."""
        asked = dict.fromkeys([*self.asked, *filter(None, [self.asked_by])])
        return [label for label in asked if label not in self.count.labels]

    @property
    def not_of_whole(self) -> list[str]:
        """Labels that the count is narrowed by, and what it is a share of cannot be."""
        return [label for label in self.only if label not in self.only_of_whole] if self.whole else []

    def _carried(self, count: Count) -> dict[str, str]:
        return {label: value for label, value in self.asked.items() if label in count.labels}
