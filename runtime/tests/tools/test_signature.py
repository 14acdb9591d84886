import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from veraz.errors import ToolError
from veraz.tools import Tool, tool


class Size(enum.Enum):
    SMALL = "s"
    LARGE = "l"


@dataclass
class Address:
    street: str
    since: date
    lines: list[str] = field(default_factory=list)


class Parcel(TypedDict):
    weight: float
    fragile: NotRequired[bool]


class Loop(TypedDict):
    inner: "Loop"


def properties(function: Callable[..., Any]) -> dict[str, Any]:
    return dict(Tool.of(function).input_schema["properties"])


def test_plain_types_become_their_json_types() -> None:
    def order(a: str, b: int, c: float, d: bool, e: None) -> None: ...

    types = [schema["type"] for schema in properties(order).values()]
    assert types == ["string", "integer", "number", "boolean", "null"]


def test_a_parameter_with_a_default_may_be_left_out_and_no_other() -> None:
    def order(item: str, count: int = 1) -> None: ...

    made = Tool.of(order)
    assert made.refusal({"item": "tea"}) is None
    assert made.refusal({"count": 2}) == "argument_schema"
    assert made.refusal({"item": "tea", "colour": "red"}) == "argument_schema"


def test_choices_collections_and_optional_values_are_held_to() -> None:
    def order(size: Literal["s", "l"], tags: list[str], prices: dict[str, float], note: str | None = None) -> None: ...

    made = Tool.of(order)
    sent: dict[str, Any] = {"size": "s", "tags": ["a"], "prices": {"a": 1}, "note": None}
    assert made.refusal(sent) is None
    for wrong in ({"size": "m"}, {"tags": [1]}, {"prices": {"a": "1"}}, {"note": 1}):
        assert made.refusal(sent | wrong) == "argument_schema"


def test_a_description_stands_beside_the_type() -> None:
    def order(item: Annotated[str, "What to order"]) -> None: ...

    assert properties(order)["item"] == {"type": "string", "description": "What to order"}


def test_dates_are_text_in_a_format() -> None:
    def book(day: date, at: datetime) -> None: ...

    assert [schema["format"] for schema in properties(book).values()] == ["date", "date-time"]
    assert Tool.of(book).refusal({"day": "2027-02-30", "at": "2027-02-03T10:00:00Z"}) == "argument_schema"


def test_a_function_gets_the_types_it_asks_for() -> None:
    def ship(to: Address, size: Size, day: date | None = None) -> Any:
        return to, size, day

    run = Tool.of(ship).run
    assert run is not None
    sent = {"to": {"street": "Main", "since": "2020-01-02"}, "size": "l", "day": "2027-03-05"}
    assert run(**sent) == (Address("Main", date(2020, 1, 2)), Size.LARGE, date(2027, 3, 5))


def test_nested_types_are_objects_that_take_nothing_else() -> None:
    def ship(parcel: Parcel) -> None: ...

    made = Tool.of(ship)
    assert made.refusal({"parcel": {"weight": 1.5}}) is None
    assert made.refusal({"parcel": {"weight": 1.5, "fragile": "yes"}}) == "argument_schema"
    assert made.refusal({"parcel": {"weight": 1.5, "size": 2}}) == "argument_schema"


@pytest.mark.parametrize("annotation", [object, set[str], Callable[..., int], Loop, int | date])
def test_a_type_with_no_schema_is_refused_by_the_parameters_name(annotation: Any) -> None:
    def order(item: str) -> None: ...

    order.__annotations__["item"] = annotation
    with pytest.raises(ToolError, match=r"tool 'order': parameter 'item' .*input_schema="):
        Tool.of(order)


def test_a_parameter_that_cannot_be_given_by_name_or_has_no_type_is_refused() -> None:
    def positional(item: str, /) -> None: ...

    def several(*items: str) -> None: ...

    def untyped(item) -> None: ...  # type: ignore[no-untyped-def]  # noqa: ANN001

    for function in (positional, several, untyped):
        with pytest.raises(ToolError, match=r"parameter 'items?'"):
            Tool.of(function)


def test_a_given_schema_stands_for_a_signature_that_has_none() -> None:
    @tool(input_schema={"type": "object"})
    def anything(**fields: object) -> dict[str, object]:
        return fields

    assert anything(colour="red") == {"colour": "red"}
