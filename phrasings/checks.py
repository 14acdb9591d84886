"""What is wrong with phrasings: what the runtime's lint finds, and what only the console can see.

An error keeps a version from being published; a warning asks whoever publishes to look again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any, cast

from django.utils.translation import gettext as _

from console.pages.problems import Fault, Invalid
from phrasings.content import Key, nested, order
from phrasings.registered import Registered
from veraz.phrasings import Document, Finding, Severity, lint
from veraz.phrasings.files import Entry
from veraz.phrasings.template import Each, Field, read
from veraz.tools import Toolset

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Blocked(Invalid):
    """Errors keep a version from being published; `findings` are they."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(
            _("Errors in phrasings keep this from being published."),
            _("Correct them, then try again."),
            faults=[_fault(finding) for finding in findings],
        )
        self.findings = findings


def unprintable(text: str) -> re.Match[str] | None:
    """The first character that no phrasing may hold: control characters, and those that turn or break a line."""
    return _UNPRINTABLE.search(text)


def findings(texts: Mapping[Key, str], tools: Mapping[str, Registered]) -> tuple[Finding, ...]:
    """Everything wrong with `texts`, in their order."""
    ordered = sorted(texts.items(), key=lambda item: order(item[0]))
    by_tool = groupby(ordered, key=lambda item: item[0].tool)
    return tuple(found for name, own in by_tool for found in _of_tool(tools.get(name), tuple(own)))


def lint_entries(entries: Iterable[Entry], tools: Mapping[str, Registered]) -> Iterator[Finding]:
    """What is wrong with each entry, at its place; a tool that nobody registered yet is only warned of."""
    for entry in entries:
        tool = tools.get(entry.tool)
        # Lint reads only a tool's schemas, which is all that is known here without compiling it.
        yield from lint(Document("", (entry,)), cast(Toolset, {tool.name: tool}) if tool else None)
        if match := _UNPRINTABLE.search(entry.text):
            message = f"a character that does not print (U+{ord(match[0]):04X})"
            yield _finding(Severity.ERROR, entry, "unprintable", message, match.start())
        if tool is None:
            yield _finding(Severity.WARNING, entry, "unregistered", "no tool of this name is registered")


def errors(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that keep a version from being published."""
    return tuple(finding for finding in found if finding.severity is Severity.ERROR)


def key_of(finding: Finding) -> Key:
    """The phrasing that a finding is about."""
    return Key(finding.tool, finding.language or "", finding.outcome)


@lru_cache(maxsize=4096)
def _of_tool(tool: Registered | None, texts: tuple[tuple[Key, str], ...]) -> tuple[Finding, ...]:
    """What is wrong with one tool's phrasings; remembered, since a page of tools asks for it again and again."""
    entries = Document.of(nested(dict(texts))).entries
    known = {tool.name: tool} if tool else {}
    return (*lint_entries(entries, known), *_twins(entries))


def _twins(entries: tuple[Entry, ...]) -> Iterator[Finding]:
    """Warn of a phrasing that does not print a value which its twin in another language prints."""
    for entry in entries:
        for twin in entries:
            if twin.outcome == entry.outcome and twin.language != entry.language:
                for name in sorted(_names(twin.text) - _names(entry.text)):
                    message = f"{{{name}}} is printed in {twin.language} and not here"
                    yield _finding(Severity.WARNING, entry, "twin", message)


@lru_cache(maxsize=8192)
def _names(text: str) -> frozenset[str]:
    """The values that a text prints, by name."""
    return frozenset(_printed(read(text)[0].nodes))


def _printed(nodes: Iterable[Any]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Each):
            yield ".".join(("each result", *node.path))
            yield from _printed(node.body)
        elif isinstance(node, Field):
            yield ".".join((node.root, *node.path)).lower()


def _finding(severity: Severity, entry: Entry, code: str, message: str, offset: int = 0) -> Finding:
    place = entry.text_place.inside(entry.text, offset)
    return Finding(severity, entry.tool, entry.language, entry.outcome, place.line, place.column, code, message)


def _fault(finding: Finding) -> Fault:
    pointer = "/".join(("/tools", *filter(None, key_of(finding))))
    return Fault(pointer, finding.code, finding.message, finding.suggestion)
