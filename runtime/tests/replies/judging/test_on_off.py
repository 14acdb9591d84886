"""What is told to be on or off, beside what a call was asked to switch."""

from typing import Any

import pytest

TOOLS = ("set_heating",)
NOT_DONE = "Not done: set heating."


@pytest.mark.parametrize("reply", ["I've turned the heating on.", "Heating: on", "The heating has been turned on."])
def test_what_was_switched_on_may_be_told_to_be_on(shop: Any, reply: str) -> None:
    assert shop.text(reply, shop.call("set_heating", on=True), tools=TOOLS) == reply


@pytest.mark.parametrize("reply", ["I've turned the heating off.", "Heating: off", "The heating is off."])
@pytest.mark.parametrize("sent", [True, "on", "enabled"])
def test_what_was_switched_on_may_not_be_told_to_be_off(shop: Any, reply: str, sent: Any) -> None:
    verdict = shop.check(reply, shop.call("set_heating", on=sent), tools=TOOLS)
    assert (verdict.units[0].cause, verdict.text[:17]) == ("value", "Done: set heating")


@pytest.mark.parametrize("reply", ["Heating: off", "The heating is off."])
def test_what_was_not_switched_on_may_be_told_to_be_off_still(shop: Any, reply: str) -> None:
    assert shop.text(reply, shop.call("set_heating", "failed", on=True), tools=TOOLS) == reply


@pytest.mark.parametrize("reply", ["I've turned the heating off.", "I've turned the heating on.", "Heating: on"])
def test_that_the_agent_switched_it_is_untrue_where_it_did_not(shop: Any, reply: str) -> None:
    assert shop.text(reply, shop.call("set_heating", "failed", on=True), tools=TOOLS) == NOT_DONE


def test_a_call_that_switches_nothing_says_nothing_of_what_is_on(shop: Any) -> None:
    call = shop.call("set_heating", "failed", temperature=20)
    assert shop.check("Heating: on", call, tools=TOOLS).units[0].cause is None


def test_of_two_switches_none_is_the_one_that_is_told(shop: Any) -> None:
    call = shop.call("set_heating", on=True, enabled=False)
    assert shop.text("I've turned the heating off.", call, tools=TOOLS) == "I've turned the heating off."


def test_a_flag_that_is_no_switch_says_nothing_of_what_is_on(shop: Any) -> None:
    call = shop.call("set_heating", on=True, notify=False)
    assert shop.check("I've turned the heating off.", call, tools=TOOLS).units[0].cause == "value"


def test_one_thing_on_and_another_off_may_each_be_as_told(shop: Any) -> None:
    reply = "I've turned the heating off and the lights on."
    assert shop.text(reply, shop.call("set_heating", on=True), tools=TOOLS) == reply
