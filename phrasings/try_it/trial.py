"""A reply held to calls with the live phrasings, as a runtime would, and what to show of the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from console.organisations.models import Organisation
from console.pages.problems import Invalid
from console.tools.words import OUTCOME_NAMES
from phrasings import checks
from phrasings.content import Key, Texts, nested
from phrasings.preview import is_too_long, tool_for
from phrasings.queries import live_texts
from phrasings.registered import Registered, registered
from phrasings.try_it.words import ACTIONS, CAUSES, STANCES, STATES
from veraz.languages import grammar
from veraz.outcomes import Call
from veraz.phrasings import Finding, Phrasings
from veraz.phrasings.template import parse
from veraz.replies.check import Checker
from veraz.replies.settings import LanguageName
from veraz.replies.verdict import HeldClaim, UnitVerdict
from veraz.tools import Toolset

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says of a tool; `outcome` is what it was held to, empty where there is no call."""

    tool: str
    stance: Words
    outcome: Words
    rule: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, item or row of the reply and what became of it.

    :ivar rule: the rule that spoke; empty for a kept sentence.
    :ivar instead: what stands in its place; empty where it was kept, or taken out.
    """

    text: str
    became: Words
    state: str
    why: Words
    rule: str
    claims: tuple[Claim, ...]
    instead: str


@dataclass(frozen=True, slots=True)
class Added:
    """A write that the reply left out."""

    tool: str
    outcome: Words
    text: str


@dataclass(frozen=True, slots=True)
class Tried:
    """What a person would read, and why.

    :ivar version: the live phrasings it was tried with; 0 for none.
    :ivar unused: errors in live phrasings, in whose place the default was used.
    """

    text: str
    changed: bool
    sentences: tuple[Sentence, ...]
    added: tuple[Added, ...]
    version: int
    unused: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Bench:
    """What replies are tried with: the tools an agent has now, and the live texts."""

    tools: tuple[Registered, ...]
    texts: Texts
    version: int
    unused: tuple[Finding, ...]

    @classmethod
    def of(cls, organisation: Organisation) -> Bench:
        """Read an organisation's. A text with an error, as when its tool has changed since, is left out."""
        tools = {name: tool for name, tool in registered(organisation).items() if tool.present}
        version, live = live_texts(organisation)
        known = {key: text for key, text in live.items() if key.tool in tools}
        unused = checks.errors(checks.findings(known, tools))
        wrong = {checks.key_of(finding) for finding in unused}
        texts = {key: text for key, text in known.items() if key not in wrong}
        return cls(tuple(tools.values()), texts, version, unused)

    @property
    def names(self) -> list[str]:
        """The tools by name."""
        return sorted(tool.name for tool in self.tools)

    def try_reply(self, reply: str, calls: Sequence[Call], language: str) -> Tried:
        """Hold `reply` to this turn's `calls`, whose tools are among these; raises Invalid where it cannot be shown."""
        self._check_lengths(calls, language)
        verdict = _checker(self.tools, language, tuple(self.texts.items())).check(reply, calls)
        added = tuple(Added(each.tool, OUTCOME_NAMES[each.outcome], each.text) for each in verdict.added)
        sentences = tuple(map(_sentence, verdict.units))
        return Tried(verdict.text, verdict.changed, sentences, added, self.version, self.unused)

    def _check_lengths(self, calls: Sequence[Call], language: str) -> None:
        for call in calls:
            text = self.texts.get(Key(call.tool, language, str(call.outcome)))
            if text and is_too_long(parse(text), call):
                message = _("The phrasing of %(tool)s would be too long to show with these values.")
                raise Invalid(message % {"tool": call.tool}, _("Use shorter values."))


@lru_cache(maxsize=8)
def _checker(tools: tuple[Registered, ...], language: str, texts: tuple[tuple[Key, str], ...]) -> Checker:
    """A checker; kept, since making one of 500 tools takes a second and it can be shared."""
    toolset = Toolset(tool_for(tool.name, tool) for tool in tools)
    phrasings = Phrasings.load(nested(dict(texts)), toolset, grammar(language))
    return Checker(toolset, phrasings, cast(LanguageName, language))


def _sentence(unit: UnitVerdict) -> Sentence:
    return Sentence(
        unit.text,
        ACTIONS[unit.action],
        STATES[unit.action],
        CAUSES.get(unit.cause, unit.cause) if unit.cause else "",
        unit.rule or "",
        tuple(map(_claim, unit.claims)),
        unit.replacement or "",
    )


def _claim(held: HeldClaim) -> Claim:
    outcome = OUTCOME_NAMES[held.outcome] if held.outcome else ""
    return Claim(held.tool, STANCES[held.stance], outcome, held.rule)
