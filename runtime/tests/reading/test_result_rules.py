"""The rules of what a result says where its words stand: each by the sentence beside it, and by one it leaves alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from runtime.tests.reading.desk import EN, PT, desk
from veraz.reading.analysis.ordered_rules import OrderedRule, first_of
from veraz.reading.result_claims.result_status import STATUS_RULES, ToldResult
from veraz.reading.result_claims.row_match import GENERALITIES, SILENCES, STANCES

Rules = Sequence[OrderedRule[Any, Any]]


def by_id(*tables: Rules) -> Iterable[Any]:
    return [pytest.param(rules, rule, id=rule.id) for rules in tables for rule in rules]


def held(language: str, rules: Rules, text: str) -> set[str]:
    """Return the ids of the rules that win for the rows whose words stand in ``text``."""
    matcher, analysis = desk(language).matcher, desk(language).analysis(text)
    rows = matcher.candidates(analysis.entries, analysis.nouns)
    met = matcher.matches(rows, analysis.tokens.words, analysis.sketch, analysis.nouns)
    return {rule.id for each, _ in met if (rule := first_of(rules, each))}


def statuses(language: str, text: str) -> set[str]:
    matcher, analysis = desk(language).matcher, desk(language).analysis(text)
    rows, scopes = matcher.candidates(analysis.entries, analysis.nouns), analysis.scopes
    found = matcher.find(rows, analysis.tokens.words, analysis.sketch, analysis.nouns)
    told = [ToldResult(each.stance, each.past, scopes, scopes.over(analysis.sketch.char_of[each.at])) for each in found]
    return {rule.id for each in told if (rule := first_of(STATUS_RULES, each))}


@pytest.mark.parametrize(("rules", "rule"), by_id(SILENCES, STANCES, GENERALITIES))
def test_a_rule_of_results_holds_in_its_example(rules: Rules, rule: OrderedRule[Any, Any]) -> None:
    assert rule.id in held(EN, rules, rule.example)


@pytest.mark.parametrize("rule", STATUS_RULES, ids=lambda rule: rule.id)
def test_a_rule_of_a_results_status_holds_in_its_example(rule: OrderedRule[Any, Any]) -> None:
    assert rule.id in statuses(EN, rule.example) | statuses(PT, rule.example)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The room is yours.", {"says_done"}),
        ("The room isn't yours.", {"says_not_done"}),
        ("The room will be yours.", {"promises"}),
        ("Has Ana got it?", {"asks"}),
        ("The room is yours once you confirm.", {"asks"}),
        ("If the room is yours, tell me.", {"mentions"}),
        ("The room would be yours.", set()),
        ("The tests pass.", {"says_done"}),
        ("Not all tests pass.", set()),
        ("The lamp is off.", {"says_done"}),
        ("The lamp is still on.", {"says_not_done"}),
    ],
)
def test_a_result_says_what_its_sentence_makes_of_it(text: str, says: set[str]) -> None:
    assert desk(EN).says(text) == says


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("The refund is on its way and the room is yours.", {"refund_card", "book_room"}),
        ("The refund and the payout are on their way.", {"refund_card", "send_payout"}),
    ],
)
def test_a_result_speaks_of_the_tools_whose_nouns_stand_in_its_clause(text: str, tools: set[str]) -> None:
    assert tools <= desk(EN).tools(text)
