"""A console's live set, read for one agent: what it can use of it, and what is wrong with the rest.

The set belongs to an organisation, not to one agent. What speaks of tools it lacks, or in another language, is passed
over in silence; a text that its own schemas do not bear is passed over and told; nothing here raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from veraz.errors import PhrasingError
from veraz.outcomes import Outcome
from veraz.phrasings.files import Document, Entry, language_of
from veraz.phrasings.linting import Severity, lint
from veraz.tools import Toolset

_OUTCOMES = frozenset(Outcome)


def read_live(
    live: Mapping[str, Any], toolset: Toolset | None, language: str
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the entries of ``live`` in ``language`` that can be used, and a sentence for each that cannot."""
    entries: list[Entry] = []
    faults: list[str] = []
    for tool, outcomes in live.items():
        if toolset is None or tool in toolset:
            for piece in _pieces(tool, outcomes, language):
                found = _read(piece, toolset)
                if isinstance(found, Entry):
                    entries.append(found)
                else:
                    faults.append(found)
    return tuple(entries), tuple(faults)


def _pieces(tool: str, outcomes: Any, language: str) -> Iterator[Mapping[str, Any]]:
    """Yield each text of a tool as a document of its own, so that one at fault takes no other with it."""
    if not isinstance(outcomes, Mapping):
        yield {tool: outcomes}
        return
    for key, inner in outcomes.items():
        if language_of(key) == language and isinstance(inner, Mapping):
            yield from ({tool: {key: {name: text}}} for name, text in inner.items())
        elif language_of(key) == language or key in _OUTCOMES:
            yield {tool: {key: inner}}


def _read(piece: Mapping[str, Any], toolset: Toolset | None) -> Entry | str:
    try:
        document = Document.of(piece, "live")
    except PhrasingError as error:
        return str(error)
    for finding in lint(document, toolset):
        if finding.severity is Severity.ERROR:
            return finding.sentence
    return document.entries[0]
