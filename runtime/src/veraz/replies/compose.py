"""Putting phrasings in the place of units, so that the text around them stays as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from veraz.replies.verdict import Action, Addition, UnitVerdict
from veraz.text.units import UnitKind

_BLANKS = re.compile(r"[ \t]*")
_SPACE = re.compile(r"\s*")

Edit = tuple[int, int, str]
"""A stretch of the reply, from and to, and what stands there instead."""


def rewritten(reply: str, units: Sequence[UnitVerdict], quoted: bool) -> str:
    """Return ``reply`` with each changed unit's replacement in its place; all else byte for byte.

    :param quoted: whether the units stand inside the strings of a JSON text.
    """
    parts: list[str] = []
    at = 0
    for start, end, text in _edits(reply, units, quoted):
        parts += reply[at:start], text
        at = end
    return "".join((*parts, reply[at:]))


def _edits(reply: str, units: Sequence[UnitVerdict], quoted: bool) -> Iterator[Edit]:
    """Yield the edits in order. A row is taken out of its table, and what replaces it follows the table."""
    after_table: list[str] = []
    table_end = 0
    for unit in units:
        text = unit.replacement or ""
        if unit.kind is UnitKind.ROW:
            table_end = unit.end
            if unit.action is not Action.KEEP:
                after_table += [text] if text else []
                yield _taken_out(reply, unit.start, unit.end)[0], unit.end, ""
            continue
        if after_table:
            yield _after_table(reply, table_end, after_table)
            after_table = []
        if unit.action is not Action.KEEP:
            span = (unit.start, unit.end) if text else _taken_out(reply, unit.start, unit.end)
            yield *span, json.dumps(text, ensure_ascii=False)[1:-1] if quoted else text
    if after_table:
        yield _after_table(reply, table_end, after_table)


def _after_table(reply: str, end: int, phrasings: Sequence[str]) -> Edit:
    """Return the edit that puts ``phrasings`` in a paragraph of their own after a table that ends at ``end``."""
    gap = "\n\n" if "\n" in reply[:end] else ""
    return end, end, gap + " ".join(phrasings)


def _taken_out(reply: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch that goes with a unit: with the gap after it in its line, else with the gap before it."""
    after = _end_of(_BLANKS, reply, end)
    if after < len(reply) and reply[after] not in "\r\n":
        return start, after
    before = start
    while before and reply[before - 1].isspace():
        before -= 1
    return (before, after) if before else (0, _end_of(_SPACE, reply, end))


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def with_additions(text: str, added: Sequence[Addition]) -> str:
    """Return ``text`` followed by the additions, in a paragraph of their own where the text has paragraphs or lines."""
    if not added:
        return text
    told = " ".join(addition.text for addition in added)
    kept = text.rstrip()
    if not kept:
        return told
    return f"{kept}{chr(10) * 2 if chr(10) in kept else ' '}{told}"
