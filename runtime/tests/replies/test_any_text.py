"""Any text in, in any layout: its own words out, the same each time, for work that grows no faster than the text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veraz import Call, Checker, Outcome, Verdict
from veraz.replies.verdict import Action
from veraz.text.units import LONGEST_UNIT

TOOLS = [{"name": name} for name in ("get_order", "refund_card", "cancel_order", "send_invoice", "book_table")]
CALLS = (
    Call("get_order", {"order_id": "5521"}, Outcome.DONE, result={"status": "cancelled", "total": "R$ 12,50"}),
    Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.FAILED),
    Call("cancel_order", {"order_id": "5521", "date": "2027-03-05"}, Outcome.DONE),
)
CHECKERS = {code: Checker(TOOLS, language=code) for code in ("en", "pt-BR")}
FORGETFUL = {code: Checker(TOOLS, language=code) for code in CHECKERS}
for each in FORGETFUL.values():  # they read every unit anew
    each.reader._kept, each.values = each.reader._unit_of, each._values  # type: ignore[assignment]
    each.reader._kept_clauses = each.reader._clauses_of  # type: ignore[assignment]

SAID = (
    *("I've refunded your card", "the order has been cancelled", "if you confirm", "shall I", "it wasn't", "done"),
    *("no refund was issued", "your refund is on its way", "I'll send the invoice", "whether", "she said", "all set"),
    *("já estornei o cartão", "o pedido foi cancelado", "se você quiser", "não consegui", "é", "pronto", "a reserva"),
)
VALUES = ("$12.50", "R$ 12,50", "order 5521", "pedido nº 4412", "5521", "March 5th", "5 de março", "a@b.co", "twenty")
LINES = ("\n", "\n\n", "\n- ", "\n1. ", "\n# ", "\n> ", "```\n", " | ")
MARKS = (". ", "! ", "? ", ", ", ": ", "; ", "… ", "**", "\x1b[1m", *'  "()[]{}\\\u201c\u201d\u2019\u2014\u200b\u0301')
LAYOUT = (*LINES, *MARKS, *MARKS)
REPLIES = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*SAID, *VALUES, *LAYOUT]), max_size=30).map("".join),
    st.lists(st.sampled_from([*SAID, *VALUES]), max_size=8).map(" ".join),
)
LANGUAGES = st.sampled_from(sorted(CHECKERS))


def checked(reply: str, language: str) -> Verdict:
    return CHECKERS[language].check(reply, CALLS)


@given(REPLIES, LANGUAGES)
def test_units_are_the_replys_own_words_in_order(reply: str, language: str) -> None:
    at = 0
    for unit in checked(reply, language).units:
        assert at <= unit.start < unit.end
        assert unit.text == reply[unit.start : unit.end]
        assert unit.end - unit.start <= LONGEST_UNIT
        at = unit.end


@given(REPLIES, LANGUAGES)
def test_what_is_kept_is_read_as_it_was_written(reply: str, language: str) -> None:
    verdict, at = checked(reply, language), 0
    for unit in verdict.units:
        if unit.action is Action.KEEP:
            at = verdict.text.index(unit.text, at) + len(unit.text)
    if not verdict.changed:
        assert verdict.text == reply


@settings(max_examples=25)
@given(st.lists(REPLIES, min_size=1, max_size=4), LANGUAGES)
def test_what_was_checked_before_changes_nothing(replies: list[str], language: str) -> None:
    fresh = [Checker(TOOLS, language=language).check(reply, CALLS) for reply in replies]
    assert [checked(reply, language) for reply in replies] == fresh


def test_words_and_units_met_before_take_bounded_room(shop: Any) -> None:
    checker = shop.checker()
    for index in range(60):
        checker.check(". ".join(f"word{index}x{number} refunded" for number in range(100)))
    assert checker.check("I've refunded your card.", [shop.refund("failed")]).changed
    assert len(checker.reader._analyser._known) <= 4_096
    assert checker.reader._kept.cache_info().currsize <= 1_024


KINDS = {
    "one long word": "refunded",
    "marks": "?!.,;:",
    "brackets": "([{<",
    "quotes around words": '"I refunded it ',
    "digits": "1234567890",
    "numbers": "4412 ",
    "phones": "+55 (11) 9999-",
    "new lines": "\n",
    "markdown": "**_`~#>*-",
    "lists": "- [x] refunded\n",
    "tables": "| refunded | cancelled |\n",
    "verbs": "refunded ",
    "nouns": "refund order card ",
    "conditions": "if you confirm, when ",
    "predicates": "is complete on its way ",
    "currency": "$",
    "amounts": "$5 R$ 12,50 ",
    "dates": "March 5th, 2027 12/03 ",
    "days": "12, 13, 14 and ",
    "addresses": "https://a.b/c?d=e@f ",
    "marks of no width": "re\u200bfunded ",
    "combining marks": "re\u0301\u0301",
    "escapes": "\x1b[31mrefunded\x1b[0m ",
    "words with no end": "I've refunded $12.50 for order 4412 and ",
    "portuguese": "já estornei o pedido 4412 e ",
    "JSON": '{"status": "I refunded it.", "n": 4412},',
}


def of_length(kind: str, length: int) -> str:
    piece = KINDS[kind]
    text = piece * (length // len(piece))
    return f"[{text.rstrip(',')}]" if kind == "JSON" else text


@pytest.mark.parametrize("language", sorted(CHECKERS))
@pytest.mark.parametrize("kind", KINDS)
def test_eight_times_the_text_takes_no_more_than_ten_times_the_work(kind: str, language: str, work: Any) -> None:
    short, long = (of_length(kind, size * LONGEST_UNIT) for size in (1, 8))
    check = FORGETFUL[language].check
    check(short, CALLS)  # what is made once is made by now
    assert work(lambda: check(long, CALLS)) <= 10 * work(lambda: check(short, CALLS)) + 1_000
