"""What the demo begins with, read from `shop.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """Someone of the shop, and how they sign in."""

    role: str
    email: str
    password: str


@dataclass(frozen=True, slots=True)
class Key:
    """An API key the shop has."""

    name: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shop:
    """An organisation: `people` (its founder first), `keys`, and tables in the shapes that services take.

    :ivar lies: by tool and language, what the model of its agent writes whatever was done.
    :ivar rewording: what the walk publishes.
    """

    organisation: str
    people: tuple[Person, ...]
    keys: tuple[Key, ...]
    tools: list[Table]
    retired_tools: list[Table]
    versions: list[Table]
    drafts: list[Table]
    lies: Mapping[str, Mapping[str, str]]
    rewording: Table

    def person(self, role: str) -> Person:
        """Whoever has that role."""
        return next(person for person in self.people if person.role == role)

    def key(self, scope: str) -> str:
        """The name of a key that has that scope."""
        return next(key.name for key in self.keys if scope in key.scopes)


@lru_cache(maxsize=1)
def shop() -> Shop:
    """Read the shop."""
    table = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    people = tuple(Person(**person) for person in table.pop("people"))
    keys = tuple(Key(key["name"], tuple(key["scopes"])) for key in table.pop("keys"))
    return Shop(people=people, keys=keys, **table)
