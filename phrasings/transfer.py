"""Whole sets in and out: a phrasings file or the protocol's JSON read, and a set written as a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import yaml
from django.utils.translation import gettext as _

from console.pages.problems import Invalid
from console.tools.tool_names import checked_name
from phrasings import checks
from phrasings.content import OUTCOMES, Change, Key, Texts, nested
from phrasings.registered import Registered
from veraz.errors import PhrasingError, ToolError
from veraz.phrasings import Document, Finding, Severity
from veraz.phrasings.files import Entry

LARGEST = 1_000_000
"""Bytes of a file that is read; the runtime reads as many characters."""

_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


_PLACED = re.compile(r"[^:]*:(?P<line>\d+):(?P<column>\d+):? (?P<why>.*)", re.DOTALL)


class Unreadable(Invalid):
    """A set that cannot be read at all; it says where and why."""

    def __init__(self, error: PhrasingError) -> None:
        if place := _PLACED.fullmatch(str(error)):
            happened = _("It cannot be read at line %(line)s, column %(column)s: %(why)s.") % place.groupdict()
        else:
            happened = _("It cannot be read: %(why)s.") % {"why": error}
        super().__init__(happened, _("Correct it and send it again."))


@dataclass(frozen=True, slots=True)
class Given:
    """A set as it was given: the texts that have a place in one, and what is wrong with it."""

    texts: Texts
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Import:
    """What an import does, or would do: which drafts it makes, and what is wrong with the file."""

    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What keeps the file from being imported."""
        return checks.errors(self.findings)


def read_set(given: str | Mapping[str, Any], tools: Mapping[str, Registered], language: str | None = None) -> Given:
    """Read a set given as YAML or as JSON values.

    :param language: the language of entries that name none; without it they are errors.
    :raises Unreadable: for what cannot be read at all.
    """
    try:
        document = Document.from_text(given) if isinstance(given, str) else Document.of(given)
    except PhrasingError as error:
        raise Unreadable(error) from error
    spoken = [entry if entry.language else replace(entry, language=language) for entry in document.entries]
    misplaced = tuple(found for entry in spoken for found in _misplaced(entry))
    found = checks.lint_entries(spoken, tools)
    return Given(_texts(document, language), (*misplaced, *found))


def to_yaml(texts: Mapping[Key, str]) -> str:
    """Write a set as a phrasings file, which the runtime and `read_set` read."""
    return str(yaml.dump(nested(texts), Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=120))


def _texts(document: Document, language: str | None) -> Texts:
    """The texts by key; one nested under a language comes before one that names none."""
    ordered = sorted(document.entries, key=lambda entry: entry.language is not None)
    return {
        Key(entry.tool, entry.language or language or "", entry.outcome): entry.text
        for entry in ordered
        if entry.outcome in OUTCOMES and (entry.language or language)
    }


def _misplaced(entry: Entry) -> Iterator[Finding]:
    """What keeps an entry from having a place in a set, beyond what lint tells."""
    place = entry.tool_place
    where = (entry.tool, entry.language, entry.outcome, place.line, place.column)
    try:
        checked_name(entry.tool)
    except ToolError as error:
        yield Finding(Severity.ERROR, *where, "tool", str(error))
    if not entry.language:
        yield Finding(Severity.ERROR, *where, "language", "no language is named", "nest it: tool, language, outcome")
