"""What is true, or claims nothing, comes out byte for byte; and the same check gives the same answer."""

import random
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz import Checker, Outcome
from veraz.outcomes import Call

TOOLS = [{"name": name} for name in ("get_order", "refund_card", "cancel_order", "send_invoice", "book_table")]
CHECKERS = {language: Checker(TOOLS, language=language) for language in ("en", "pt")}

WORDS = ("Hello", "the weather", "is lovely", "thank you", "ação")
HARMLESS = (*WORDS, "R$ 12,50", "$3", "4412", "42%", "ana@example.org")
MARKS = '- |* |1. |> |# |**|_|`|```|. |! |? |: |; |(|)|[x](|<br>|\\$|“|”|—|…|🙂|{|}|"'.split("|")
SPACES = ("\n", "\n\n", "\t", "  ", "\r\n", "\u00a0", "\u202f", "\u200b", "\x00", "| ", " | ")


@given(st.lists(st.sampled_from([*HARMLESS, *MARKS, *SPACES]), max_size=40), st.sampled_from(sorted(CHECKERS)))
def test_harmless_text_in_any_layout_comes_out_unchanged(parts: list[str], language: str) -> None:
    reply = "".join(parts)
    assert CHECKERS[language].check(reply).text == reply


@given(st.text(max_size=200), st.sampled_from(sorted(CHECKERS)))
def test_any_text_is_answered_and_its_units_are_its_own_words_in_order(reply: str, language: str) -> None:
    verdict = CHECKERS[language].check(reply)
    ends = [0, *(unit.end for unit in verdict.units)]
    assert all(end <= unit.start < unit.end for end, unit in zip(ends, verdict.units, strict=False))
    assert all(unit.text == reply[unit.start : unit.end] for unit in verdict.units)


SENTENCES = {"en": "I've refunded your card.", "pt": "Estornei o seu cartão."}


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.sampled_from(sorted(SENTENCES)), st.data())
def test_the_lines_around_a_false_one_come_out_unchanged(lines: list[str], language: str, data: Any) -> None:
    at = data.draw(st.integers(0, len(lines)))
    whole = [f"- {line}" for line in lines]
    whole.insert(at, f"- {SENTENCES[language]}")
    text = CHECKERS[language].check("\n".join(whole), [Call("refund_card", {}, Outcome.FAILED)]).text
    phrasing = CHECKERS[language].compose([Call("refund_card", {}, Outcome.FAILED)]).text
    whole[at] = f"- {phrasing}"
    assert text == "\n".join(whole)


REPLY = "I've refunded $15 to your card.\n\n- Order 4412 was cancelled\n- Invoice sent to ana@example.org\n\nAll set!"


@pytest.mark.parametrize("times", [3])
def test_the_same_reply_and_record_give_the_same_verdict(shop: Any, times: int) -> None:
    calls = shop.refund(), shop.cancel("failed"), shop.call("send_invoice", email="ana@example.org")
    verdicts = [shop.check(REPLY, *calls) for _ in range(times)]
    assert all(verdict == verdicts[0] for verdict in verdicts)


def test_the_order_of_the_tools_does_not_change_what_the_person_reads(shop: Any) -> None:
    calls = shop.refund(), shop.cancel("failed"), shop.call("send_invoice", email="ana@example.org")
    tools = [tool["name"] for tool in TOOLS]
    shuffled = random.Random(7).sample(tools, len(tools))
    assert shop.text(REPLY, *calls, tools=tools) == shop.text(REPLY, *calls, tools=shuffled)


def test_one_checker_may_be_used_by_many_threads_at_once(shop: Any) -> None:
    checker, calls = shop.checker(), (shop.refund(), shop.cancel("failed"))
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(checker.check(REPLY, calls).text)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [checker.check(REPLY, calls).text] * 8
