"""The closed list of meters, and the forms that keep text out of what is counted."""

from __future__ import annotations

import pytest

from veraz import Call, Checker, Outcome
from veraz.errors import MeterError
from veraz.meters import CAUSES, METERS, Series, counted
from veraz.replies.reply_rules.ruling import RuleName
from veraz.replies.verdict import Cause

TOOLS = [{"name": "refund_card", "write": True}, {"name": "cancel_order", "write": True}]
SERIES = {
    "turns": {"how": "read"},
    "sentences.replaced": {"tool": "refund_card", "outcome": "done", "cause": "value"},
    "sentences.added": {"tool": "refund_card", "outcome": "failed"},
    "sentences.undecided": {"rule": "effect"},
    "rules.applied": {"rule": "never_say"},
    "guards.refused": {"where": "in"},
    "arguments.assumed": {"tool": "refund_card"},
    "phrasings.defaulted": {"tool": "refund_card", "outcome": "unknown"},
}


def test_what_a_verdict_counts_becomes_series_with_the_turns_language_and_version() -> None:
    calls = [Call("refund_card", {}, Outcome.FAILED), Call("cancel_order", {}, Outcome.DONE)]
    verdict = Checker(TOOLS).check("I've refunded your card.", calls)
    context = {"language": "en", "version": "17"}
    replaced = {"tool": "refund_card", "outcome": "failed", "cause": "disagrees"}
    assert counted(verdict.counts, language="en", version=17) == {
        Series.of("replies.checked", context): 1,
        Series.of("sentences.read", context): 1,
        Series.of("sentences.replaced", {**replaced, **context}): 1,
        Series.of("sentences.added", {"tool": "cancel_order", "outcome": "done", **context}): 1,
    }


def test_how_a_turn_went_is_a_label() -> None:
    assert counted({"turns.template": 2}) == {Series.of("turns", {"how": "template"}): 2}


@pytest.mark.parametrize("meter", METERS)
def test_every_meter_of_the_list_can_be_counted(meter: str) -> None:
    labels = SERIES.get(meter, {})
    assert Series.of(meter, labels).meter == meter
    assert set(labels) == set(METERS[meter].labels)


@pytest.mark.parametrize(
    ("code", "meter", "labels"),
    [
        ("unknown_meter", "replies.written", {}),
        ("unknown_meter", ["turns"], {}),
        ("wrong_labels", "turns", {}),
        ("wrong_labels", "replies.checked", {"user": "u-17"}),
        ("wrong_value", "turns", {"how": "guessed"}),
        ("wrong_value", "sentences.added", {"tool": "refund_card", "outcome": "I refunded your card"}),
        ("wrong_value", "arguments.assumed", {"tool": "maria souza"}),
        ("wrong_value", "rules.applied", {"rule": "never_say: guaranteed"}),
        ("wrong_value", "replies.checked", {"language": "in plain English"}),
        ("wrong_value", "replies.checked", {"version": 17}),
        ("wrong_value", "replies.checked", {"version": "17\n"}),
    ],
)
def test_what_is_no_meter_or_could_hold_text_is_refused_with_its_code(code: str, meter: str, labels: dict) -> None:
    with pytest.raises(MeterError) as refused:
        Series.of(meter, labels)
    assert refused.value.code == code


def test_a_key_that_is_no_verdicts_is_refused() -> None:
    with pytest.raises(MeterError):
        counted({"I refunded your card": 1})


def test_what_overflows_keeps_what_is_known_of_it_and_drops_what_there_is_too_much_of() -> None:
    labels = {"tool": "refund_card", "outcome": "done", "cause": "value", "language": "pt-BR", "version": "17"}
    kept = {"tool": "_overflow", "outcome": "done", "cause": "value", "language": "pt-BR"}
    assert Series.of("sentences.replaced", labels).overflowing() == Series.of("sentences.replaced", kept)


def test_the_lists_are_those_of_the_check() -> None:
    assert set(CAUSES) == set(Cause)
    for rule in RuleName:
        Series.of("rules.applied", {"rule": rule})
