"""Items under a line that tells of several calls alike."""

from typing import Any

ITEMS = "\n- 4412\n- 5521"


def judged(shop: Any, reply: str, *calls: Any) -> list[tuple[str | None, list[int | None]]]:
    return [(unit.cause, [claim.call for claim in unit.claims]) for unit in shop.check(reply, *calls).units[1:]]


def test_each_item_is_of_the_call_that_it_names(shop: Any) -> None:
    calls = shop.cancel(), shop.cancel(order="5521")
    assert judged(shop, f"Both orders are cancelled:{ITEMS}", *calls) == [(None, [0]), (None, [1])]


def test_an_item_is_untrue_where_its_line_is_and_its_call_was_not_done(shop: Any) -> None:
    calls = shop.cancel(), shop.cancel("failed", order="5521")
    assert judged(shop, f"Both orders are cancelled:{ITEMS}", *calls) == [(None, [0]), ("disagrees", [1])]


def test_items_under_no_heading_are_of_no_call(shop: Any) -> None:
    calls = shop.cancel(), shop.cancel("failed", order="5521")
    assert judged(shop, f"Both orders are cancelled.{ITEMS}", *calls) == [(None, []), (None, [])]


def test_an_item_that_names_two_calls_or_none_is_of_none(shop: Any) -> None:
    calls = shop.cancel(), shop.cancel(order="5521")
    assert judged(shop, "Both orders are cancelled:\n- 4412, 5521\n- soon", *calls) == [(None, []), (None, [])]


def test_the_one_call_of_a_tool_needs_no_item(shop: Any) -> None:
    assert judged(shop, "The order is cancelled:\n- 4412", shop.cancel()) == [(None, [])]
