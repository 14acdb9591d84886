import inspect
from datetime import date
from typing import Any

import pytest

from veraz.errors import ToolError
from veraz.tools import Tool, tool


class Desk:
    def __init__(self) -> None:
        self.booked: list[Any] = []

    def free(self, day: date) -> None:
        self.booked.remove(day)

    @tool(write=True, undo=free)
    def book(self, day: date) -> str:
        """Book a day."""
        self.booked.append(day)
        return "booked"

    @classmethod
    @tool
    def get_name(cls, short: bool) -> str:
        return cls.__name__

    @tool
    @classmethod
    def get_title(cls, short: bool) -> str:
        return cls.__name__

    @staticmethod
    @tool
    def get_size(short: bool) -> int:
        return 4

    def list_days(self, short: bool) -> list[Any]:
        return self.booked


class Refund:
    """Refund an order."""

    def __init__(self, currency: str) -> None:
        self.currency = currency

    def __call__(self, order_id: str) -> str:
        return order_id + self.currency


def get_order(order_id: str, deep: bool = False) -> str:
    """Look an order up."""
    return order_id


def test_a_tool_is_named_documented_and_signed_as_its_function() -> None:
    made: Any = tool(get_order)
    assert (made.__name__, made.__doc__, made.__wrapped__) == ("get_order", "Look an order up.", get_order)
    assert inspect.signature(made) == inspect.signature(get_order)


def test_a_method_is_a_tool_of_the_object_it_is_taken_from() -> None:
    one, other = Desk(), Desk()
    made = Tool.of(one.book)
    assert list(made.input_schema["properties"]) == ["day"]
    assert made.run is not None
    assert made.run(day="2027-03-05") == "booked"
    assert other.book(date(2027, 3, 6)) == "booked"
    assert (one.booked, other.booked) == ([date(2027, 3, 5)], [date(2027, 3, 6)])
    assert made.undo is not None
    made.undo(day="2027-03-05")
    assert one.booked == []


@pytest.mark.parametrize("name", ["get_name", "get_title", "get_size", "list_days"])
def test_every_kind_of_method_takes_what_is_left_of_its_parameters(name: str) -> None:
    made = Tool.of(getattr(Desk(), name))
    assert list(made.input_schema["properties"]) == ["short"]
    assert made.run is not None
    assert made.run(short=True) in ("Desk", 4, [])


@pytest.mark.parametrize("method", [Desk.book, Desk.list_days])
def test_a_method_without_its_object_is_refused_with_what_to_write(method: Any) -> None:
    with pytest.raises(ToolError, match=r"is a method; take it from an object, as in desk\.(book|list_days)"):
        Tool.of(method)


def test_an_object_that_can_be_called_is_a_tool() -> None:
    made = Tool.of(Refund("GBP"))
    assert (made.name, made.words, made.description) == ("Refund", "refund", "Refund an order.")
    assert made(order_id="7") == "7GBP"


def test_a_class_is_a_tool_that_makes_one() -> None:
    made = Tool.of(Refund)
    assert made.input_schema["required"] == ["currency"]
    assert made(currency="GBP").currency == "GBP"


@pytest.mark.parametrize(
    ("given", "why"),
    [(lambda order_id: None, "a lambda has no name"), (tool(get_order), "is a tool already"), (7, "cannot be called")],
)
def test_what_no_tool_can_be_made_of_is_told(given: Any, why: str) -> None:
    with pytest.raises(ToolError, match=why):
        tool(given)
