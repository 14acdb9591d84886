"""Every phrasing of an organisation: nested as the protocol has it, or flat, by the key of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from veraz.languages import ENGLISH, PORTUGUESE
from veraz.outcomes import Outcome

LANGUAGES = (ENGLISH.code, PORTUGUESE.code)
"""The languages phrasings are written in, by the codes of the protocol, in the order they are shown."""

OUTCOMES = tuple(str(outcome) for outcome in Outcome)

Content = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Tool, language, outcome, text."""


class Key(NamedTuple):
    """Where a phrasing stands."""

    tool: str
    language: str
    outcome: str

    def __str__(self) -> str:
        return ".".join(self)


Texts = dict[Key, str]


@dataclass(frozen=True, slots=True)
class Change:
    """A phrasing that differs between two contents; empty text where it is not written."""

    key: Key
    before: str
    after: str


def flat(content: Content) -> Texts:
    """The texts of a content, by key."""
    return {
        Key(tool, language, outcome): text
        for tool, languages in content.items()
        for language, outcomes in languages.items()
        for outcome, text in outcomes.items()
    }


def nested(texts: Mapping[Key, str]) -> dict[str, dict[str, dict[str, str]]]:
    """The content of texts: tools by name, languages and outcomes in their own order."""
    content: dict[str, dict[str, dict[str, str]]] = {}
    for key in sorted(texts, key=order):
        content.setdefault(key.tool, {}).setdefault(key.language, {})[key.outcome] = texts[key]
    return content


def changes(before: Mapping[Key, str], after: Mapping[Key, str]) -> list[Change]:
    """What differs, in the order of the content."""
    return [
        Change(key, before.get(key, ""), after.get(key, "")) for key in sorted(_differing(before, after), key=order)
    ]


def order(key: Key) -> tuple[str, int, int]:
    """What keys are sorted by."""
    return key.tool, OUTCOMES.index(key.outcome), LANGUAGES.index(key.language)


def _differing(before: Mapping[Key, str], after: Mapping[Key, str]) -> Iterator[Key]:
    return (key for key in {**before, **after} if before.get(key) != after.get(key))
