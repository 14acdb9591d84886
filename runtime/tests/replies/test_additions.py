"""Several calls that a reply leaves out, told in one line that counts them."""

from __future__ import annotations

from typing import Any

import pytest

SEATS = ("4A", "4B", "4C")
OWN = {"phrasings": {"release_seat": {"done": "Seat {argument.seat} is free.", "failed": "No luck: {reason}."}}}


def released(shop: Any, *seats: str, outcome: str = "done", **more: Any) -> list[Any]:
    return [shop.call("release_seat", outcome, seat=seat, **more) for seat in seats]


def told(shop: Any, calls: Any, **settings: Any) -> str:
    text: str = shop.text("Hello.", *calls, tools=["release_seat", "book_table"], **settings)
    return text.removeprefix("Hello. ")


@pytest.mark.parametrize(
    ("outcome", "language", "line"),
    [
        ("done", "en", "Done: release seat (3 times) with seat 4A, 4B and 4C."),
        ("failed", "en", "Not done: release seat (3 times): gate closed."),
        ("pending_confirmation", "en", "Once you confirm, I will release seat (3 times) with seat 4A, 4B and 4C."),
        ("done", "pt", "Feito: release seat (3 vezes) com seat 4A, 4B e 4C."),
    ],
)
def test_several_calls_left_out_are_one_line_that_counts_them(
    shop: Any, outcome: str, language: str, line: str
) -> None:
    reason = "gate closed" if outcome == "failed" else None
    assert told(shop, released(shop, *SEATS, outcome=outcome, reason=reason), language=language) == line


def test_an_own_phrasing_lists_what_differs_after_the_number(shop: Any) -> None:
    assert told(shop, released(shop, *SEATS), **OWN) == "3 times: Seat 4A, 4B and 4C is free."
    assert told(shop, released(shop, "4A", "4A"), **OWN) == "2 times: Seat 4A is free."
    assert told(shop, released(shop, "4A"), **OWN) == "Seat 4A is free."


def test_one_call_without_a_value_that_the_own_phrasing_prints_brings_the_default_for_all(shop: Any) -> None:
    calls = [*released(shop, "4A"), shop.call("release_seat", gate="7")]
    verdict = shop.check("Hello.", *calls, tools=["release_seat"], **OWN)
    assert verdict.added[0].text == "Done: release seat (2 times)."
    assert verdict.counts["phrasings.defaulted{tool=release_seat,outcome=done}"] == 1


def test_different_reasons_are_each_told_once(shop: Any) -> None:
    reasons = zip("ABC", ("late", "gone", "late"), strict=True)
    calls = [shop.call("release_seat", "failed", seat=seat, reason=why) for seat, why in reasons]
    assert told(shop, calls) == "Not done: release seat (3 times): late and gone."
    assert told(shop, calls, **OWN) == "3 times: No luck: late and gone."


def test_equal_values_among_others_keep_their_places(shop: Any) -> None:
    paid = [shop.refund(order=order, amount=amount) for order, amount in (("a1", 5), ("b2", 5), ("c3", 7))]
    text = shop.text("Hello.", *paid, phrasings={"refund_card": {"done": "{argument.amount} for {argument.order_id}."}})
    assert text == "Hello. 3 times: 5, 5 and 7 for a1, b2 and c3."


def test_lists_that_differ_stay_apart(shop: Any) -> None:
    calls = [shop.call("book_table", names=names) for names in (["Ana", "Bo"], ["Cy", "Di"])]
    assert told(shop, calls) == "Done: book table (2 times) with names Ana, Bo and Cy, Di."


def test_a_long_list_is_cut_short_and_says_how_many_more(shop: Any) -> None:
    line = told(shop, released(shop, *(f"{row}A" for row in range(1, 14))))
    assert line == "Done: release seat (13 times) with seat 1A, 2A, 3A, 4A, 5A, 6A, 7A, 8A, 9A, 10A and 3 more."


def test_calls_that_ended_otherwise_or_of_other_tools_have_lines_of_their_own(shop: Any) -> None:
    calls = [*released(shop, "4A"), shop.call("book_table", people=2), *released(shop, "4B", outcome="failed")]
    calls += released(shop, "4C")
    verdict = shop.check("Hello.", *calls, tools=["release_seat", "book_table"])
    assert [(each.tool, each.outcome, each.calls) for each in verdict.added] == [
        ("release_seat", "done", (0, 3)),
        ("book_table", "done", (1,)),
        ("release_seat", "failed", (2,)),
    ]


def test_one_that_the_reply_tells_is_not_counted_with_the_others(shop: Any) -> None:
    paid = [shop.refund(order=order) for order in ("4412", "7731", "9902")]
    assert [each.calls for each in shop.check("Order 7731 has been refunded.", *paid).added] == [(0, 2)]


def test_each_call_is_counted(shop: Any) -> None:
    verdict = shop.check("Hello.", *released(shop, *SEATS), tools=["release_seat"])
    assert verdict.counts["sentences.added{tool=release_seat,outcome=done}"] == 3


def test_what_keeps_additions_back_keeps_the_line_back(shop: Any) -> None:
    verdict = shop.check("Hello.", *released(shop, *SEATS), tools=["release_seat"], additions="not_done")
    assert (verdict.text, verdict.added[0].shown, verdict.added[0].count) == ("Hello.", False, 3)


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("outcome", ["done", "failed", "refused", "pending_confirmation", "not_attempted", "undone"])
def test_the_check_itself_lets_the_line_stand(shop: Any, language: str, outcome: str) -> None:
    calls = [shop.refund(outcome, order=order) for order in ("4412", "7731", "9902")]
    line = shop.check("", *calls, language=language).text
    assert shop.check(line, *calls, language=language, additions="off").text == line
