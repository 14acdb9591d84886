"""What an examination finds: facts, and what is wrong with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import click

from veraz.cli.showing import indented, number

_MARK = 2  # columns
_GAP = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    :ivar part: what it belongs to; findings of one part stand together.
    :ivar todo: what to do about it, in one line; something is wrong where there is any.
    :ivar data: what programs want to know of it.
    """

    part: str
    name: str
    text: str
    todo: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_wrong(self) -> bool:
        """Whether something must be done."""
        return bool(self.todo)


def as_text(findings: Iterable[Finding]) -> str:
    """Return findings for people: a block a part, each wrong one marked and followed by what to do."""
    found = list(findings)
    width = max((len(each.name) for each in found), default=0)
    blocks = ["\n".join(_block(part, list(inner), width)) for part, inner in groupby(found, lambda each: each.part)]
    wrong = sum(each.is_wrong for each in found)
    told = f"{number(wrong, 'thing is', 'things are')} wrong" if wrong else "Nothing is wrong"
    return "\n\n".join([*blocks, f"{click.style(told, fg='red' if wrong else 'green')}."])


def as_object(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return findings for programs."""
    found = list(findings)
    told = [
        {"part": each.part, "name": each.name, "text": each.text, "todo": each.todo, "data": dict(each.data)}
        for each in found
    ]
    return {"fine": not any(each.is_wrong for each in found), "findings": told}


def _block(part: str, found: list[Finding], width: int) -> Iterator[str]:
    yield click.style(part, bold=True)
    columns = _MARK + width + _GAP
    for each in found:
        mark = click.style("!", fg="red") if each.is_wrong else " "
        yield f"{mark} {each.name.ljust(width)}  {indented(each.text, columns)}"
        if each.todo:
            yield " " * columns + click.style(f"-> {indented(each.todo, columns + 3)}", fg="yellow")
