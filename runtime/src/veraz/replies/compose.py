"""Putting phrasings in the place of units, so that the text around them stays as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from veraz.replies.verdict import Action, UnitVerdict
from veraz.text.units import UnitKind, json_strings

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
        if start < at:  # the gap before is that of a unit taken out too, and the one before that unit is left
            _strip_end(parts)
        parts += reply[at:start], text
        at = end
    return "".join((*parts, reply[at:]))


def _strip_end(parts: list[str]) -> None:
    while parts and not parts[-1].strip():
        parts.pop()
    parts[-1:] = [part.rstrip() for part in parts[-1:]]


def _edits(reply: str, units: Sequence[UnitVerdict], quoted: bool) -> Iterator[Edit]:
    """Yield the edits in order. A row is taken out of its table, and what replaces it follows the table."""
    after_table: list[str] = []
    table_end = 0
    for unit in units:
        text = unit.replacement or ""
        if unit.kind is UnitKind.ROW:
            table_end = unit.end
            if unit.action is Action.REDACT:
                yield unit.start, unit.end, _escaped(text) if quoted else text
            elif unit.action is not Action.KEEP:
                after_table += [text] if text else []
                yield _taken_out(reply, unit.start, unit.end)[0], unit.end, ""
            continue
        if after_table:
            yield _after_table(reply, table_end, after_table, quoted)
            after_table = []
        if unit.action is not Action.KEEP:
            span = (unit.start, unit.end) if text else _taken_out(reply, unit.start, unit.end)
            yield *span, _escaped(text) if quoted else text
    if after_table:
        yield _after_table(reply, table_end, after_table, quoted)


def _after_table(reply: str, end: int, phrasings: Sequence[str], quoted: bool) -> Edit:
    """Return the edit that puts ``phrasings`` in a paragraph of their own after a table that ends at ``end``."""
    gap = "\n\n" if quoted or "\n" in reply[:end] else ""
    text = gap + " ".join(phrasings)
    return end, end, _escaped(text) if quoted else text


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


def with_sentences(text: str, sentences: Sequence[str], quoted: bool = False) -> str:
    """Return ``text`` followed by ``sentences``, in a paragraph of their own where the text has paragraphs or lines.

    :param quoted: whether ``text`` is a JSON text; they then follow the longest string in it, where there is one.
    """
    if not sentences:
        return text
    told = " ".join(sentences)
    longest = max(json_strings(text), key=_length, default=None) if quoted else None
    if longest:
        start, end = longest
        gap = "" if start == end else r"\n\n" if r"\n" in text[start:end] else " "
        return text[:end] + gap + _escaped(told) + text[end:]
    kept = text.rstrip()
    if not kept:
        return told
    return f"{kept}{chr(10) * 2 if chr(10) in kept else ' '}{told}"


def _length(span: tuple[int, int]) -> int:
    return span[1] - span[0]


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
