"""Acts that no tool can do and no call bears out, over the sentences of ``untied_acts.yaml``."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from veraz import Call, Checker, Outcome

SENTENCES = yaml.safe_load(Path(__file__).with_name("untied_acts.yaml").read_text(encoding="utf-8"))
TOOLS = [{"name": name} for name in ("get_order", "refund_card", "cancel_order", "book_table")]
COUNT = "rules.applied{rule=untied}"
MAILED = "I've e-mailed your manager."


def sentences(kind: str) -> list[tuple[str, str]]:
    return [(language, text) for language, kinds in SENTENCES.items() for text in kinds[kind]]


@pytest.fixture(scope="module")
def flagging() -> dict[str, Checker]:
    return {language: Checker(TOOLS, language=language, untied="flag") for language in ("en", "pt")}


@pytest.mark.parametrize(("language", "text"), sentences("untied"))
def test_an_act_that_no_tool_can_do_is_flagged_and_stands(flagging: Any, language: str, text: str) -> None:
    verdict = flagging[language].check(text)
    assert (verdict.text, verdict.changed) == (text, False)
    assert [unit.cause for unit in verdict.units] == ["untied"]
    assert verdict.counts[COUNT] == 1


@pytest.mark.parametrize(("language", "text"), sentences("missed"))
def test_an_act_that_is_not_found_yet_is_kept(flagging: Any, language: str, text: str) -> None:
    assert COUNT not in flagging[language].check(text).counts


@pytest.mark.parametrize(("language", "text"), sentences("fair"))
def test_what_claims_no_such_act_is_not_flagged(flagging: Any, language: str, text: str) -> None:
    said, _, tool = text.partition(" | ")
    calls = [Call(tool, {}, Outcome.DONE)] if tool else []
    assert COUNT not in flagging[language].check(said, calls).counts


def test_by_default_an_untied_act_is_neither_told_nor_counted(shop: Any) -> None:
    verdict = shop.check(MAILED, tools=TOOLS)
    assert (verdict.text, verdict.units[0].cause, COUNT in verdict.counts) == (MAILED, None, False)


@pytest.mark.parametrize("call", [{"result": {"emailed": True}}, {"note": "e-mail sent to the manager"}])
def test_a_call_may_bear_an_act_out_by_what_it_was_sent_or_returned(shop: Any, call: Any) -> None:
    refund = shop.refund(**call)
    verdict = shop.check(f"I've refunded order 4412. {MAILED}", refund, tools=TOOLS, untied="flag")
    assert COUNT not in verdict.counts


def test_what_a_look_up_shows_was_done_is_borne_out(shop: Any) -> None:
    order = shop.call("get_order", result={"status": "dispatched", "invoice": "sent"})
    for reply in ("We've shipped your order.", "We've e-mailed you the invoice."):
        assert COUNT not in shop.check(reply, order, tools=TOOLS, untied="flag").counts
    assert COUNT not in shop.check("Despachamos o seu pedido.", order, tools=TOOLS, untied="flag", language="pt").counts
    assert COUNT in shop.check("We've upgraded your account.", order, tools=TOOLS, untied="flag").counts


@pytest.mark.parametrize("tool", ["email_manager", "notify_team", {"name": "do_it", "description": "E-mails people."}])
def test_an_act_that_a_tool_can_do_is_held_or_kept_as_ever(shop: Any, tool: Any) -> None:
    assert COUNT not in shop.check(MAILED, tools=[*TOOLS, tool], untied="remove").counts


def test_a_done_write_that_nothing_tells_may_be_told_in_any_words(shop: Any) -> None:
    deal = {"name": "process_case", "write": True}
    verdict = shop.check("I've escalated this to a supervisor.", shop.call("process_case"), tools=[deal], untied="flag")
    assert COUNT not in verdict.counts


def test_removed_it_leaves_the_rest_as_it_was(shop: Any) -> None:
    assert shop.text(f"Hello!  {MAILED} Bye.", tools=TOOLS, untied="remove") == "Hello!  Bye."


def test_removed_it_leaves_no_reply_empty(shop: Any) -> None:
    assert shop.text(MAILED, tools=TOOLS, untied="remove") == "Nothing was done."
    told = shop.text(MAILED, shop.refund("failed"), tools=TOOLS, untied="remove", additions="off")
    assert told == "Not done: refund card."


def test_what_else_a_removed_sentence_told_is_told_in_its_place(shop: Any) -> None:
    reply = "Hi! I've refunded order 4412 and e-mailed your manager."
    verdict = shop.check(reply, shop.refund(), tools=TOOLS, untied="remove")
    assert verdict.text == "Hi! Done: refund card with order id 4412, amount 12.5."
    assert (verdict.units[1].cause, verdict.added) == ("untied", ())
