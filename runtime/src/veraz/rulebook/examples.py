"""The sentences that explain the rules of a language: its table ``examples``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from veraz.languages import Grammar


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence that a rule reads, in the language of a code.

    :ivar writes: the tools that change something it is read with, by name, each with its description; ``looks_up`` the
        others.
    :ivar calls: the calls it is read beside, as the corpus has them; most rules need none.
    :ivar turn: what the person said, where the rule asks for it.
    :ivar settings: those of the checker that the rule takes.
    """

    language: str
    text: str
    writes: Mapping[str, str] = field(default_factory=dict)
    looks_up: Mapping[str, str] = field(default_factory=dict)
    calls: Sequence[Mapping[str, Any]] = ()
    turn: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tools(self) -> list[dict[str, Any]]:
        """Its tools, as a checker takes them."""
        return [
            {"name": name, "write": write, "description": description}
            for write, tools in ((True, self.writes), (False, self.looks_up))
            for name, description in tools.items()
        ]


@cache
def examples(grammar: Grammar) -> Mapping[str, Example]:
    """Return the examples of a language by the ids of their rules."""
    return {id_: Example(grammar.code, **given) for id_, given in grammar.table("examples").items()}
