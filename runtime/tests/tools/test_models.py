"""Tools that take pydantic's models and fields."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, field_validator
from pydantic.dataclasses import dataclass

from veraz.tools import Tool


class Item(BaseModel):
    sku: str = Field(pattern="^[A-Z]+$")
    count: int = Field(gt=0, description="How many")

    @field_validator("sku")
    @classmethod
    def _sold(cls, sku: str) -> str:
        if sku == "OLD":
            raise ValueError(f"{sku} is not sold any more")
        return sku


class Tree(BaseModel):
    name: str
    branches: list["Tree"] = []


@dataclass
class Money:
    amount: float = Field(ge=0)


def order(items: list[Item], gift: Item | None = None, tree: Tree | None = None, tip: Money | None = None) -> Any:
    return items, gift, tree, tip


TEA = {"sku": "TEA", "count": 2}


def faults(sent: dict[str, Any]) -> list[str]:
    return [str(fault) for fault in Tool.of(order).faults({"items": [TEA]} | sent)]


def test_models_are_built_of_what_a_call_sends() -> None:
    made = Tool.of(order)
    sent = {"items": [TEA], "tree": {"name": "a", "branches": [{"name": "b"}]}, "tip": {"amount": 1}}
    assert made.refusal(sent) is None
    assert made.run is not None
    tree = Tree(name="a", branches=[Tree(name="b")])
    assert made.run(**sent) == ([Item(sku="TEA", count=2)], None, tree, Money(amount=1))


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"items": [TEA | {"count": 0}]}, "items.0.count: takes more than 0"),
        ({"items": [TEA | {"sku": "tea"}]}, "items.0.sku: takes text that matches ^[A-Z]+$"),
        ({"gift": {"sku": "TEA"}}, "gift.count: is missing"),
        ({"tree": {"name": "a", "branches": [{"name": 3}]}}, "tree.branches.0.name: takes text"),
        ({"tip": {"amount": -1}}, "tip.amount: takes 0 or more"),
    ],
)
def test_what_a_model_does_not_take_is_refused_with_its_place(sent: dict[str, Any], told: str) -> None:
    assert faults(sent) == [told]


def test_what_only_a_validator_refuses_is_refused_before_it_runs_and_without_its_words() -> None:
    assert faults({"gift": TEA | {"sku": "OLD"}}) == ["gift.sku: is not taken: value error"]


def test_a_field_beside_a_type_or_as_a_default_is_held_to() -> None:
    def tip(amount: Annotated[float, Field(gt=0, description="In pounds")], rate: int = Field(5, le=10)) -> Any:
        return amount, rate

    made = Tool.of(tip)
    assert made.input_schema["required"] == ["amount"]
    assert made.input_schema["properties"]["amount"]["description"] == "In pounds"
    assert [str(fault) for fault in made.faults({"amount": 0, "rate": 11})] == [
        "amount: takes more than 0",
        "rate: takes 10 or less",
    ]
    assert made.run is not None
    assert made.run(**made.completed({"amount": 2})) == (2, 5)


def test_a_model_that_is_returned_is_the_output_schema() -> None:
    def find_items() -> list[Item]: ...  # type: ignore[empty-body]

    schema = Tool.of(find_items).output_schema
    assert schema is not None
    assert list(schema["$defs"]["Item"]["properties"]) == ["sku", "count"]
