"""Every rule that a verdict can name: what it reads, what it says, where it is written, and a sentence it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from veraz.languages import GRAMMARS, Grammar
from veraz.rulebook.code import common_rules, rules_of_code
from veraz.rulebook.examples import Example, examples
from veraz.rulebook.table_rows import RuleRow, rows_of_tables

__all__ = ["Example", "KnownRule", "RuleRow", "known_rules", "near", "rule_named"]

ANY = "any"
"""What stands for the language of a rule that is the same in each."""


@dataclass(frozen=True, slots=True)
class KnownRule:
    """A rule by its id.

    :ivar language: the code of its language, or ``any``.
    :ivar rows: where it is written; one id may stand for a row a form of the verb.
    """

    id: str
    language: str
    rows: tuple[RuleRow, ...]
    example: Example | None


@cache
def known_rules() -> Mapping[str, KnownRule]:
    """Return every rule by its id: each language's in the order of its tables, then those that are the same in each."""
    found: dict[str, KnownRule] = {}
    for grammar in GRAMMARS:
        found |= _known(grammar.code, _rows(grammar), examples(grammar))
    shared = {id_: example for grammar in reversed(GRAMMARS) for id_, example in examples(grammar).items()}
    return found | _known(ANY, common_rules(), shared)


def rule_named(id_: str) -> KnownRule | None:
    """Return the rule of an id as a verdict has it: ``never_say.2`` is of the rule ``never_say``."""
    rules = known_rules()
    found = rules.get(id_) or rules.get(id_.partition(".")[0])
    return found if found and (found.id == id_ or found.language == ANY) else None


def near(id_: str) -> list[str]:
    """Return a few ids that ``id_`` may have been meant for, the nearest first."""
    rules = known_rules()
    same = [known for known in rules if known.partition(".")[2] == id_]
    return list(dict.fromkeys([*same, *get_close_matches(id_, rules, n=5)]))[:5]


def _rows(grammar: Grammar) -> list[RuleRow]:
    return [*rows_of_tables(grammar), *rules_of_code(grammar)]


def _known(language: str, rows: list[RuleRow], told: Mapping[str, Example]) -> dict[str, KnownRule]:
    by_id: dict[str, list[RuleRow]] = {}
    for row in rows:
        by_id.setdefault(row.id, []).append(row)
    return {id_: KnownRule(id_, language, tuple(of_id), told.get(id_)) for id_, of_id in by_id.items()}
