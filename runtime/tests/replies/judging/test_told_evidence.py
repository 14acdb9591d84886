"""What a unit tells of a call by the weight of its words: enough of them tells it, a bare mention does not."""

from typing import Any

import pytest

TOOLS = [
    {"name": "update_ticket", "write": True},
    {"name": "post_comment", "write": True},
    {"name": "release_seat", "write": True},
    {"name": "find_ticket", "write": False},
]


def added(shop: Any, reply: str, *calls: Any) -> list[str]:
    return [each.tool for each in shop.check(reply, *calls, tools=TOOLS).added]


@pytest.fixture
def closed(shop: Any) -> Any:
    return shop.call("update_ticket", ticket="T-81", state="archived")


@pytest.mark.parametrize(
    "reply",
    [
        "T-81 counts as archived from here on.",  # a state, in words that it was sent
        "The ticket now sits in the archive.",  # another form of a word that it was sent
        "- T-81: archived",
        "You'll find T-81 under the archived ones.",
    ],
)
def test_a_done_call_is_told_by_a_state_a_row_or_what_holds_now(shop: Any, closed: Any, reply: str) -> None:
    assert added(shop, reply, closed) == []


@pytest.mark.parametrize(
    "reply",
    [
        "Shall I look at T-81 again?",
        "If T-81 is archived, it can be opened again.",
        "I can have a look at T-81.",
        "T-81 isn't archived.",
        "Is there anything else?",
    ],
)
def test_what_asks_supposes_offers_or_denies_tells_no_done_call(shop: Any, closed: Any, reply: str) -> None:
    assert "update_ticket" in added(shop, reply, closed) or not shop.check(reply, closed, tools=TOOLS).added


@pytest.mark.parametrize("outcome", ["failed", "refused"])
@pytest.mark.parametrize(
    ("reply", "left_out"),
    [
        ("Archiving T-81 didn't work out.", []),
        ("T-81 stays where it is: the board is locked.", []),
        ("The board of T-81 is locked by an admin.", []),
        ("T-81 is a ticket on your board.", ["update_ticket"]),
        ("Your ticket is T-81, on the archived board.", ["update_ticket"]),
    ],
)
def test_a_call_that_was_not_done_is_told_by_what_denies_it_and_by_no_mention(
    shop: Any, outcome: str, reply: str, left_out: Any
) -> None:
    call = shop.call("update_ticket", outcome, ticket="T-81", state="archived", reason="board locked by an admin")
    assert added(shop, reply, call) == left_out


def test_the_words_of_the_other_call_tell_only_that_one(shop: Any, closed: Any) -> None:
    comment = shop.call("post_comment", ticket="T-81", text="Shipped yesterday")
    assert added(shop, "The note «Shipped yesterday» stands below it.", closed, comment) == ["update_ticket"]


@pytest.mark.parametrize(
    ("reply", "left_out"),
    [("All three seats are free again.", 0), ("The three seats are free again.", 0), ("A seat is free again.", 3)],
)
def test_several_calls_of_a_tool_are_told_by_what_covers_or_counts_them(shop: Any, reply: str, left_out: int) -> None:
    calls = [shop.call("release_seat", row=12, seat=seat) for seat in ("A", "B", "C")]
    assert sum(each.count for each in shop.check(reply, *calls, tools=TOOLS).added) == left_out


def test_of_several_that_ended_apart_a_count_tells_none(shop: Any) -> None:
    calls = [
        shop.call("release_seat", outcome, row=12, seat=seat)
        for seat, outcome in (("A", "done"), ("B", "done"), ("C", "failed"))
    ]
    assert "release_seat" in added(shop, "There is news of the three seats.", *calls)


def test_what_a_look_up_returned_as_well_weighs_less(shop: Any) -> None:
    call = shop.call("post_comment", text="Sunrise")
    look = shop.call("find_ticket", result={"title": "Sunrise"})
    assert added(shop, "Here is Sunrise.", call) == []
    assert added(shop, "Here is Sunrise.", look, call) == ["post_comment"]


def test_a_sentence_about_an_earlier_turn_tells_no_call_of_this_one_by_a_shared_name(shop: Any) -> None:
    earlier = shop.call("post_comment", when="session", text="To Ortiz")
    now = shop.call("update_ticket", assignee="Ortiz")
    assert added(shop, "I posted the comment «To Ortiz» this morning.", earlier, now) == ["update_ticket"]
    assert added(shop, "Ortiz has it from now on.", now) == []
