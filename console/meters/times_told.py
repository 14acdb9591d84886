"""How often a phrasing was told, for the page that is about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from console.meters.queries import by_version
from console.meters.words import ADDED, REPLACED
from console.organisations.models import Organisation, SelectorLanguage


@dataclass(frozen=True, slots=True)
class Told:
    """Counts by language and version; a phrasing is the same from the version that changed it to the next that does."""

    counts: Mapping[str, Mapping[int, int]]

    def between(self, language: str, since: int, until: int | None) -> int:
        """How often it was told with the versions from one to before another; None for those to come too."""
        versions = self.counts.get(language, {})
        return sum(n for version, n in versions.items() if since <= version and (until is None or version < until))


def told(organisation: Organisation, tool: str, outcome: str) -> Told:
    """How often the phrasing of a tool for an outcome stood in a sentence's place, or was told after a reply."""
    return Told(
        {
            language: {
                version: meters[REPLACED] + meters[ADDED]
                for version, meters in by_version(organisation, tool, outcome, language).items()
            }
            for language in SelectorLanguage.values
        }
    )
