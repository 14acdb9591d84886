"""The rules of what a result says where its words stand: each by the sentence beside it, and by one it leaves alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from runtime.tests.reading.desk import EN, PT, desk
from veraz.languages.ordered_rules import OrderedRule, first_of
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import WORD
from veraz.reading.claims import Claim
from veraz.reading.result_claims.normalised_text import is_bare_plural
from veraz.reading.result_claims.pattern_table import ACT
from veraz.reading.result_claims.result_extractor import ResultClaims
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
    at = [(each, analysis.sketch.char_of[each.at]) for each in found]
    told = [ToldResult(each.stance, each.past, scopes, scopes.over(char), char) for each, char in at]
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


@pytest.mark.parametrize(
    ("start", "end", "firm", "told"),
    [
        (0, 18, True, 0),  # "The room is yours." is claimed already
        (0, 9, True, 1),  # another stretch of the unit
        (17, 18, True, 1),
        (0, 18, False, 1),  # what its words alone do not link
    ],
)
def test_a_result_gives_way_to_a_firm_claim_over_its_words(start: int, end: int, firm: bool, told: int) -> None:
    tools = desk(EN).vocabulary.writes
    before = Claim.of_stretch(start, end, Stance.DONE, "en.test")._replace(tools=tools, firm=firm)
    results = ResultClaims(desk(EN).matcher, desk(EN).lexicon)
    assert len(list(results.claims(desk(EN).analysis("The room is yours."), [before]))) == told


@pytest.mark.parametrize(
    ("text", "aspects"),
    [
        ("The room is yours.", {"result"}),
        ("The room will be yours.", {"effect"}),
        ("The room was yours.", {"plain"}),
        ("I left it as it was.", {"others"}),
    ],
)
def test_a_result_tells_of_now_of_what_comes_or_of_what_was(text: str, aspects: set[str]) -> None:
    assert {str(claim.aspect) for claim in desk(EN).read(text).claims} == aspects


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("That's out of your way.", {(True, False, True)}),
        ("The room is yours.", {(False, True, True)}),
        ("You're off the hook.", {(False, False, True)}),
    ],
)
def test_a_result_points_back_where_its_row_names_no_act_and_no_noun_stands_beside_it(
    text: str, links: set[tuple[bool, bool, bool]]
) -> None:
    assert {(claim.pointing, claim.firm, claim.named) for claim in desk(EN).read(text).claims} == links


@pytest.mark.parametrize(
    ("words", "marked", "bare"),
    [
        (["payouts"], True, True),
        (["bank", "payouts"], True, True),
        (["big", "bank", "payouts"], True, False),
        (["payout"], True, False),
        (["payouts"], False, False),
        (["3", "payouts"], True, False),
        ([], True, False),
    ],
)
def test_a_bare_plural_is_a_short_noun_of_a_write_in_the_plural(words: list[str], marked: bool, bare: bool) -> None:
    parts = [(word, at, WORD, ACT if marked else "") for at, word in enumerate(words)]
    assert is_bare_plural(parts) is bare


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Ana called, so the room is yours, as you asked.", ["so the room is yours"]),
        ("Ana called, she paid, the room is yours and so on.", ["the room is yours"]),
        ("It rained; the room is yours: enjoy.", ["the room is yours"]),
        ("The room is yours", ["The room is yours"]),
    ],
)
def test_the_values_of_a_result_are_those_of_its_clause(text: str, clauses: list[str]) -> None:
    claims = desk(EN).read(text).claims
    assert [text[claim.clause_start : claim.clause_end] for claim in claims] == clauses
