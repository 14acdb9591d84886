"""The matrix: every tool and outcome, what is written there, what is missing and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max

from console.organisations.models import Organisation
from console.tools.words import OUTCOME_NAMES
from phrasings import checks
from phrasings.content import LANGUAGES, OUTCOMES, Key, Texts
from phrasings.models import VersionChange
from phrasings.queries import live_texts
from phrasings.registered import Registered, registered
from phrasings.services import drafts_of, with_drafts
from veraz.phrasings import Finding, Severity
from veraz.tools import name_in_words


class Show(StrEnum):
    """Which tools are asked for."""

    ALL = ""
    UNWRITTEN = "unwritten"
    GAPS = "gaps"
    FAILING = "failing"
    DRAFTS = "drafts"


@dataclass(frozen=True, slots=True)
class Cell:
    """A tool's phrasing for one outcome.

    :ivar since: the version that last changed it, in any language; None where nobody wrote one.
    :ivar written: the languages that would have a text if the drafts were published.
    :ivar missing: the languages that would have none while another has.
    """

    outcome: str
    outcome_name: str
    since: int | None
    written: tuple[str, ...]
    missing: tuple[str, ...]
    drafts: int
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class Row:
    """A tool's phrasings; `tool` is None where none of that name is registered."""

    name: str
    tool: Registered | None
    cells: tuple[Cell, ...]

    @property
    def words(self) -> str:
        """The tool's name in words."""
        return name_in_words(self.name)


@dataclass(frozen=True, slots=True)
class Matrix:
    """An organisation's phrasings, read once; rows are made for the page that is shown.

    :ivar texts: by tool, what would be live if the drafts were published.
    :ivar drafted: by tool, the drafts.
    """

    organisation: Organisation
    texts: Mapping[str, Texts]
    drafted: Mapping[str, Texts]
    tools: Mapping[str, Registered]

    @classmethod
    def of(cls, organisation: Organisation) -> Matrix:
        """Read an organisation's."""
        _, live = live_texts(organisation)
        drafts = drafts_of(organisation)
        return cls(organisation, _by_tool(with_drafts(live, drafts)), _by_tool(drafts), registered(organisation))

    @property
    def drafts(self) -> int:
        """How many texts wait to be published."""
        return sum(map(len, self.drafted.values()))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show, whatever is asked for."""
        return not (self.texts or self.drafted or self.tools)

    def names(self, q: str, show: Show) -> list[str]:
        """The tools that pass the filters, by name; `q` is looked for in names and in texts."""
        names = sorted({*self.tools, *self.texts, *self.drafted})
        return [name for name in names if self._passes(show, name) and _says(q.casefold(), name, self._texts(name))]

    def rows(self, names: Sequence[str]) -> list[Row]:
        """The rows of these tools."""
        since = _since(self.organisation, names)
        outcomes = [(outcome, str(OUTCOME_NAMES[outcome])) for outcome in OUTCOMES]
        return [Row(name, self.tools.get(name), tuple(self._cells(name, outcomes, since))) for name in names]

    def _texts(self, name: str) -> Texts:
        return self.texts.get(name, {})

    def _findings(self, name: str) -> Sequence[Finding]:
        return checks.findings(self._texts(name), self.tools)

    def _passes(self, show: Show, name: str) -> bool:
        match show:
            case Show.UNWRITTEN:
                return name in self.tools and self.tools[name].present and not self._texts(name)
            case Show.GAPS:
                return len(self._texts(name)) < len(LANGUAGES) * len({key.outcome for key in self._texts(name)})
            case Show.FAILING:
                return bool(checks.errors(self._findings(name)))
            case Show.DRAFTS:
                return name in self.drafted
        return True

    def _cells(
        self, name: str, outcomes: Sequence[tuple[str, str]], since: Mapping[tuple[str, str], int]
    ) -> Iterator[Cell]:
        texts, found = self._texts(name), self._findings(name)
        for outcome, outcome_name in outcomes:
            written = tuple(language for language in LANGUAGES if Key(name, language, outcome) in texts)
            severities = [finding.severity for finding in found if finding.outcome == outcome]
            yield Cell(
                outcome,
                outcome_name,
                since.get((name, outcome)) if written else None,
                written,
                tuple(language for language in LANGUAGES if written and language not in written),
                sum(key.outcome == outcome for key in self.drafted.get(name, {})),
                severities.count(Severity.ERROR),
                severities.count(Severity.WARNING),
            )


def _since(organisation: Organisation, names: Sequence[str]) -> dict[tuple[str, str], int]:
    """The version that last changed each phrasing, by tool and outcome."""
    found = VersionChange.objects.filter(version__organisation=organisation, tool__in=names)
    latest = found.values_list("tool", "outcome").annotate(Max("version__number")).order_by()
    return {(tool, outcome): number for tool, outcome, number in latest}


def _by_tool(texts: Texts) -> dict[str, Texts]:
    found: dict[str, Texts] = {}
    for key, text in texts.items():
        found.setdefault(key.tool, {})[key] = text
    return found


def _says(q: str, name: str, texts: Texts) -> bool:
    return q in name.casefold() or q in name_in_words(name) or any(q in text.casefold() for text in texts.values())
