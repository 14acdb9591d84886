"""What languages are called, what outcomes mean and what lint finds, in the reader's own language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import get_language, gettext, gettext_noop

from phrasings.content import LANGUAGES
from veraz.languages import ENGLISH, PORTUGUESE
from veraz.outcomes import ROWS
from veraz.phrasings import Finding

LANGUAGE_NAMES: Mapping[str, str] = dict(zip(LANGUAGES, ("English", "Português (Brasil)"), strict=True))

# The runtime speaks English. Each of its sentences, as a pattern, and the text that is translated in its place.
_SENTENCES = (
    (r"unknown outcome '(?P<name>.*)'", gettext_noop("unknown outcome “%(name)s”")),
    (r"no text", gettext_noop("no text")),
    (r"(?P<count>[\d,]+) characters", gettext_noop("%(count)s characters")),
    (
        r"a call that is (?P<outcome>\w+) has no result, so the default is used",
        gettext_noop("a call with the outcome %(outcome)s has no result, so the default is used"),
    ),
    (r"(?P<name>\{.*\}) is no list", gettext_noop("%(name)s is no list")),
    (
        r"(?P<name>\{.*\}): the tool's schema has no '(?P<part>.*)' there",
        gettext_noop("%(name)s: the tool’s schema has no “%(part)s” there"),
    ),
    (r"unknown placeholder (?P<name>\{.*\})", gettext_noop("unknown placeholder %(name)s")),
    (r"single (?P<brace>[{}])", gettext_noop("single %(brace)s")),
    (r"an each that is not closed", gettext_noop("an each that is not closed")),
    (r"an each inside an each", gettext_noop("an each inside an each")),
    (r"an each that cannot be read", gettext_noop("an each that cannot be read")),
    (r"max (?P<count>.*) is out of range", gettext_noop("max %(count)s is out of range")),
    (r"\{end\} without an each", gettext_noop("{end} without an each")),
    (
        r"a character that does not print \((?P<code>.*)\)",
        gettext_noop("a character that does not print (%(code)s)"),
    ),
    (r"no tool of this name is registered", gettext_noop("no tool of this name is registered")),
    (
        r"(?P<name>\{.*\}) is printed in (?P<language>.*) and not here",
        gettext_noop("%(name)s is printed in %(language)s and not here"),
    ),
    (r"no language is named", gettext_noop("no language is named")),
    (
        r"(?P<name>.*) is not a tool's name: use .*",
        gettext_noop("%(name)s is not a tool’s name: use 1 to 128 letters (a-z), digits, “_”, “-” or “.”"),
    ),
    (r"did you mean (?P<name>.*)\?", gettext_noop("did you mean %(name)s?")),
    (r"use one of: (?P<names>.*)", gettext_noop("use one of: %(names)s")),
    (r"write some, or leave the outcome out", gettext_noop("write some, or leave the outcome out")),
    (r"use at most (?P<count>[\d,]+)", gettext_noop("use at most %(count)s")),
    (r"use \{argument\.…\}", gettext_noop("use {argument.…}")),
    (r"use \{each …\} for a list only", gettext_noop("use {each …} for a list only")),
    (r"write (?P<brace>[{}]+) for a brace", gettext_noop("write %(brace)s for a brace")),
    (r"close it with \{end\}", gettext_noop("close it with {end}")),
    (r"close the first with \{end\} before it", gettext_noop("close the first with {end} before it")),
    (r"write (?P<text>\{.*\})", gettext_noop("write %(text)s")),
    (r"use 1 to (?P<count>\d+)", gettext_noop("use 1 to %(count)s")),
    (r"open with \{each result\.PATH\}", gettext_noop("open with {each result.PATH}")),
    (r"use (?P<names>\{.*\})", gettext_noop("use %(names)s")),
    (r"nest it: tool, language, outcome", gettext_noop("nest it: tool, language, outcome")),
)
_PATTERNS = tuple((re.compile(pattern, re.DOTALL), text) for pattern, text in _SENTENCES)


def meaning(outcome: str) -> str:
    """What an outcome means, in the reader's language, from the runtime's own table."""
    row = next(row for row in ROWS if row.outcome == outcome)
    return row.means[PORTUGUESE.code if (get_language() or "").startswith("pt") else ENGLISH.code]


def told(finding: Finding) -> str:
    """What a finding says, and what would be right: «unknown placeholder {amout}; did you mean {amount}?»."""
    return "; ".join(translated(sentence) for sentence in (finding.message, finding.suggestion) if sentence)


def is_known(sentence: str) -> bool:
    """Whether a sentence of lint's is one that can be translated."""
    return any(pattern.fullmatch(sentence) for pattern, _text in _PATTERNS)


def translated(sentence: str) -> str:
    """One of lint's sentences in the reader's language; as it is where it is a new one."""
    for pattern, text in _PATTERNS:
        if match := pattern.fullmatch(sentence):
            return gettext(text) % match.groupdict() if match.groupdict() else gettext(text)
    return sentence
