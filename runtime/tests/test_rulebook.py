"""Every rule that a verdict can name is known, explains itself with a sentence, and keeps its id."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from veraz import Call, Checker, Outcome, Verdict
from veraz.rulebook import Example, KnownRule, known_rules, near, rule_named

RULES = known_rules()
PATHS = {row.path for rule in RULES.values() for row in rule.rows}
EVER = Path(__file__).with_name("rule_ids.txt").read_text(encoding="utf-8").split()
UNTOLD = {  # rules that no example is known for; it may only grow shorter
    *("en.should-have-done", "en.causative-perfect", "en.ticked-off", "en.will-come"),
    *("en.visitor-going-to", "en.now-listed"),
    "judge",  # what a judge says no table has
    *("pt.will-be-able", "pt.not-even", "pt.status", "pt.did-not-work", "pt.live"),
}


def verdict_on(example: Example) -> Verdict:
    checker = Checker(example.tools, language=example.language, **example.settings)
    return checker.check(example.text, [call_of(**call) for call in example.calls], turn=example.turn)


def call_of(tool: str, outcome: str, reason: str | None = None, result: object = None, **sent: object) -> Call:
    return Call(tool, sent.get("with", {}), Outcome(outcome), reason, result)


def named_by(verdict: Verdict) -> Iterator[str]:
    """Yield the ids that a verdict names: those of claims, of units, and what it counts."""
    for unit in verdict.units:
        yield from (id_ for claim in unit.claims for id_ in (claim.rule, claim.because) if id_)
        yield from filter(None, (unit.rule, unit.cause, unit.undecided))
    yield from (name.partition("rule=")[2].rstrip("}") for name in verdict.counts if name.startswith("rules.applied"))


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.id not in UNTOLD], ids=lambda rule: rule.id)
def test_the_example_of_a_rule_is_read_by_it(rule: KnownRule) -> None:
    assert rule.example is not None, "give it one in the table examples of its language"
    known = map(rule_named, named_by(verdict_on(rule.example)))
    assert rule.id in {each.id for each in known if each}


def test_a_rule_without_an_example_is_one_of_those_known_to_lack_it() -> None:
    assert {rule.id for rule in RULES.values() if rule.example is None} == UNTOLD


def test_no_rule_ever_loses_its_id() -> None:
    assert [id_ for id_ in EVER if id_ not in RULES] == []


def test_a_new_rule_is_kept_by_its_id() -> None:
    assert [id_ for id_ in RULES if id_ not in EVER] == [], "add them to rule_ids.txt"


def test_a_rule_of_the_settings_is_found_with_what_it_found() -> None:
    found = rule_named("never_say.2")
    assert found is not None
    assert found.id == "never_say"


@pytest.mark.parametrize("id_", ["en", "en.nothing-like-it", "pt.past.more", ""])
def test_an_id_that_no_rule_has_is_not_found(id_: str) -> None:
    assert rule_named(id_) is None


def test_an_id_misspelt_or_without_its_language_has_others_near() -> None:
    assert near("en.pefect")[0] == "en.perfect"
    assert near("act") == ["en.act", "pt.act"]
    assert near("@@@@") == []


def test_a_rule_is_written_where_it_is_said_to_be() -> None:
    library = Path(__file__).parents[1] / "src/veraz"
    lines = {path: library.joinpath(path).read_text(encoding="utf-8").splitlines() for path in PATHS}
    rows = [row for rule in RULES.values() for row in rule.rows]
    at = [(row.id, lines[row.path][int(row.place.partition(":")[2]) - 1], bool(row.written)) for row in rows]
    written = {True: ("id: {}",), False: ("= NamedRule(", '"{}"')}
    assert [id_ for id_, line, of_table in at if not any(each.format(id_) in line for each in written[of_table])] == []
