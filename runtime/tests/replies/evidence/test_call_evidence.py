"""What the calls of one check carry."""

from typing import Any

import pytest

from veraz import Call, Outcome
from veraz.languages import grammar
from veraz.outcomes import Record
from veraz.replies.evidence.call_contents import Shelf
from veraz.replies.evidence.call_evidence import CallEvidence, fixed_currencies
from veraz.text.fold import fold
from veraz.tools import Tool, Toolset
from veraz.values import ValueWords, read_values

TOOLS = Toolset.of([{"name": "get_order"}, {"name": "refund_card"}, {"name": "book_table"}])


def evidence(*calls: Call) -> CallEvidence:
    return CallEvidence(TOOLS, Record(calls), Shelf(ValueWords.of(grammar("en"))), None)


def call(tool: str = "refund_card", outcome: str = "done", result: Any = None, **sent: Any) -> Call:
    return Call(tool, sent, Outcome(outcome), result=result)


def tool(**schemas: Any) -> Tool:
    (made,) = Toolset.of([{"name": "refund_card", **schemas}]).values()
    return made


@pytest.mark.parametrize(
    ("outcome", "left"),
    [("done", 1), ("unknown", 1), ("pending_confirmation", 1), ("undone", 1), ("failed", 3), ("not_attempted", 3)],
)
def test_what_was_looked_up_before_a_write_that_may_have_changed_it_is_touched(outcome: str, left: int) -> None:
    calls = call("get_order"), call(outcome=outcome), call("get_order")
    assert evidence(*calls).untouched == list(calls[-left:])


@pytest.mark.parametrize(
    ("text", "by_code", "named"),
    [
        ("mika berg has it", False, True),
        ("mika has it", False, True),
        ("mika has it", True, False),
        ("ab-4412 is here", True, True),
        ("mb@casa.example is here", True, True),
        ("paid in full", False, False),
        ("mikado", False, False),
    ],
)
def test_a_call_is_named_by_what_it_alone_was_sent(text: str, by_code: bool, named: bool) -> None:
    one = call(name="Mika Berg", order="AB-4412", mail="mb@casa.example", note="ok")
    assert evidence(one).is_named(one, text, by_code=by_code) is named


def test_what_two_calls_were_sent_names_neither() -> None:
    calls = call(order="AB-4412"), call(order="AB-4412")
    assert not evidence(*calls).is_named(calls[0], "ab-4412 is here", by_code=True)


def test_a_word_of_a_look_up_is_read_and_what_it_says_is_not_so_is_not() -> None:
    looked = call("get_order", result={"status": "cancelled", "refunded": False, "order": "AB-1"})
    held = evidence(looked)
    assert [held.was_read(word, ()) for word in ("cancelled", "refunded", "shipped")] == [True, False, False]
    assert not evidence(call(result={"status": "cancelled"})).was_read("cancelled", ())
    assert [held.has_looked, evidence(call("get_order")).has_looked] == [True, False]


@pytest.mark.parametrize(
    ("text", "likest"), [("for ana", 0), ("for eva", 1), ("for nobody", 2), ("for ana and bob of bcn", 2)]
)
def test_the_call_that_most_is_said_of_is_likest_else_the_latest(text: str, likest: int) -> None:
    calls = call(name="ana"), call(name="eva"), call(name="bob", town="bcn")
    held = evidence(*calls)
    assert held.likest(calls, held.among(calls), text, ()) is calls[likest]


@pytest.mark.parametrize(
    ("currency", "fixed"),
    [({"const": "gbp"}, {"GBP"}), ({"enum": ["EUR"]}, {"EUR"}), ({"enum": ["EUR", "GBP"]}, set()), ({}, set())],
)
def test_a_currency_is_fixed_where_the_schema_leaves_no_other(currency: Any, fixed: set[str]) -> None:
    schema = {"type": "object", "properties": {"currency": currency}}
    assert fixed_currencies(tool(input_schema=schema)) == fixed
    assert fixed_currencies(tool(output_schema=schema)) == fixed


@pytest.mark.parametrize(("text", "count"), [("for ana", 1), ("for ana of bcn", 2), ("anagrams", 0), ("for eva", 0)])
def test_the_texts_of_a_call_that_a_text_names_are_whole_words(text: str, count: int) -> None:
    one = call(name="ana", town="bcn")
    assert evidence(one).names(one, text, ()) == count


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Your code is KX-81.", True),
        ("It cost $31.50.", True),
        ("It cost $12.50.", False),  # which it was sent
        ("Your order is AB-4412.", False),  # as another call has it
        ("Your code is KX-82.", False),
        ("It is on March 5.", False),  # as many things may be
    ],
)
def test_a_call_is_told_by_a_code_or_an_amount_that_it_alone_returned(text: str, alone: bool) -> None:
    returned = {"code": "KX-81", "order": "AB-4412", "total": 31.5, "amount": 12.5, "day": "2027-03-05"}
    calls = call(result=returned, amount=12.5), call("get_order", order="AB-4412")
    values = read_values(text, fold(text), 0, len(text), ValueWords.of(grammar("en")))
    assert evidence(*calls).returned_alone(calls[0], values) is alone


@pytest.mark.parametrize(("name", "named"), [("Ana Maria Lima Reis", True), ("To Ana Maria Lima Reis", False)])
def test_a_word_of_a_short_name_names_a_call(name: str, named: bool) -> None:
    one = call(name=name)
    assert evidence(one).is_named(one, "reis has it", by_code=False) is named
