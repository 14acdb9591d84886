"""Several calls of one tool told of each other's."""

from typing import Any

import pytest


def cause(shop: Any, reply: str, *calls: Any, tool: str = "mark_visit") -> str | None:
    (unit,) = shop.check(reply, *calls, tools=(tool,)).units
    return unit.cause  # type: ignore[no-any-return]


def marked(shop: Any, **more: Any) -> tuple[Any, Any]:
    first = shop.call("mark_visit", visit="V-41", state="no_show", fee=8.5, **more)
    return first, shop.call("mark_visit", visit="V-42", state="arrived", fee=6)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("V-41 shows as arrived and V-42 as a no-show.", "value"),
        ("V-41 shows as a no-show and V-42 as arrived.", None),
        ("V-41 comes with 6.00 and V-42 with 8.50.", "value"),
        ("V-41 comes with 8.50 and V-42 with 6.00.", None),
        ("It is 8.50 and 6.00 for V-41 and V-42.", None),
    ],
)
def test_what_one_call_was_sent_may_not_be_told_of_another(shop: Any, reply: str, expected: str | None) -> None:
    assert cause(shop, reply, *marked(shop)) == expected


def test_what_a_call_returned_may_be_told_of_it_though_another_was_sent_it(shop: Any) -> None:
    assert cause(shop, "V-41 shows as arrived.", *marked(shop, result={"state": "arrived"})) is None
