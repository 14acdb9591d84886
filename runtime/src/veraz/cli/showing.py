"""What commands write for people: rows, times and sizes, and nothing that would move a terminal's cursor."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import click

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SPANS = ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
_SIZES = ((1024 * 1024, "MiB"), (1024, "KiB"))
_LISTED = 20


def harmless(text: str) -> str:
    """Return someone's text with what would move the cursor or colour the terminal shown instead of done."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def rows(told: Iterable[tuple[str, str]]) -> str:
    """Return a line for each name and what is told of it, below each other; further lines stand under the first."""
    pairs = list(told)
    width = max((len(name) for name, _ in pairs), default=0)
    lines = ((click.style(name.ljust(width), bold=True), indented(text, width + 2)) for name, text in pairs)
    return "\n".join(map("  ".join, lines))


def indented(text: str, columns: int) -> str:
    """Return someone's text with its further lines set in."""
    return harmless(text).replace("\n", "\n" + " " * columns)


def table(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return lines of cells below each other; the last of each stands to the right, as numbers do."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    *left, right = widths or [0]
    padded = (
        [*(cell.ljust(width) for cell, width in zip(cells, left, strict=False)), cells[-1].rjust(right)]
        for cells in lines
    )
    return ["  ".join(cells) for cells in padded]


def listed(items: Sequence[str], most: int = _LISTED) -> list[str]:
    """Return the first of ``items``, and how many more there are."""
    more = len(items) - most
    return [*items[:most], f"and {more:,} more"] if more > 0 else list(items)


def moment(when: float | datetime) -> str:
    """Return a time to the minute."""
    time = when if isinstance(when, datetime) else datetime.fromtimestamp(when, UTC)
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def iso(when: float) -> str | None:
    """Return a time for programs; ``None`` for one that never was."""
    return datetime.fromtimestamp(int(when), UTC).isoformat().replace("+00:00", "Z") if when else None


def span(seconds: float) -> str:
    """Return a length of time in its largest unit: «3 days»."""
    whole = int(abs(seconds))
    for unit, name in _SPANS:
        if whole >= unit:
            return number(whole // unit, name)
    return "less than a second"


def number(n: int, name: str, many: str = "") -> str:
    """Return a number of things: «1 post», «1,200 counts»."""
    return f"{n:,} {name if n == 1 else many or f'{name}s'}"


def size(n: int) -> str:
    """Return a number of bytes in its largest unit."""
    for unit, name in _SIZES:
        if n >= unit:
            return f"{n / unit:.1f} {name}"
    return number(n, "byte")


def as_json(value: Any) -> str:
    """Return a value as JSON, for programs that people read too."""
    return json.dumps(value, ensure_ascii=False, indent=2)
