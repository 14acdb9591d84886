"""Figures of what a look-up returned, told with no act."""

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from veraz.replies.judging.lookup_figures import makes

NOW = datetime(2027, 9, 1, 10, 0)
TOOLS = ("get_bill", "pay_bill")
BILL = {"account": "W-9", "balance": 47.35, "fee": 30, "due": "2027-09-12"}
PERMITS = [{"permit": "PK-310", "expires": "2027-04-02"}, {"permit": "PK-318", "expires": "2027-05-20", "deposit": 9}]


def misread(shop: Any, reply: str, *results: Any, tool: str = "get_bill", **sent: Any) -> bool:
    calls = [shop.call(tool, result=result, **sent) for result in results]
    verdict = shop.check(reply, *calls, tools=(tool, "pay_bill"), now=NOW)
    return any(unit.rule == "figure" for unit in verdict.units)


@pytest.mark.parametrize("told", ["$45", "$4,735", "$46.35"])
def test_a_figure_that_the_look_up_has_otherwise_is_misread(shop: Any, told: str) -> None:
    assert misread(shop, f"Your balance is {told}.", BILL)


@pytest.mark.parametrize(
    "reply",
    [
        "Your balance is $47.35.",
        "Your balance is $47.",  # rounded
        "Your balance is ~$45.",
        "Your balance is $77.35.",  # with the fee
        "Your balance is $17.35.",  # without it
        "Your balance is $94.70.",  # for two
        "Your balance is $23.68.",  # a half
        "Your balance was $43.75 in February.",
        "Your balance would be $45 with the fee.",
        "Your balance is $45-$50.",
        "It is due on September 12.",
        "It is due on September 1.",  # today
    ],
)
def test_a_figure_that_may_come_of_what_the_look_up_has_stands(shop: Any, reply: str) -> None:
    assert not misread(shop, reply, BILL)


def test_an_amount_in_a_currency_that_no_call_has_may_be_converted(shop: Any) -> None:
    bill = BILL | {"currency": "USD"}
    assert not misread(shop, "Your balance is €41.", bill)
    assert misread(shop, "Your balance is $41.", bill)


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("PK-310 expires on April 2.", False),
        ("PK-310 expires on May 20.", True),  # as PK-318 does
        ("- PK-310: April 30", True),
        ("- PK-310: April 2, April 30", False),  # to which it may be changed
        ("- PK-310: April 2 → April 30", False),
        ("PK-310 and PK-318 expire on April 30.", False),
        ("The deposit of PK-310 is $7.", False),  # which has none
        ("The deposit of PK-318 is $7.", True),
    ],
)
def test_a_thing_that_is_named_is_told_of_as_it_was_returned(shop: Any, reply: str, wrong: bool) -> None:
    assert misread(shop, reply, PERMITS, tool="list_permits") is wrong


def test_a_date_that_a_call_was_asked_for_may_be_told(shop: Any) -> None:
    assert not misread(shop, "PK-310 expires on May 20.", PERMITS, tool="list_permits", day="2027-05-20")


def test_a_date_of_another_zone_may_be_told_otherwise(shop: Any) -> None:
    zoned = [{"permit": "PK-310", "expires": "2027-04-02T23:30:00-05:00"}]
    assert not misread(shop, "PK-310 expires on April 3.", zoned, tool="list_permits")
    assert misread(shop, "- PK-310: April 3", [{"permit": "PK-310", "expires": "2027-04-02"}], tool="list_permits")


def test_once_something_was_changed_a_look_up_before_it_holds_no_more(shop: Any) -> None:
    looked, paid = shop.call("get_bill", result=BILL), shop.call("pay_bill")
    verdict = shop.check("Your balance is $45.", looked, paid, tools=TOOLS, additions="off")
    assert verdict.units[0].cause is None


def test_items_that_a_change_may_bring_are_not_held(shop: Any) -> None:
    reply = "I can change these:\n- PK-310: April 30\nShall I go ahead?"
    assert not misread(shop, reply, PERMITS[:1], tool="list_permits")


@pytest.mark.parametrize(("expires", "wrong"), [("not set yet", False), (20270402, False), ("2027-04-02", True)])
def test_a_date_is_held_to_a_field_that_holds_one(shop: Any, expires: Any, wrong: bool) -> None:
    permits = [{"permit": "PK-310", "expires": expires}]
    assert misread(shop, "- PK-310: April 30", permits, tool="list_permits") is wrong


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("Balance:\n- balance, now $45", True),
        ("- W-9: $45, $47.35", False),  # beside its own
        ("- W-9: $45, September 12", True),
        ("Your balance is $45, says the zebra.", True),  # a word of another clause
        ("Your zebra balance is $45.", False),
        ("- W-9: $45, says the zebra", False),  # in a list, any word of the item may be why
        ("Your balance plus the fee is $80.", False),
        ("Your fee is 20-30 dollars.", False),
        ("It is due in three weeks.", False),
        ("It is due today.", False),
        ("It is due in September.", False),
        ("Your balance is $45 on March 3.", False),  # of another day
    ],
)
def test_a_figure_is_held_only_where_every_word_beside_it_is_of_the_bill(shop: Any, reply: str, wrong: bool) -> None:
    assert misread(shop, reply, BILL) is wrong


@pytest.mark.parametrize(
    ("told", "made"), [(50, True), (10, True), (600, True), (40, True), (7, False), (31, False), (30, False)]
)
def test_an_amount_may_be_made_of_two_numbers(told: int, made: bool) -> None:
    assert makes(Decimal(told), [Decimal(20), Decimal(30)]) is made


def test_the_latest_look_up_answers_for_a_bill(shop: Any) -> None:
    assert not misread(shop, "Your balance is $45.", BILL, BILL | {"balance": 45})
    assert misread(shop, "Your balance is $45.", BILL, BILL)


@pytest.mark.parametrize(("months", "made"), [(2, True), (12, True), (13, False)])
def test_an_amount_may_be_that_of_so_many_months_up_to_a_year(months: int, made: bool) -> None:
    fee = Decimal("7.35")
    assert makes(fee * months, [fee]) is made
    assert makes(round(fee / months, 2), [fee]) is made


@pytest.mark.parametrize(
    ("told", "wrong"),
    [("$40", False), ("$50", False), ("$46", True), ("$47.30", True), ("$30", False), ("$100", False), ("$20", True)],
)
def test_an_amount_in_round_figures_is_near_what_it_rounds(shop: Any, told: str, wrong: bool) -> None:
    assert misread(shop, f"Your balance is {told}.", BILL) is wrong
