import enum
import functools
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType, NotRequired, TypedDict
from uuid import UUID

import pytest
from annotated_types import Gt, Interval, MaxLen, MinLen, MultipleOf, Predicate

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


class Point(NamedTuple):
    x: float
    y: float = 0


@dataclass
class Positive:
    amount: float

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError("not positive")


UserId = NewType("UserId", str)
UUID_TEXT = "123e4567-e89b-12d3-a456-426614174000"


class Loop(TypedDict):
    inner: "Loop"


def properties(function: Callable[..., Any]) -> dict[str, Any]:
    return dict(Tool.of(function).input_schema["properties"])


def taking(annotation: Any) -> Tool:
    """A tool that returns the one argument it takes, as it was built."""

    def order(item: str) -> Any:
        return item

    order.__annotations__["item"] = annotation
    return Tool.of(order)


@pytest.mark.parametrize(
    ("annotation", "sent", "built", "wrong"),
    [
        (tuple[float, str], [1.5, "a"], (1.5, "a"), [1.5]),
        (tuple[date, ...], ["2027-03-05"], (date(2027, 3, 5),), ["x"]),
        (set[str], ["a"], {"a"}, ["a", "a"]),
        (frozenset[int], [1], frozenset([1]), ["a"]),
        (Point, [1], Point(1), [1, 2, 3]),
        (UserId, "u-17", "u-17", 17),
        (UUID, UUID_TEXT, UUID(UUID_TEXT), "x"),
        (Path, "a/b", Path("a/b"), 7),
        (timedelta, 90, timedelta(seconds=90), 1e300),
        (bytes, "aGk=", b"hi", "aGk"),
        (object, {"a": [1]}, {"a": [1]}, float("nan")),
        (Iterable[str], ["a"], ["a"], "a"),
        (int | date, "2027-03-05", date(2027, 3, 5), 1.5),
        (int | date, 7, 7, "x"),
        (date | None, None, None, 7),
        (Annotated[int, Gt(0)], 1, 1, 0),
        (Annotated[float, Interval(ge=1, lt=2)], 1, 1, 2),
        (Annotated[list[str], MinLen(1)], ["a"], ["a"], []),
        (Annotated[str, MaxLen(2)], "ab", "ab", "abc"),
        (Annotated[int, MultipleOf(5)], 10, 10, 7),
        (Positive, {"amount": 1}, Positive(1), {"amount": -1}),
    ],
)
def test_a_type_is_held_to_and_built(annotation: Any, sent: Any, built: Any, wrong: Any) -> None:
    made = taking(annotation)
    assert made.refusal({"item": sent}) is None
    assert made.run is not None
    assert made.run(item=sent) == built
    assert made.refusal({"item": wrong}) == "argument_schema"


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


@pytest.mark.parametrize(
    "annotation",
    [
        Callable[..., int],
        Loop,
        str | date,
        date | datetime,
        Annotated[int, MinLen(1)],
        Annotated[str, Predicate(str.islower)],
    ],
)
def test_a_type_with_no_schema_is_refused_by_the_parameters_name(annotation: Any) -> None:
    with pytest.raises(ToolError, match=r"tool 'order': parameter 'item' .*input_schema="):
        taking(annotation)


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


def test_a_call_runs_with_the_defaults_of_what_it_leaves_out() -> None:
    def book(
        day: date = date(2027, 3, 5), nights: int = 1, size: Size = Size.SMALL, rate: Decimal = Decimal("9.5")
    ) -> Any:
        return day, nights, size, rate

    made = Tool.of(book)
    assert made.completed({"nights": 2}) == {"nights": 2, "day": "2027-03-05", "size": "s", "rate": 9.5}
    assert made.run is not None
    assert made.run(**made.completed({})) == book()


def test_a_default_that_no_call_could_send_is_left_to_the_function() -> None:
    missing: Any = object()

    def book(note: str = missing, lines: list[Address] = missing, near: Address = None) -> None: ...  # type: ignore[assignment]

    assert Tool.of(book).completed({}) == {}


def test_a_return_type_that_draws_fields_is_the_output_schema() -> None:
    def one() -> Parcel: ...  # type: ignore[empty-body]
    def several() -> list[Address] | None: ...

    assert Tool.of(one).output_schema == taking(Parcel).input_schema["properties"]["item"]
    several_schema = Tool.of(several).output_schema
    assert several_schema is not None
    assert several_schema["anyOf"][0]["items"]["required"] == ["street", "since"]


@pytest.mark.parametrize("annotation", [str, dict, Any, list[str], None, dict[str, Any], "NowhereToBeFound"])
def test_a_return_type_that_draws_none_declares_nothing(annotation: Any) -> None:
    def get_order(order_id: str) -> Any: ...

    get_order.__annotations__["return"] = annotation
    assert Tool.of(get_order).output_schema is None


def test_what_runs_is_of_the_kind_the_function_is() -> None:
    async def coroutine(day: date) -> None: ...
    async def stream(day: date) -> AsyncIterator[date]:
        yield day

    def generator(day: date) -> Iterator[date]:
        yield day

    assert iscoroutinefunction(Tool.of(coroutine).run)
    assert isasyncgenfunction(Tool.of(stream).run)
    assert isgeneratorfunction(Tool.of(generator).run)
    assert list(Tool.of(generator).run(day="2027-03-05")) == [date(2027, 3, 5)]  # type: ignore[misc]


def test_an_undo_gets_the_types_it_asks_for() -> None:
    freed: list[date] = []

    def book(day: date) -> None: ...
    def free(day: date) -> None:
        freed.append(day)

    undo = tool(write=True, undo=free)(book).undo
    assert undo is not None
    undo(day="2027-03-05")
    assert freed == [date(2027, 3, 5)]


def test_what_a_partial_fixes_is_not_asked_for() -> None:
    def refund(order_id: str, currency: str) -> str:
        """Refund an order."""
        return order_id + currency

    made = Tool.of(functools.partial(refund, currency="GBP"))
    assert (made.name, made.description, list(made.input_schema["properties"])) == (
        "refund",
        "Refund an order.",
        ["order_id"],
    )
    assert made(order_id="7") == "7GBP"
