"""Tools that are not told unasked, and tools whose arguments decide whether a call writes."""

from typing import Any

import pytest

HAND_OFF = {"name": "transfer_to_billing", "write": True, "told": False}
SQL = {"name": "execute_sql", "write": lambda arguments: not arguments["query"].startswith("SELECT")}


@pytest.mark.parametrize("outcome", ["done", "failed", "unknown"])
def test_a_quiet_tool_that_the_reply_leaves_out_is_not_added(shop: Any, outcome: str) -> None:
    reply = "Let me look into that for you."
    assert shop.text(reply, shop.call("transfer_to_billing", outcome), tools=[HAND_OFF]) == reply


def test_a_quiet_tool_is_held_where_the_reply_speaks_of_it(shop: Any) -> None:
    told = "I've transferred you to billing."
    assert shop.text(told, shop.call("transfer_to_billing"), tools=[HAND_OFF]) == told
    assert (
        shop.text(told, shop.call("transfer_to_billing", "failed"), tools=[HAND_OFF])
        == "Not done: transfer to billing."
    )


def test_the_template_composer_passes_a_quiet_tool_over(shop: Any) -> None:
    checker = shop.checker(tools=["refund_card", HAND_OFF])
    calls = [shop.call("transfer_to_billing"), shop.refund()]
    assert checker.compose(calls).text == "Done: refund card with order id 4412, amount 12.5."


def test_a_quiet_tool_that_waits_for_the_persons_word_is_told(shop: Any) -> None:
    composed = shop.checker(tools=[HAND_OFF]).compose([shop.call("transfer_to_billing", "pending_confirmation")])
    assert composed.text == "Once you confirm, I will transfer to billing."


def test_of_a_tool_that_may_write_a_call_that_only_reads_is_not_added(shop: Any) -> None:
    assert shop.text("Hello.", shop.call("execute_sql", query="SELECT 1"), tools=[SQL]) == "Hello."
    added = shop.check("Hello.", shop.call("execute_sql", query="DELETE"), tools=[SQL]).added
    assert [each.tool for each in added] == ["execute_sql"]
