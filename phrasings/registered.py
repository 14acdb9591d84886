"""The organisation's tools as phrasings are held to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from console.organisations.models import Organisation
from console.tools.definitions import built, schemas
from console.tools.models import Tool as StoredTool
from veraz.tools import Tool, name_in_words


@dataclass(frozen=True)
class Registered:
    """A tool's name and definition; equal where both are, so that what was found of it once is not looked for again.

    :ivar definition: JSON, as it is stored; making a tool of it costs too much for a page of 500.
    """

    name: str
    write: bool
    present: bool
    definition: str

    @property
    def words(self) -> str:
        """Its name in words."""
        return name_in_words(self.name)

    @cached_property
    def input_schema(self) -> Mapping[str, Any]:
        """JSON schema of its arguments."""
        return self._schemas[0]

    @cached_property
    def output_schema(self) -> Mapping[str, Any] | None:
        """JSON schema of what it returns, where one is known."""
        return self._schemas[1]

    def built(self) -> Tool | None:
        """The runtime's tool; None where the runtime no longer takes it."""
        return built(self.definition)

    @cached_property
    def _schemas(self) -> tuple[Mapping[str, Any], Mapping[str, Any] | None]:
        return schemas(self.definition)


def registered(organisation: Organisation, *names: str) -> dict[str, Registered]:
    """The organisation's tools by name, those no longer present too; only these `names`, where any are given."""
    found = StoredTool.objects.filter(organisation=organisation, **({"name__in": names} if names else {}))
    rows = found.values_list("name", "write", "present", "definition")
    return {name: Registered(name, write, present, definition) for name, write, present, definition in rows}
