"""The rules that stand in code: the constants of the modules that state them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

from veraz.languages import Grammar
from veraz.languages.named_rules import NamedRule
from veraz.reading.analysis import lexicon
from veraz.reading.other_claims import ellipsis, list_items, unlisted_verbs
from veraz.reading.verb_claims import assertion_status, stance_rules, triggers, verb_extractor
from veraz.reading.verb_claims.assertion_status import StatusRule
from veraz.replies.inquiry import held_answers
from veraz.replies.judging import (
    claim_judge,
    consequences,
    itemized_calls,
    lookup_figures,
    no_call,
    sibling_calls,
    spoken_of,
    unborne_values,
    unclaimed_values,
    unmade_acts,
    untied_acts,
)
from veraz.replies.reply_rules import ruling
from veraz.rulebook.table_rows import LIBRARY, RuleRow

_OF_A_LANGUAGE = (unlisted_verbs, ellipsis, lexicon, list_items, untied_acts)
_COMMON = (
    stance_rules,
    assertion_status,
    verb_extractor,
    triggers,
    lookup_figures,
    sibling_calls,
    consequences,
    claim_judge,
    itemized_calls,
    no_call,
    spoken_of,
    unborne_values,
    unclaimed_values,
    held_answers,
    unmade_acts,
    ruling,
)
_GROUP = "code"


def rules_of_code(grammar: Grammar) -> list[RuleRow]:
    """Return the rules of code that each language has an id for, in ``grammar``."""
    return [_row(rule.of(grammar), rule, place) for module in _OF_A_LANGUAGE for rule, place in _stated(module)]


def common_rules() -> list[RuleRow]:
    """Return the rules of code that are the same in every language."""
    return [_row(rule.name, rule, place) for module in _COMMON for rule, place in _stated(module)]


def _stated(module: ModuleType) -> Iterator[tuple[NamedRule, str]]:
    source = inspect.getsource(module)
    path = Path(inspect.getfile(module)).relative_to(LIBRARY).as_posix()
    for name, value in vars(module).items():
        for rule in _rules_of(value):
            written = rf"^{name} = NamedRule\(" if rule is value else rf'^ +"{rule.name}"[,:]'
            found = re.search(written, source, re.MULTILINE)
            if found:
                yield rule, f"{path}:{source.count(chr(10), 0, found.start()) + 1}"


def _rules_of(value: object) -> Iterator[NamedRule]:
    """Yield the rules that a name of a module stands for: one, or those of a table of them."""
    if isinstance(value, NamedRule):
        yield value
    elif isinstance(value, Mapping):
        yield from (rule for rule in value.values() if isinstance(rule, NamedRule))
    elif isinstance(value, tuple):
        yield from (rule.named for rule in value if isinstance(rule, StatusRule))


def _row(id_: str, rule: NamedRule, place: str) -> RuleRow:
    return RuleRow(str(id_), _GROUP, rule.reads, rule.says, place)
