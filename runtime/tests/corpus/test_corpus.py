"""The corpus: sentences by kind, each with what a careful person says it claims and what must become of it.

A folder a language, a file a kind. A file names its tools once, its records by name, and its sentences a line each:

``text``
    the reply, or ``reply`` with ``units``, a list of such lines, one a unit of it;
``record``
    the name of the record it is held to; none is an empty one;
``claim``
    a stance and a tool that one of its claims must have; ``none`` where it must claim nothing of a write;
``values``
    the amounts, dates and identifiers that are read in it, as written;
``cause``
    why it is replaced (``disagrees``, ``no_call``, ``value``); it is kept where none is given;
``rule``
    the rule that reads the claim;
``added``
    the tools whose phrasing follows the reply;
``known_wrong``
    what is not read rightly yet: such a test fails once it is, so that the mark goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from veraz import Call, Checker, Outcome, Verdict, When
from veraz.replies.verdict import Action, UnitVerdict
from veraz.rulebook import rule_named

LANGUAGES = {"en": "en", "pt_br": "pt-BR"}
ASSERTED = ("says_done", "says_not_done", "promises")


class Kind:
    """A file of the corpus."""

    def __init__(self, path: Path) -> None:
        self.given = yaml.safe_load(path.read_text(encoding="utf-8"))
        self.name = f"{path.parent.name}/{path.stem}"
        self.now = datetime.fromisoformat(self.given["now"]) if "now" in self.given else None
        self.writes = {tool["name"] for tool in self.given["tools"] if tool["write"]}
        self.checker = Checker(self.given["tools"], language=LANGUAGES[path.parent.name])

    def check(self, line: Mapping[str, Any]) -> Verdict:
        """Return the verdict on the line's reply."""
        calls = self.given["records"][line["record"]] if "record" in line else []
        return self.checker.check(reply_of(line), map(call_of, calls), now=self.now)


def rules_of(unit: UnitVerdict) -> Iterator[str]:
    yield from (claim.rule for claim in unit.claims)
    if unit.rule is not None:
        yield unit.rule


def reply_of(line: Mapping[str, Any]) -> str:
    return str(line["reply"] if "reply" in line else line["text"])


def call_of(given: Mapping[str, Any]) -> Call:
    when, sent = When(given.get("when", "turn")), given.get("with", {})
    return Call(given["tool"], sent, Outcome(given["outcome"]), given.get("reason"), given.get("result"), when)


@cache
def kind(path: Path) -> Kind:
    return Kind(path)


def lines() -> Iterator[Any]:
    for path in sorted(Path(__file__).parent.glob("*/*.yaml")):
        for line in yaml.safe_load(path.read_text(encoding="utf-8"))["sentences"]:
            marks = [pytest.mark.xfail(strict=True, reason="not read rightly yet")] if line.get("known_wrong") else []
            name = f"{path.parent.name}/{path.stem}: {reply_of(line)[:60]} | {line.get('record', 'no record')}"
            yield pytest.param(path, line, id=name, marks=marks)


def wrongs(of: Kind, line: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is not as the line says."""
    verdict = of.check(line)
    for said in line.get("units", [line]):
        unit = next((unit for unit in verdict.units if said["text"] in unit.text or unit.text in said["text"]), None)
        if unit is None:
            yield f"{said['text']!r} is no unit"
            continue
        yield from wrongs_of_unit(of, said, unit)
    added = [each.tool for each in verdict.added]
    if "added" in line and added != line["added"]:
        yield f"added {added}"


def wrongs_of_unit(of: Kind, said: Mapping[str, Any], unit: UnitVerdict) -> Iterator[str]:
    claims = [f"{each.stance} {each.tool}" for each in unit.claims]
    rules = {each.rule for each in unit.claims}
    is_kept = unit.action is Action.KEEP
    if unit.cause != said.get("cause") or is_kept != ("cause" not in said):
        yield f"{unit.text!r} is {'kept' if is_kept else f'replaced as {unit.cause}'}; it claims {claims}"
    if said.get("claim") == "none":
        held = [each for each in unit.claims if each.tool in of.writes and each.stance in ASSERTED]
        if held:
            yield f"{unit.text!r} claims {claims}"
    elif "claim" in said and said["claim"] not in claims:
        yield f"{unit.text!r} claims {claims}, not {said['claim']}"
    if "rule" in said and said["rule"] not in rules:
        yield f"{unit.text!r} is read by {rules}, not {said['rule']}"


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*/*.yaml")), ids=lambda path: path.stem)
def test_every_rule_that_a_verdict_names_is_in_the_list_of_rules(path: Path) -> None:
    verdicts = (kind(path).check(line) for line in kind(path).given["sentences"])
    named = {rule for verdict in verdicts for unit in verdict.units for rule in rules_of(unit)}
    assert {rule for rule in named if rule_named(rule) is None} == set()


@pytest.mark.parametrize(("path", "line"), list(lines()))
def test_a_sentence_is_read_and_held_as_a_careful_person_would(path: Path, line: Mapping[str, Any]) -> None:
    assert list(wrongs(kind(path), line)) == []
