"""Reply rules: what may never stand in a reply, and what must. Applied last, and each application is counted.

``never_say`` and ``offers`` hold what a model wrote: a unit the check kept is taken out where one of them applies.
``personal_data`` holds what a model wrote and the default phrasings too, which repeat arguments that nobody chose to
show. A phrasing of the organisation's own, as any fixed sentence, is its wording and stays. ``required`` sentences are
the organisation's as well, and are added at the end of what the person reads where they stand nowhere in it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from veraz.languages import Grammar
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Record
from veraz.replies.reply_rules.phrases import Phrases, in_words, stands_in
from veraz.replies.reply_rules.rule_settings import PersonalAction, RuleSettings
from veraz.replies.verdict import Action, UnitVerdict
from veraz.text.fold import fold
from veraz.tools import Toolset
from veraz.values import ValueWords

if TYPE_CHECKING:
    from veraz.replies.reply_rules.offer_rule import OfferRule
    from veraz.replies.reply_rules.own_data import OwnData

# What reads offers and personal data is imported where a rule holds them: most checkers have none, and start sooner.

MASK = "•••"
"""What stands in the place of personal data."""


class RuleName(StrEnum):
    """The names rules are counted and told by; the last two are settings of their own."""

    PERSONAL_DATA = "personal_data"
    NEVER_SAY = "never_say"
    OFFERS = "offers"
    REQUIRED = "required"
    UNTIED = "untied"  # an act that no tool of the agent's can do, and no call bears out
    OTHER_LANGUAGE = "other_language"  # a unit in a language that is not read


NEVER_SAY = NamedRule(RuleName.NEVER_SAY, "a phrase that the settings never let stand", "removed")
OFFERS = NamedRule(RuleName.OFFERS, "an offer of what the settings do not allow", "removed")
REQUIRED = NamedRule(RuleName.REQUIRED, "a sentence that the settings ask for, where a reply lacks it", "added")
UNTIED = NamedRule(RuleName.UNTIED, "what a language's own-act reads", "flagged or removed")
OTHER_LANGUAGE = NamedRule(RuleName.OTHER_LANGUAGE, "a unit in a language that is not read", "kept or composed")
PERSONAL_DATA = NamedRule(
    RuleName.PERSONAL_DATA, "personal data of a kind that the settings hold", "masked or taken out"
)


class Rules(NamedTuple):
    """The rules of one checker, compiled once."""

    settings: RuleSettings
    never: Phrases
    offers: OfferRule | None
    grammar: Grammar

    @classmethod
    def of(cls, given: Mapping[str, Any] | None, tools: Toolset, grammar: Grammar) -> Rules:
        """Compile what ``replies.rules`` holds; ``None`` and an empty mapping hold nothing.

        :raises ConfigurationError: naming the place (``replies.rules.offers[2]``) and what it takes.
        """
        settings = RuleSettings.of(given, tools)
        return cls(settings, Phrases(settings.never_say), _offers(settings, tools, grammar), grammar)

    def ruling(self, counts: Counter[str], user: Mapping[str, Any] | None = None) -> Ruling:
        """Return what applies them to one reply.

        :param counts: where each application is counted.
        :param user: the person's own data, which ``allow_own`` lets stand.
        """
        return Ruling(self, counts, _own(self.settings, user or {}, self.grammar))


class Ruling:
    """The rules as they apply to one reply."""

    def __init__(self, rules: Rules, counts: Counter[str], own: OwnData | None) -> None:
        self.rules = rules
        self.counts = counts
        self.own = own

    def unit(self, unit: UnitVerdict) -> UnitVerdict:
        """Return the verdict on a unit the model wrote: ``unit`` itself, taken out, or with personal data masked."""
        settings = self.rules.settings
        if unit.action is not Action.KEEP or not settings.holds_units:
            return unit
        text = _unquoted(unit.text) if unit.quoted else unit.text
        if settings.never_say:
            said = self.rules.never.first_in(text)
            if said is not None:
                return self._changed(unit, RuleName.NEVER_SAY, str(said))
        if self.rules.offers is not None:
            offered = self.rules.offers.first_in(text, unit.claims)
            if offered is not None:
                return self._changed(unit, RuleName.OFFERS, offered)
        masked, kind = self._masked(text)
        if kind is None:
            return unit
        removes = settings.personal_data is not None and settings.personal_data.action is PersonalAction.REMOVE
        return self._changed(unit, RuleName.PERSONAL_DATA, kind, "" if removes else masked)

    def phrasing(self, text: str) -> str:
        """Return a default phrasing with the personal data in it masked."""
        masked, kind = self._masked(text)
        if kind is not None:
            self.count(RuleName.PERSONAL_DATA)
        return masked

    def missing(self, text: str, record: Record) -> list[str]:
        """Return the required sentences that ``text`` lacks."""
        required = self.rules.settings.required
        if not required:
            return []
        words, had = in_words(text), {(call.tool, call.outcome) for call in record.turn}
        due = (each.say for each in required if each.tool is None or (each.tool, each.outcome) in had)
        missing = [say for say in dict.fromkeys(due) if not stands_in(in_words(say), words)]
        for _ in missing:
            self.count(RuleName.REQUIRED)
        return missing

    def _masked(self, text: str) -> tuple[str, str | None]:
        """Return ``text`` with what the rule holds masked, and the first kind of it."""
        rule = self.rules.settings.personal_data
        if rule is None:
            return text, None
        from veraz.values.personal import read_personal
        from veraz.values.personal_words import PersonalWords

        told = read_personal(text, fold(text), 0, len(text), PersonalWords.of(self.rules.grammar))
        found = [each for each in told if each.kind in rule.kinds and not (self.own and self.own.holds(each, text))]
        masked = text
        for each in reversed(found):
            masked = masked[: each.start] + MASK + masked[each.end :]
        return masked, found[0].kind if found else None

    def _changed(self, unit: UnitVerdict, name: RuleName, detail: str, replacement: str = "") -> UnitVerdict:
        self.count(name)
        action = Action.REDACT if replacement else Action.REMOVE
        return replace(unit, action=action, cause=f"rule:{name}", rule=f"{name}.{detail}", replacement=replacement)

    def count(self, name: RuleName, times: int = 1) -> None:
        """Count so many applications of a rule."""
        self.counts[f"rules.applied{{rule={name}}}"] += times


def _offers(settings: RuleSettings, tools: Toolset, grammar: Grammar) -> OfferRule | None:
    if settings.offers is None:
        return None
    from veraz.replies.reply_rules.offer_rule import OfferRule

    return OfferRule.of(settings.offers, tools, grammar)


def _own(settings: RuleSettings, user: Mapping[str, Any], grammar: Grammar) -> OwnData | None:
    """Return the person's own data where the rule on personal data lets it stand."""
    if settings.personal_data is None or settings.personal_data.action is not PersonalAction.ALLOW_OWN:
        return None
    from veraz.replies.reply_rules.own_data import OwnData

    return OwnData.of(user, ValueWords.of(grammar))


def _unquoted(text: str) -> str:
    """Return what a stretch of a JSON string says; as it is where it breaks an escape."""
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text
