"""Tables of named rules, of which the first that holds decides."""

from itertools import chain
from typing import Any

import pytest

from veraz.languages.ordered_rules import OrderedRule, decided, otherwise
from veraz.replies.judging import call_counts, call_resolution, lookup_figures, no_call, omissions

MODULES = (call_counts, call_resolution, lookup_figures, no_call, omissions)
TABLES = [
    value
    for value in chain.from_iterable(vars(module).values() for module in MODULES)
    if isinstance(value, tuple) and value and isinstance(value[0], OrderedRule)
]


def test_the_first_rule_that_holds_decides() -> None:
    rules = [
        OrderedRule("even", "4", lambda number: number % 2 == 0, "even"),
        OrderedRule("small", "3", lambda number: number < 5, "small"),
    ]
    assert [decided(rules, number) for number in (4, 3, 7)] == ["even", "small", None]
    assert decided([*rules, OrderedRule("any", "7", otherwise, "any")], 7) == "any"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table[0].id))
def test_each_rule_of_a_table_has_an_id_of_its_own_and_an_example(table: Any) -> None:
    assert len({rule.id for rule in table}) == len(table)
    assert all(rule.example.strip() for rule in table)
