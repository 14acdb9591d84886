"""What can be counted, and what it, its labels and their values are called in the reader's own language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from console.organisations.models import SelectorLanguage
from console.tools.words import OUTCOME_NAMES
from veraz.meters import CAUSES, CONTEXT, HOW, METERS, OTHER, OVERFLOW, TURNS
from veraz.replies.reply_rules.ruling import RuleName

Words = Promise | str

TEMPLATE = "template"
"""The turns that are counted beside the others: their reply was told by phrasings."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a page can count.

    :ivar only: the values of its own label that count; empty for any.
    :ivar whole: the key of what it is a share of; empty where it is a share of nothing.
    """

    meter: str
    name: Words
    only: tuple[str, ...] = ()
    whole: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """What it can be told apart by."""
        return (*METERS[self.meter].labels, *CONTEXT)


READ = "sentences.read"
REPLACED = "sentences.replaced"
ADDED = "sentences.added"
CHECKED = "replies.checked"
COMPOSED = "turns.template"
RULES = "rules.applied"

COUNTS: Mapping[str, Count] = {
    REPLACED: Count(REPLACED, gettext_lazy("Sentences replaced"), whole=READ),
    READ: Count(READ, gettext_lazy("Sentences read")),
    CHECKED: Count(CHECKED, gettext_lazy("Replies checked")),
    ADDED: Count(ADDED, gettext_lazy("Writes the model left out"), whole=CHECKED),
    TURNS: Count(TURNS, gettext_lazy("Turns"), only=tuple(how for how in HOW if how != TEMPLATE)),
    COMPOSED: Count(TURNS, gettext_lazy("Replies told by phrasings"), only=(TEMPLATE,), whole=TURNS),
    "sentences.undecided": Count(
        "sentences.undecided", gettext_lazy("Sentences kept though a rule spoke against them"), whole=READ
    ),
    "judge.asked": Count("judge.asked", gettext_lazy("Sentences a judge was asked about"), whole=READ),
    "judge.answered": Count("judge.answered", gettext_lazy("Answers of a judge"), whole="judge.asked"),
    "judge.failed": Count("judge.failed", gettext_lazy("Answers of a judge that failed"), whole="judge.asked"),
    RULES: Count(RULES, gettext_lazy("Reply rules applied")),
    "guards.refused": Count("guards.refused", gettext_lazy("Texts a guard refused")),
    "arguments.assumed": Count("arguments.assumed", gettext_lazy("Arguments filled by a tool’s rule")),
    "phrasings.defaulted": Count("phrasings.defaulted", gettext_lazy("Defaults in a phrasing’s place")),
}
"""By the key that stands in an address, in the order they are offered."""

LABELS: Mapping[str, Words] = {
    "tool": gettext_lazy("Tool"),
    "cause": gettext_lazy("Cause"),
    "outcome": gettext_lazy("Outcome"),
    "language": gettext_lazy("Language"),
    "version": gettext_lazy("Version"),
    "how": gettext_lazy("How the turn went"),
    "rule": gettext_lazy("Reply rule"),
    "where": gettext_lazy("Where the guard stood"),
}

CAUSE_NAMES: Mapping[str, Words] = dict(
    zip(
        CAUSES,
        (
            gettext_lazy("Says something else than what became of the call"),
            gettext_lazy("No such call was made"),
            gettext_lazy("States a value that no call has"),
        ),
        strict=True,
    )
)

_NAMES: Mapping[str, Mapping[str, Words]] = {
    "tool": {OTHER: gettext_lazy("tools not declared"), OVERFLOW: gettext_lazy("more than can be told apart")},
    "rule": {
        RuleName.PERSONAL_DATA: gettext_lazy("Personal data"),
        RuleName.NEVER_SAY: gettext_lazy("Phrases never to say"),
        RuleName.OFFERS: gettext_lazy("Offers"),
        RuleName.REQUIRED: gettext_lazy("Required sentences"),
        RuleName.UNTIED: gettext_lazy("Acts no tool can do"),
        RuleName.OTHER_LANGUAGE: gettext_lazy("Sentences in another language"),
        OVERFLOW: gettext_lazy("more than can be told apart"),
    },
    "cause": CAUSE_NAMES,
    "outcome": OUTCOME_NAMES,
    "language": dict(SelectorLanguage.choices),
    "how": {
        "read": pgettext_lazy("turn", "Read"),
        "asked": gettext_lazy("Asked to say it again"),
        "model": gettext_lazy("Went to the model"),
        TEMPLATE: gettext_lazy("Told by phrasings"),
    },
    "where": {
        "in": gettext_lazy("Before the turn"),
        "out": gettext_lazy("Before the reply"),
    },
}


def value_name(label: str, value: str) -> str:
    """What a label's value is called; as it stands where it has no other name."""
    if label == "version":
        return f"v{value}" if value not in ("", "0") else _("none live")
    return str(_NAMES.get(label, {}).get(value, value)) or _("not said")
