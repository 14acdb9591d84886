"""Replies checked while they are written: what was shown stands, and is what the whole check makes of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veraz import Call, Checker, Outcome, Verdict
from veraz.errors import RecordError, ReplyEnded
from veraz.replies.check import LONGEST_REPLY
from veraz.replies.stream import ReplyStream

TOOLS = [{"name": name} for name in ("get_order", "refund_card", "cancel_order", "send_invoice", "book_table")]
PHRASINGS = {"cancel_order": {"failed": "Order {argument.order_id} stands.\nAsk the desk."}}
RULES = {
    "never_say": ["no worries"],
    "personal_data": {"kinds": ["email"]},
    "required": [{"say": "Calls may be recorded."}],
}
CALLS = (
    Call("get_order", {"order_id": "5521"}, Outcome.DONE, result={"status": "cancelled", "total": "R$ 12,50"}),
    Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.FAILED),
    Call("cancel_order", {"order_id": "5521"}, Outcome.FAILED),
    Call("send_invoice", {"to": "a@b.co"}, Outcome.DONE),
    Call("book_table", {"at": "19:00"}, Outcome.PENDING),
)
CHECKERS = {code: Checker(TOOLS, PHRASINGS, code, additions_to="note", rules=RULES) for code in ("en", "pt-BR")}
FALSE, KEPT = "I've refunded your card.", "The weather is fine today."
NOT_DONE = "Not done: refund card."


def streamed(stream: ReplyStream, parts: Iterable[str]) -> tuple[list[str], Verdict]:
    """Return what was shown after each part and at the end, and the verdict."""
    shown = [stream.feed(part) for part in parts]
    rest, verdict = stream.finish()
    return [*shown, rest], verdict


def shown_by(shop: Any, *parts: str, calls: Sequence[Call] | None = None, **checker: Any) -> list[str]:
    calls = (shop.refund("failed"),) if calls is None else calls
    return streamed(shop.checker(**checker).stream(calls), parts)[0]


# Whatever the reply, and wherever it is cut.

SAID = (
    *("I've refunded your card", "the order has been cancelled", "I'll book the table", "shall I", "it wasn't", "done"),
    *("no refund was issued", "your refund is on its way", "do you confirm?", "I did not send the invoice", "all set"),
    *("já estornei o cartão", "vou reservar a mesa", "posso?", "não enviei a fatura", "no worries", "Calls may be"),
)
VALUES = ("$12.50", "R$ 12,50", "order 5521", "nº 4412", "March 5th", "a@b.co", "12", "50", "no. ", "a.m. ", "EST ")
LINES = (*("\n", "\r\n", "\n\n", "\n- ", "\n1. ", "\n# ", "\n> ", "\n✅ ", " | ", "\n| a | b |\n|---|---|\n| ", "| "),)
MARKS = (". ", ".", "… ", "...", "! ", "? ", ", ", ": ", "; ", "**", "__", "*", '"', "(", ")", " ", "Ok ", "ok ", "J. ")
ODD = ("🎉", " :)", "\ud83d", "\ude00", "e\u0301", "\x1b[1m", "\x1b[3", "\u200b", "https://a.b/c.D?e=f ", "acme.com")
FENCES = (
    '\n```json\n{"note": "I refunded it. Bye."}\n```\n',
    "\n```\n",
    "```json\n",
    "~~~",
    '{"note": "I refunded it."}',
    "[",
    "{",
    "}",
    '\\"',
)
PIECES = st.sampled_from([*SAID, *SAID, *VALUES, *LINES, *MARKS, *MARKS, *ODD, *FENCES])
REPLIES = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))
LANGUAGES = st.sampled_from(sorted(CHECKERS))


def cut(reply: str, cuts: Random) -> list[str]:
    places = sorted(cuts.choices(range(len(reply) + 1), k=cuts.randint(0, len(reply))))
    return [reply[start:end] for start, end in pairwise((0, *places, len(reply)))]


@settings(max_examples=300)
@given(REPLIES, LANGUAGES, st.randoms(use_true_random=False))
def test_wherever_it_is_cut_a_reply_is_read_as_the_whole_check_has_it(reply: str, code: str, cuts: Random) -> None:
    shown, verdict = streamed(CHECKERS[code].stream(CALLS), cut(reply, cuts))
    assert "".join(shown) == verdict.text
    assert verdict == CHECKERS[code].check(reply, CALLS)


@given(REPLIES, LANGUAGES, st.integers(0, 8))
def test_what_is_shown_is_never_more_than_what_was_read(reply: str, code: str, step: int) -> None:
    stream, whole = CHECKERS[code].stream(CALLS), CHECKERS[code].check(reply, CALLS).text
    shown = ""
    for at in range(0, len(reply), step + 1):
        shown += stream.feed(reply[at : at + step + 1])
        assert whole.startswith(shown)


@pytest.mark.parametrize(
    ("reply", "places"),
    [
        ("- NO.\na:0000000000 |  | 0", [1, 18]),
        ('\r```JSON\n{"note":"00 REFUNDED.000"}\n```\n000:REFUNDED', range(1, 54)),
    ],
)
def test_what_once_went_wrong_is_read_as_the_whole_check_has_it(reply: str, places: Sequence[int]) -> None:
    parts = [reply[start:end] for start, end in pairwise((0, *places, len(reply)))]
    shown, verdict = streamed(CHECKERS["en"].stream(CALLS), parts)
    assert "".join(shown) == verdict.text
    assert verdict == CHECKERS["en"].check(reply, CALLS)


# What is shown when.


def test_a_sentence_is_shown_once_the_next_has_begun(shop: Any) -> None:
    shown = shown_by(shop, f"{KEPT} ", "And so it will stay", " tomorrow.", calls=())
    assert shown == ["", KEPT, "", " And so it will stay tomorrow."]


def test_a_false_sentence_is_never_shown(shop: Any) -> None:
    assert shown_by(shop, FALSE[:9], f"{FALSE[9:]} Anything else", "?") == ["", NOT_DONE, "", " Anything else?"]


@pytest.mark.parametrize(
    "halves",
    [("It costs $12", ".50 and that is all."), ("Ask Dr", ". Jones about it today."), ("It is", "... what it is, no?")],
)
def test_a_stop_inside_a_sentence_shows_nothing(shop: Any, halves: tuple[str, str]) -> None:
    assert shown_by(shop, *halves, calls=()) == ["", "", "".join(halves)]


def test_a_promise_waits_for_the_question_it_may_hang_on(shop: Any) -> None:
    reply = ("I'll refund your card. ", f"{KEPT} ", "It has been fine all week. ", "Shall I go ahead?")
    assert shown_by(shop, *reply, calls=()) == ["", "", "", "", "".join(reply)]


def test_a_promise_that_no_question_follows_is_replaced_at_the_end(shop: Any) -> None:
    shown = shown_by(shop, "I'll refund your card. ", f"{KEPT} ", "It has been fine all week.", calls=())
    assert shown == ["", "", "", f"{NOT_DONE} {KEPT} It has been fine all week."]


def test_a_denial_waits_for_the_report_that_may_answer_it(shop: Any) -> None:
    reply = ("Your card was not refunded. ", f"{KEPT} ", "I've refunded your card now.")
    assert shown_by(shop, *reply, calls=[shop.refund()]) == ["", "", "", "".join(reply)]


def test_a_list_is_shown_item_by_item(shop: Any) -> None:
    shown = shown_by(shop, "Today:\n- The sun shone\n", "- The moon rose late\n", f"- {FALSE}\n", "- It rained a lot\n")
    assert shown == [
        "Today:",
        "\n- The sun shone",
        "\n- The moon rose late",
        f"\n- {NOT_DONE}",
        "\n- It rained a lot\n",
    ]


def test_a_table_waits_for_its_last_row(shop: Any) -> None:
    top, row = "| order | state |\n|---|---|\n", f"| 4412 | {FALSE} |\n"
    shown = shown_by(shop, top, row, "| 5521 | on its way to you |\n", "\nAnd that is all of it. ", "Bye!")
    assert shown[:3] == ["", "", ""]
    assert "".join(shown) == f"{top}| 5521 | on its way to you |\n\n{NOT_DONE}\n\nAnd that is all of it. Bye!"


def test_a_fence_waits_for_its_end(shop: Any) -> None:
    shown = shown_by(
        shop, "```sh\npay --now. Done.\n", "pay --later. Done.\n", "```\n", "And that is all of it.", calls=()
    )
    assert shown == ["", "", "", "```sh\npay --now. Done.\npay --later. Done.\n```", "\nAnd that is all of it."]


@pytest.mark.parametrize("reply", [{"message": f"{KEPT} {FALSE} Bye!", "n": 1}, [KEPT, FALSE], f"{KEPT} {FALSE}"])
def test_json_is_shown_at_its_end_and_parses(shop: Any, reply: Any) -> None:
    text = json.dumps(reply)
    *before, last = shown_by(shop, *text)
    assert not any(before)
    assert json.dumps(json.loads(last)) == text.replace(FALSE, NOT_DONE)


def test_json_in_a_fence_with_text_around_it_still_parses(shop: Any) -> None:
    reply = ("Here:\n```json\n", f'{{"message": "{FALSE} Bye."}}\n```\n', "Was that all of it?")
    shown = shown_by(shop, *reply, calls=[shop.refund("failed", reason='the "blue" card')])
    inside = json.loads("".join(shown).split("```")[1].removeprefix("json"))
    assert inside == {"message": 'Not done: refund card: the "blue" card. Bye.'}
    assert not any("I've" in each for each in shown)
    assert shown[-1] == "\nWas that all of it?"


@pytest.mark.parametrize(
    "opening", ["[Note] ", "[1] ", "[a link](https://a.b) ", '"Fine" is the word. ', "{name}, hello. "]
)
def test_a_reply_that_only_begins_like_json_is_shown_as_it_comes(shop: Any, opening: str) -> None:
    shown = shown_by(shop, f"{opening}{KEPT} ", "And so it will stay. ", "Bye!", calls=())
    assert shown[1]


def test_writes_left_out_are_told_at_the_end(shop: Any) -> None:
    shown = shown_by(shop, f"{KEPT} ", "And so it will stay.", " \n")
    assert shown == ["", KEPT, "", f" And so it will stay. {NOT_DONE}"]


def test_a_reply_the_rules_took_all_of_shows_nothing_before_its_end(shop: Any) -> None:
    rules = {"never_say": ["weather"]}
    shown = shown_by(shop, f"\n{KEPT} ", f"{KEPT} ", f"{KEPT}\n", calls=(), rules=rules)
    assert shown == ["", "", "", "Nothing was done."]


# Ends.


def test_nothing_is_shown_of_a_stream_that_is_never_finished_but_what_was_read(shop: Any) -> None:
    stream = shop.checker().stream([shop.refund("failed")])
    assert stream.feed(FALSE) == stream.feed("") == ""


def test_a_sentence_that_breaks_off_is_left_out_of_a_reply_that_was_cut_off(shop: Any) -> None:
    stream = shop.checker().stream()
    assert stream.feed(f"{KEPT} I have not refunded") == KEPT
    rest, verdict = stream.finish(truncated=True)
    assert (rest, verdict) == ("", shop.checker().check(KEPT))


@pytest.mark.parametrize("reply", [f"{KEPT} {KEPT}", '{"message": "Hi"}', f"| {KEPT} | 1 |", "```\npay --now\n```", ""])
def test_what_does_not_break_off_stays_in_a_reply_that_was_cut_off(shop: Any, reply: str) -> None:
    stream = shop.checker().stream()
    assert stream.feed(reply) + stream.finish(truncated=True)[0] == reply.rstrip()


def test_of_a_reply_too_long_to_be_read_what_was_shown_stays_and_the_phrasings_follow(shop: Any) -> None:
    stream = shop.checker().stream([shop.refund("failed")])
    shown = [
        stream.feed(f"{FALSE} {KEPT} {KEPT}"),
        stream.feed(" I've cancelled it." * LONGEST_REPLY),
        stream.feed("!"),
    ]
    rest, verdict = stream.finish()
    assert [*shown, rest] == [f"{NOT_DONE} {KEPT}", "", "", f" {NOT_DONE}"]
    assert (verdict.text, verdict.unread) == ("".join([*shown, rest]), "too_long")
    assert [unit.action for unit in verdict.units] == ["replace", "keep"]
    assert verdict.counts["replies.checked"] == 1


def test_a_finished_reply_takes_no_more(shop: Any) -> None:
    stream = shop.checker().stream()
    stream.finish()
    for more in (lambda: stream.feed("Hi"), stream.finish):
        with pytest.raises(ReplyEnded, match="start another"):
            more()


@pytest.mark.parametrize("delta", [None, b"Hi", 3])
def test_what_is_no_text_is_refused_and_the_stream_goes_on(shop: Any, delta: Any) -> None:
    stream = shop.checker().stream()
    with pytest.raises(TypeError, match=f"takes text, not {type(delta).__name__}"):
        stream.feed(delta)
    assert stream.feed("Hi") + stream.finish()[0] == "Hi"


def test_a_call_of_an_unknown_tool_is_refused_before_anything_is_fed(shop: Any) -> None:
    with pytest.raises(RecordError, match="pay"):
        shop.checker(unknown_tools="raise").stream([Call("pay", {}, Outcome.DONE)])


def test_streams_of_one_checker_know_nothing_of_each_other(shop: Any) -> None:
    checker = shop.checker()
    one, other = checker.stream([shop.refund("failed")]), checker.stream([shop.refund()])
    told = [(one.feed(part), other.feed(part)) for part in (FALSE, " Anything else?")]
    assert told[1] == (NOT_DONE, FALSE)


# Cost.

KINDS = {
    "sentences": "I've refunded order 4412, and {} more. ",
    "one long sentence": "and {} more ",
    "a list": "- refunded {}\n",
    "a table": "| refunded | {} |\n",
    "a fence": "```\n{}\n",
    "stops": "?!.,;:",
    "JSON": '["{}", ',
}


@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_text_takes_no_more_than_five_times_the_work(kind: str, work: Any) -> None:
    text = "".join(KINDS[kind].replace("{}", str(number)) for number in range(2_000))
    checker, took = Checker(TOOLS), []
    for length in (4_000, 4_000, 16_000):
        checker.forget()
        took.append(work(lambda size=length: streamed(checker.stream(CALLS), text[:size])))
    assert took[2] <= 5 * took[1] + 1_000
