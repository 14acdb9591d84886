"""What a judge is asked about: only what no rule decided, and only where it may be otherwise by the record."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.tests.replies.inquiry.conftest import CLOSED, Judge
from veraz import Answer, Checker


def asked(shop: Any, reply: str, *calls: Any, **settings: Any) -> list[str]:
    judge = Judge(None)
    shop.check(reply, *calls, judge=judge, **settings)
    return judge.asked


def test_nobody_is_asked_unless_a_judge_is_set(shop: Any) -> None:
    verdict = shop.check(CLOSED, shop.refund("failed"))
    assert not any(name.startswith("judge") for name in verdict.counts)


def test_a_unit_that_tells_something_by_the_words_of_a_call_that_was_not_done_is_asked_about(shop: Any) -> None:
    assert asked(shop, CLOSED, shop.refund("failed")) == [CLOSED]


@pytest.mark.parametrize(
    "reply",
    [
        "Hello, Ana!",
        "I've refunded order 4412.",  # the rules held it
        "I couldn't refund order 4412.",
        "Is 4412 a closed chapter?",
        "If 4412 is a closed chapter, tell me.",
        "## 4412",
        "```\n4412 is closed\n```",
    ],
)
def test_what_the_rules_decided_or_what_asserts_nothing_is_not_asked_about(shop: Any, reply: str) -> None:
    assert asked(shop, reply, shop.refund("failed")) == []


def test_what_a_call_that_was_done_bears_out_is_not_asked_about(shop: Any) -> None:
    assert asked(shop, CLOSED, shop.refund()) == []
    assert asked(shop, "4412 is a closed chapter, all 99.90.", shop.refund()) == [
        "4412 is a closed chapter, all 99.90."
    ]


def test_a_denial_by_the_words_of_a_call_that_was_done_is_asked_about(shop: Any) -> None:
    assert asked(shop, "4412 isn't a closed chapter.", shop.refund()) != []


def test_an_act_of_the_agents_own_is_asked_about_though_no_call_shares_a_word(shop: Any) -> None:
    judge = Judge(None)
    shop.check("I've e-mailed your manager.", shop.refund(), judge=judge)
    assert [call.tool for call in judge.batches[0][0].calls] == ["refund_card"]


def test_a_look_up_told_that_the_rules_hold_is_not_asked_about(shop: Any) -> None:
    tools = [{"name": "track_package", "write": False}, {"name": "list_invoices", "write": False}]
    reply, looked = "I looked up your invoices too.", shop.call("track_package", code="P1")
    assert asked(shop, reply, looked, tools=tools) == []
    assert shop.check(reply, looked, tools=tools).units[0].cause == "no_call"


def test_a_sentence_held_to_a_look_up_that_names_none_of_what_it_says_is_asked_about(shop: Any) -> None:
    tools = [{"name": "track_package", "write": False}, {"name": "list_invoices", "write": False}]
    reply, looked = "I reviewed the depot's ledger, and it is all in order.", shop.call("track_package", code="P1")
    assert asked(shop, reply, looked, tools=tools) == [reply]
    assert asked(shop, "I checked package P1.", looked, tools=tools) == []


def test_all_units_of_a_reply_are_asked_about_at_once(shop: Any) -> None:
    judge = Judge(None)
    verdict = shop.check(
        f"{CLOSED} Hello. 7731 is a closed chapter too.",
        shop.refund("failed"),
        shop.refund("failed", order="7731"),
        judge=judge,
    )
    assert [len(questions) for questions in judge.batches] == [2]
    assert (verdict.counts["judge.asked"], verdict.counts["judge.answered"]) == (2, 2)


def test_no_more_units_are_asked_about_than_a_batch_holds(shop: Any) -> None:
    assert len(asked(shop, f"{CLOSED}\n\n" * 50, shop.refund("failed"))) == 32


def test_a_question_names_the_calls_by_their_places_and_not_how_they_ended(shop: Any) -> None:
    judge = Judge(None)
    calls = [shop.cancel(order="1"), shop.refund("failed", reason="card closed", result={"error": "closed"})]
    shop.check(CLOSED, *calls, judge=judge)
    ((question,),) = judge.batches
    assert [(call.number, call.tool, dict(call.arguments), call.returned) for call in question.calls] == [
        (2, "refund_card", {"order_id": "4412", "amount": 12.5}, None)
    ]
    assert question.tools == ("get_order", "refund_card", "cancel_order", "send_invoice", "book_table")


def test_what_a_call_returned_is_told_in_short(shop: Any) -> None:
    judge = Judge(None)
    shop.check("4412 is a closed chapter, all 99.90.", shop.refund(result={"note": "x" * 5_000}), judge=judge)
    assert len(judge.batches[0][0].calls[0].returned or "") < 400


def test_a_language_of_its_own_is_asked_in_too(shop: Any) -> None:
    reply = "O 4412 virou passado, Ana."
    assert asked(shop, reply, shop.refund("failed"), language="pt") == [reply]


PERSONAL = {
    "name": "send_letter",
    "input_schema": {"type": "object", "properties": {"order_id": {}, "to": {"type": "string", "x-personal": True}}},
    "output_schema": {"type": "object", "properties": {"phone": {"type": "string", "x-personal": True}, "id": {}}},
}


def test_what_is_personal_reaches_no_judge(shop: Any) -> None:
    judge = Judge(None)
    call = shop.call("send_letter", order_id="4412", to="Ana Reis", result={"phone": "555-0199", "id": "L-9"})
    shop.check("4412 is a closed chapter, call 555-0199 by 99.", call, tools=[PERSONAL], judge=judge)
    ((question,),) = judge.batches
    assert question.text == "4412 is a closed chapter, call ••• by 99."
    assert [(dict(each.arguments), each.returned) for each in question.calls] == [
        ({"order_id": "4412", "to": "•••"}, None)
    ]


def test_a_stream_shows_nothing_before_the_judge_was_asked(shop: Any) -> None:
    judge = Judge(Answer("says_done", 1))  # type: ignore[arg-type]
    stream = shop.checker(judge=judge).stream([shop.refund("failed")])
    assert [stream.feed(each) for each in ("Hello. How are you? ", CLOSED, " Bye.")] == ["", "", ""]
    text, verdict = stream.finish()
    assert text == verdict.text == "Hello. How are you? Not done: refund card. Bye."


def test_a_reply_that_is_composed_asks_nothing(shop: Any) -> None:
    german = "Ihre Karte wurde heute erstattet, und das Geld ist unterwegs zu Ihnen. "
    assert asked(shop, german + CLOSED, shop.refund("failed"), other_language="compose") == []


def test_a_watched_reply_is_judged_and_shown_as_written(shop: Any) -> None:
    judge = Judge(Answer("says_done", 1))  # type: ignore[arg-type]
    verdict = shop.check(CLOSED, shop.refund("failed"), judge=judge, mode="watch")
    assert (verdict.text, verdict.corrected) == (CLOSED, "Not done: refund card.")


def test_begun_apart_it_comes_to_the_same(shop: Any) -> None:
    checker: Checker = shop.checker(judge=Judge(None))
    begun = checker.begin(CLOSED, [shop.refund("failed")])
    answers = [Answer("says_done", 1) for _ in begun.questions]  # type: ignore[arg-type]
    assert begun.verdict(answers).text == "Not done: refund card."
    assert checker.begin("x" * 70_000, [shop.refund()]).verdict(()).unread == "too_long"
